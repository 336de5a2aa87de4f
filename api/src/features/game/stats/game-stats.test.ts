import { afterEach, expect, test } from 'vitest'
import { createTestApp, type TestUser } from '../../../testing.ts'
import { readStats } from '../../statistics/read.ts'
import { DAY, dayOf, HOUR } from '../account.ts'
import { gameWorld } from '../game.testing.ts'
import { countGameDays, deleteOldGameDays } from './count-days.ts'

const world = gameWorld()
const { clock } = world
const admin = () => world.server.as(world.adminToken)
const db = () => world.server.resources.db

/** Counts as the server does in the background, which may be doing it at this moment. */
const count = async () =>
  await expect.poll(() => countGameDays(db(), () => clock.now), { interval: 20, timeout: 20_000 }).toBe(true)

const statsOf = (appId: string, days: number) => admin().gameStats.get({ appId, days })

/** What the ledger's rows say of a day, counted one by one. */
const countRows = async (appId: string, day: number) => {
  const players = await db().prisma.player.findMany({ where: { appId } })
  const entries = await db().prisma.ringEntry.findMany({
    where: { userId: { in: players.map(({ userId }) => userId) } },
  })
  const of = entries.filter(({ startedAt }) => dayOf(Number(startedAt)) === day)
  const sum = (kinds: string[], sign: 1 | -1) =>
    of
      .filter(({ kind, amount }) => kinds.includes(kind) && Number(amount) * sign > 0)
      .reduce((total, { amount }) => total + Number(amount) * sign, 0)
  return {
    taps: of.reduce((total, { taps }) => total + taps, 0),
    activePlayers: new Set(of.filter(({ kind }) => kind === 'taps').map(({ userId }) => userId)).size,
    newPlayers: players.filter(({ createdAt }) => dayOf(Number(createdAt)) === day).length,
    rings: {
      made: sum(['taps', 'tap_bot', 'daily', 'referral'], 1),
      spent: sum(['boost'], -1),
      claimed: sum(['claim'], -1),
      adjusted: sum(['adjustment'], 1) - sum(['adjustment'], -1),
    },
  }
}

let serial = 0
const newApp = async () => (await createTestApp(world.server, world.adminToken, `Figures ${(serial += 1)}`)).id

const seqs = new Map<string, number>()
const tap = async (user: TestUser, taps: number) => {
  const seq = (seqs.get(user.id) ?? 0) + 1
  seqs.set(user.id, seq)
  expect((await world.click(user, taps, seq)).body.data.accepted).toBe(taps)
}

/** The next of the days that the test plays, at noon. */
const nextDay = (days = 1) => (clock.now = (dayOf(clock.now) + days) * DAY + DAY / 2)
afterEach(() => nextDay(2))

test('the figures of days equal a count of the rows: taps, rings by kind, active and new players', async () => {
  const appId = await newApp()
  const [ada, grace] = [await world.player(appId), await world.player(appId)]
  await tap(ada, 200)
  await world.call(ada, 'daily')
  await world.give(ada, 5000)
  await world.call(ada, 'boosts/buy', { boost: 'multitap', level: 0 })
  await world.profile(grace)
  await admin().gamePlayers.adjust({ appId, id: grace.id, rings: 70, reason: 'Gift', idempotencyKey: 'gift' })
  clock.now += HOUR
  await tap(ada, 50)
  await count()
  const first = dayOf(clock.now)
  expect((await statsOf(appId, 1)).today).toMatchObject(await countRows(appId, first))
  nextDay()
  await tap(grace, 30)
  await admin().gamePlayers.adjust({ appId, id: grace.id, rings: -20, reason: 'Taken', idempotencyKey: 'taken' })
  expect((await world.call(ada, 'claim-rings')).status).toBe(200)
  await count()
  const { days, totals, today } = await statsOf(appId, 2)
  const [one, two] = [await countRows(appId, first), await countRows(appId, first + 1)]
  expect(days).toMatchObject([one, two])
  expect(today).toEqual(days[1])
  expect(one).toMatchObject({ activePlayers: 1, newPlayers: 2, rings: { spent: 1000, adjusted: 70 } })
  expect(two.rings.claimed).toBe(4800)
  expect(totals.taps).toBe(280)
  expect(totals.rings.made).toBe(one.rings.made + two.rings.made)
  // The statistics of the app and of all apps have them too.
  const now = new Date(clock.now)
  const stats = await readStats(db(), { appIds: [appId], days: 2, now })
  expect(stats.days.map(({ taps, rings }) => ({ taps, rings }))).toEqual(
    days.map(({ taps, rings }) => ({ taps, rings })),
  )
  expect(stats.totals.rings).toEqual(totals.rings)
  expect((await readStats(db(), { days: 2, now })).totals.taps).toBeGreaterThanOrEqual(280)
})

test('retention is the share of a day’s new players who tapped one, seven and thirty days later, once that day is over', async () => {
  const appId = await newApp()
  const players = await Promise.all(Array.from({ length: 4 }, () => world.player(appId)))
  await Promise.all(players.map((player) => tap(player, 5)))
  const first = dayOf(clock.now)
  const retention = async () => {
    await count()
    const { days } = await statsOf(appId, dayOf(clock.now) - first + 1)
    return days[0]!.retention
  }
  nextDay()
  await Promise.all(players.slice(0, 3).map((player) => tap(player, 5)))
  expect(await retention()).toEqual({ day1: null, day7: null, day30: null })
  nextDay(6)
  await tap(players[0]!, 5)
  await tap(await world.player(appId), 5)
  expect(await retention()).toEqual({ day1: 0.75, day7: null, day30: null })
  nextDay(23)
  await Promise.all(players.slice(2).map((player) => tap(player, 5)))
  nextDay()
  expect(await retention()).toEqual({ day1: 0.75, day7: 0.25, day30: 0.5 })
  const { totals } = await statsOf(appId, 32)
  expect(totals.retention).toEqual({ day1: 0.6, day7: 0.2, day30: 0.5 })
})

test('a day is counted for good ten minutes after its end; until then what is late still counts, and today beside it', async () => {
  const appId = await newApp()
  const player = await world.player(appId)
  const day = dayOf(clock.now)
  clock.now = (day + 1) * DAY - 1000
  await tap(player, 10)
  clock.now += 60_000
  await tap(player, 3)
  await count()
  const tapsOf = async () => (await statsOf(appId, 2)).days.map(({ taps }) => taps)
  expect(await tapsOf()).toEqual([10, 3])
  const entry = { userId: player.id, kind: 'taps' } as const
  const add = (taps: number) => db().prisma.ringEntry.updateMany({ where: { ...entry, firstSeq: 1 }, data: { taps } })
  await add(12)
  await count()
  expect(await tapsOf()).toEqual([12, 3])
  clock.now += 10 * 60_000
  await count()
  await add(99)
  await count()
  expect(await tapsOf()).toEqual([12, 3])
})

test('days without a server are counted afterwards, once each by several servers, and an interrupted count goes on', async () => {
  const appId = await newApp()
  const player = await world.player(appId)
  const first = dayOf(clock.now)
  for (const taps of [1, 2, 3, 4]) {
    await tap(player, taps)
    nextDay()
  }
  const abort = new AbortController()
  const stopped = countGameDays(db(), () => clock.now, abort.signal)
  abort.abort(new Error('stopped'))
  await stopped.catch(() => undefined)
  const counts = await Promise.all(Array.from({ length: 4 }, () => countGameDays(db(), () => clock.now)))
  expect(counts.some(Boolean) || (await countGameDays(db(), () => clock.now))).toBe(true)
  await count()
  const { days } = await statsOf(appId, dayOf(clock.now) - first + 1)
  expect(days.map(({ taps }) => taps)).toEqual([1, 2, 3, 4, 0])
  expect(await db().prisma.gameDay.count({ where: { appId } })).toBe(4)
})

test('a clock that is set back counts nothing again; figures end after what statistics show; a deleted app has none', async () => {
  const appId = await newApp()
  await tap(await world.player(appId), 7)
  nextDay(2)
  await count()
  const now = clock.now
  clock.now -= 5 * DAY
  expect(await countGameDays(db(), () => clock.now)).toBe(true)
  clock.now = now
  expect((await statsOf(appId, 3)).totals.taps).toBe(7)
  await deleteOldGameDays(db(), now)
  expect((await statsOf(appId, 3)).totals.taps).toBe(7)
  await deleteOldGameDays(db(), now + 440 * DAY)
  expect((await statsOf(appId, 3)).totals.taps).toBe(0)
  await admin().apps.delete({ id: appId })
  await expect(statsOf(appId, 3)).rejects.toMatchObject({ code: 'app_not_found' })
})
