import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, startServer, type TestServer } from '../../../testing.ts'
import { gameWorld } from '../game.testing.ts'

const world = gameWorld()
const { click } = world

/** A board with all that this server has not yet written to Redis or told to others. */
const boardOf = async ({ token }: { token: string }, query = '', { send }: Pick<TestServer, 'send'> = world.server) => {
  await world.server.app.services.boards.flush()
  return (await send('GET', `/api/leaderboard${query}`, { token })).body
}
const newApp = async (name: string) => (await createTestApp(world.server, world.adminToken, name)).id

test('the best players come first, equal rings share a rank, and the own place is exact', async () => {
  const appId = await newApp('Places')
  const users = await Promise.all([30, 50, 30, 10].map(async (taps) => ({ taps, user: await world.player(appId) })))
  const idle = await world.player(appId)
  for (const { taps, user } of users) await click(user, taps, 1)
  const { data, meta } = await boardOf(users[2]!.user)
  expect(
    data.map(({ rank, rings, isMe }: { rank: number; rings: number; isMe: boolean }) => [rank, rings, isMe]),
  ).toEqual([
    [1, 50, false],
    ...(users[0]!.user.id < users[2]!.user.id
      ? [
          [2, 30, false],
          [2, 30, true],
        ]
      : [
          [2, 30, true],
          [2, 30, false],
        ]),
    [4, 10, false],
  ])
  expect(meta).toEqual({ total: 4, me: { rank: 2, rings: 30 } })
  expect((await world.profile(users[3]!.user)).rank).toBe(4)
  expect((await world.profile(idle)).rank).toBe(null)
  expect((await boardOf(idle, '?limit=1')).meta).toEqual({ total: 4, me: null })
  expect((await boardOf(idle, '?limit=1')).data).toHaveLength(1)
})

test('operators see the best of each board with their names; a disabled user is on none', async () => {
  const appId = await newApp('Top')
  const [first, second, off] = await Promise.all([world.player(appId), world.player(appId), world.player(appId)])
  for (const [user, taps] of [
    [first, 40],
    [second, 30],
    [off, 50],
  ] as const)
    await click(user, taps, 1)
  await boardOf(first)
  const admin = world.server.as(world.adminToken)
  const top = async (board: 'all' | 'week' | 'lastWeek', limit?: number) => {
    const { data, meta } = await admin.gameBoards.top({ appId, board, ...(limit && { limit }) })
    return { places: data.map(({ userId, rank, rings }) => [userId, rank, rings]), total: meta.total }
  }
  const [one, two] = [
    [first.id, 1, 40],
    [second.id, 2, 30],
  ]
  await expect.poll(() => top('all')).toMatchObject({ total: 3 })
  await admin.users.disable({ appId, id: off.id })
  await boardOf(first)
  await expect.poll(() => top('all')).toEqual({ places: [one, two], total: 2 })
  expect((await top('week', 1)).places).toEqual([one])
  expect(await top('lastWeek')).toEqual({ places: [], total: 0 })
})

test('spending and claiming leave the place as it is', async () => {
  const appId = await newApp('Spending')
  const [first, second] = [await world.player(appId), await world.player(appId)]
  await world.give(first, 5000)
  await world.give(second, 4000)
  await world.call(first, 'boosts/buy', { boost: 'multitap', level: 0 })
  await world.call(first, 'claim-rings')
  expect(await world.profile(first)).toMatchObject({ rings: 0, rank: 1 })
  expect((await boardOf(second)).meta.me).toEqual({ rank: 2, rings: 4000 })
})

test('friends are the player, who invited it and whom it invited', async () => {
  const appId = await newApp('Friends')
  const [inviter, player, invited, stranger] = [
    await world.player(appId),
    await world.player(appId),
    await world.player(appId),
    await world.player(appId),
  ]
  await world.call(player, 'bind-referrer', { referCode: (await world.profile(inviter)).referCode })
  await world.call(invited, 'bind-referrer', { referCode: (await world.profile(player)).referCode })
  for (const [index, user] of [inviter, player, invited, stranger].entries()) await click(user, 10 * (index + 1), 1)
  const { data, meta } = await boardOf(player, '?board=friends')
  expect(data.map(({ rings, rank }: { rings: number; rank: number }) => [rank, rings])).toEqual([
    [1, 30],
    [2, 20],
    [3, 10],
  ])
  expect(meta).toEqual({ total: 3, me: { rank: 2, rings: 20 } })
})

test('a deleted user leaves the board; players of another app are on none but their own', async () => {
  const appId = await newApp('Leaving')
  const [first, second, elsewhere] = [await world.player(appId), await world.player(appId), await world.player()]
  await click(first, 20, 1)
  await click(second, 10, 1)
  await click(elsewhere, 200, 1)
  expect((await boardOf(second)).meta).toEqual({ total: 2, me: { rank: 2, rings: 10 } })
  await world.server.as(world.adminToken).users.delete({ appId, id: first.id })
  expect((await boardOf(second)).meta).toEqual({ total: 1, me: { rank: 1, rings: 10 } })
})

test.each(['?board=enemies', '?limit=0', '?limit=101', '?limit=x'])('the board %s is refused', async (query) => {
  const { status } = await world.server.send('GET', `/api/leaderboard${query}`, { token: (await world.player()).token })
  expect(status).toBe(400)
})

describe('another server', () => {
  let other: TestServer
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'openauth-board-'))
    const { settings } = world.server
    other = await startServer({
      DATABASE_URL: settings.databaseUrl!,
      OPENAUTH_DATA_DIR: folder,
      OPENAUTH_KEYRING_FILE: join(settings.dataDir, 'keys/keyring.json'),
      OPENAUTH_RATE_LIMIT_SCALE: '0',
    })
  })
  afterAll(async () => {
    await other.stop()
    await rm(folder, { recursive: true, force: true })
  })

  test('has the same board, hears of taps and of deleted users, and counts its own', async () => {
    const appId = await newApp('Two servers')
    const [first, second] = [await world.player(appId), await world.player(appId)]
    await click(first, 20, 1)
    expect((await boardOf(first, '', other)).meta).toEqual({ total: 1, me: { rank: 1, rings: 20 } })
    await click(second, 30, 1)
    await expect.poll(async () => (await boardOf(first, '', other)).meta.me).toEqual({ rank: 2, rings: 20 })
    await other.send('POST', '/api/click', { token: first.token, body: { count: 50, seq: 2 } })
    await expect.poll(async () => (await boardOf(first)).meta.me).toEqual({ rank: 1, rings: 70 })
    await world.server.as(world.adminToken).users.delete({ appId, id: second.id })
    await expect.poll(async () => (await boardOf(first, '', other)).meta.total).toBe(1)
  })

  test('that lost its connection builds its board again', async () => {
    const appId = await newApp('Lost connection')
    const [first, second] = [await world.player(appId), await world.player(appId)]
    await click(first, 20, 1)
    expect((await boardOf(first, '', other)).meta.total).toBe(1)
    const { pool } = world.server.resources.db
    await pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'openauth boards' AND datname = current_database()`,
    )
    await click(second, 30, 1)
    await expect.poll(async () => (await boardOf(first, '', other)).meta.me).toEqual({ rank: 2, rings: 20 })
  })
})

test('boards that differ from the accounts again and again need attention, until a comparison finds none', async () => {
  const appId = await newApp('Differing')
  const user = await world.player(appId)
  await click(user, 20, 1)
  await boardOf(user)
  const { app } = world.server
  const admin = world.server.as(world.adminToken)
  const items = async () =>
    (await admin.attention.list()).filter((item) => item.appId === appId && item.code === 'boards_differ')
  for (let round = 1; round <= 3; round += 1) {
    expect(await items()).toEqual([])
    await app.services.boards.correct(appId, 'all', [[user.id, 1000 + round]])
    await app.services.boardWatch.check()
  }
  expect(await items()).toMatchObject([{ severity: 'warning', data: { corrected: 3 } }])
  await app.services.boardWatch.check()
  expect(await items()).toEqual([])
})
