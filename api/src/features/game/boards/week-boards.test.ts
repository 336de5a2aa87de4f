import { expect, test } from 'vitest'
import { createTestApp } from '../../../testing.ts'
import { DAY, weekOf } from '../account.ts'
import { gameWorld } from '../game.testing.ts'

const world = gameWorld()
const { click, clock } = world
const WEEK = 7 * DAY

/** A board with all that this server has not yet written to Redis or told to others. */
const boardOf = async ({ token }: { token: string }, query: string) => {
  await world.server.app.services.boards.flush()
  return (await world.server.send('GET', `/api/leaderboard?board=${query}`, { token })).body
}
const places = ({ data }: { data: { rank: number; rings: number }[] }) => data.map(({ rank, rings }) => [rank, rings])
const newApp = async (name: string) => (await createTestApp(world.server, world.adminToken, name)).id

/** Noon of the next Wednesday. */
const goToWednesday = () => {
  const monday = (weekOf(clock.now) + 1) * WEEK - 3 * DAY
  clock.now = monday + 2 * DAY + DAY / 2
}

test('a week is from Monday to Sunday in UTC', () => {
  expect(weekOf(Date.parse('2026-11-22T23:59:59.999Z')) + 1).toBe(weekOf(Date.parse('2026-11-23T00:00:00Z')))
  expect(weekOf(Date.parse('2026-11-23T00:00:00Z'))).toBe(weekOf(Date.parse('2026-11-29T23:59:59Z')))
  expect(weekOf(0)).toBe(0)
})

test('the board of a week counts what was earned in it, and is kept for the week after', async () => {
  goToWednesday()
  const appId = await newApp('Weeks')
  const [first, second, third] = [await world.player(appId), await world.player(appId), await world.player(appId)]
  await click(first, 20, 1)
  await click(second, 30, 1)
  expect(places(await boardOf(first, 'week'))).toEqual([
    [1, 30],
    [2, 20],
  ])
  expect(await boardOf(first, 'lastWeek')).toEqual({ data: [], meta: { total: 0, me: null } })

  clock.now += WEEK
  await click(second, 5, 2)
  await click(third, 7, 1)
  await world.call(first, 'daily')
  const { rewards } = (await world.profile(first)).daily
  expect(places(await boardOf(second, 'week'))).toEqual([
    [1, rewards[0]],
    [2, 7],
    [3, 5],
  ])
  expect((await boardOf(second, 'week')).meta).toEqual({ total: 3, me: { rank: 3, rings: 5 } })
  // Of the week before: first has not tapped since, second has.
  expect(places(await boardOf(second, 'lastWeek'))).toEqual([
    [1, 30],
    [2, 20],
  ])
  expect((await boardOf(third, 'lastWeek')).meta.me).toBe(null)
  expect(places(await boardOf(second, 'all')).map(([, rings]) => rings)).toEqual([20 + rewards[0]!, 35, 7])

  clock.now += WEEK
  expect((await boardOf(second, 'week')).meta.total).toBe(0)
  expect(places(await boardOf(second, 'lastWeek')).at(-1)).toEqual([3, 5])
})

test('spending, claims and corrections leave the week as it is', async () => {
  goToWednesday()
  const appId = await newApp('Week spending')
  const user = await world.player(appId)
  await world.give(user, 5000)
  await world.call(user, 'boosts/buy', { boost: 'multitap', level: 0 })
  await world.call(user, 'claim-rings')
  await world.server
    .as(world.adminToken)
    .gamePlayers.adjust({ appId, id: user.id, rings: 300, reason: 'Lost', idempotencyKey: 'one' })
  expect((await boardOf(user, 'week')).meta.me).toEqual({ rank: 1, rings: 5000 })
})

test('a clock that is set back to an earlier week counts on in the later one', async () => {
  goToWednesday()
  const appId = await newApp('Clock')
  const user = await world.player(appId)
  await click(user, 10, 1)
  clock.now -= WEEK
  await click(user, 10, 2)
  clock.now += WEEK
  expect((await boardOf(user, 'week')).meta.me).toEqual({ rank: 1, rings: 20 })
})

test('a board that is built later is the same as one that heard of every tap', async () => {
  goToWednesday()
  const appId = await newApp('Built later')
  const users = await Promise.all([10, 20, 30].map(async (taps) => ({ taps, user: await world.player(appId) })))
  await boardOf(users[0]!.user, 'week')
  for (const { taps, user } of users) await click(user, taps, 1)
  clock.now += WEEK
  await boardOf(users[0]!.user, 'lastWeek')
  for (const { user } of users.slice(1)) await click(user, 1, 2)
  const heard = [await boardOf(users[0]!.user, 'week'), await boardOf(users[0]!.user, 'lastWeek')]
  const { pool } = world.server.resources.db
  await pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'openauth boards' AND datname = current_database()`,
  )
  await expect
    .poll(async () => [await boardOf(users[0]!.user, 'week'), await boardOf(users[0]!.user, 'lastWeek')])
    .toEqual(heard)
})

test('a league has its own places; a change of the leagues holds at once', async () => {
  const appId = await newApp('Leagues')
  const users = await Promise.all([40_000, 60_000, 60_000, 600_000, 10].map(async () => world.player(appId)))
  for (const [index, rings] of [40_000, 60_000, 60_000, 600_000, 10].entries()) await world.give(users[index]!, rings)
  const newcomer = await world.player(appId)
  expect(await boardOf(users[1]!, 'league')).toMatchObject({
    data: [
      { rank: 1, rings: 60_000 },
      { rank: 1, rings: 60_000 },
    ],
    meta: { total: 2, me: { rank: 1, rings: 60_000 } },
  })
  expect((await boardOf(users[0]!, 'league')).meta).toEqual({ total: 2, me: { rank: 1, rings: 40_000 } })
  expect((await boardOf(users[4]!, 'league')).meta.me).toEqual({ rank: 2, rings: 10 })
  expect((await boardOf(newcomer, 'league')).meta).toEqual({ total: 2, me: null })
  expect((await boardOf(newcomer, 'league&league=gold')).meta).toEqual({ total: 1, me: null })
  expect(await boardOf(newcomer, 'league&league=diamond')).toEqual({ data: [], meta: { total: 0, me: null } })
  expect((await boardOf(newcomer, 'league&league=none')).code).toBe('league_not_found')
  const withLeague = async (query: string) =>
    (await world.server.send('GET', `/api/leaderboard?${query}`, { token: newcomer.token })).body
  expect((await withLeague('league=gold')).meta).toEqual({ total: 1, me: null })
  expect((await withLeague('league=wood')).code).toBe('league_not_found')
  expect((await withLeague('board=week&league=gold')).issues).toEqual([
    { path: 'league', message: 'is only for the board league' },
  ])
  const leagues = [
    { id: 'low', name: 'Low', from: 0 },
    { id: 'high', name: 'High', from: 50_000 },
  ]
  await world.server.as(world.adminToken).gameRules.update({ appId, leagues })
  expect((await boardOf(users[1]!, 'league')).meta).toEqual({ total: 3, me: { rank: 2, rings: 60_000 } })
})

test('a disabled user stands on no board until it is enabled', async () => {
  goToWednesday()
  const appId = await newApp('Disabled')
  const [first, second] = [await world.player(appId), await world.player(appId)]
  await click(first, 20, 1)
  await click(second, 10, 1)
  const admin = world.server.as(world.adminToken)
  await boardOf(second, 'week')
  await admin.users.disable({ appId, id: first.id })
  for (const board of ['all', 'week', 'league'])
    expect((await boardOf(second, board)).meta).toEqual({ total: 1, me: { rank: 1, rings: 10 } })
  // A board that is built now has not seen the user either.
  clock.now += WEEK
  expect((await boardOf(second, 'lastWeek')).meta.total).toBe(1)
  await admin.users.enable({ appId, id: first.id })
  expect((await boardOf(second, 'all')).meta).toEqual({ total: 2, me: { rank: 2, rings: 10 } })
})

test('a notification that is no news of a server is ignored', async () => {
  const user = await world.player(await newApp('Forged'))
  await click(user, 5, 1)
  await boardOf(user, 'all')
  const { pool } = world.server.resources.db
  for (const payload of ['', '{', 'null', '[]', '{"from":"x","appId":"x","scores":[]}', '{"from":"x","scores":[[1]]}'])
    await pool.query('SELECT pg_notify($1, $2)', ['openauth_boards', payload])
  await click(user, 5, 2)
  expect((await boardOf(user, 'all')).meta.me).toEqual({ rank: 1, rings: 10 })
})
