import { beforeAll, expect, test } from 'vitest'
import type { Tx } from '../../../db.ts'
import { emptyObserved, observeBatch, takeStatistics } from '../../../lib/anti-cheat/observe.ts'
import { dayOf } from '../account.ts'
import { gameWorld } from '../game.testing.ts'
import { createRulesCache } from '../rules.ts'
import { type ObservedPart, storeDays } from './store-days.ts'
import { judgeDueDays, lockDays } from './watch.ts'

// What other servers and calls do between two steps of a server.

const world = gameWorld()
const { clock } = world
beforeAll(() => world.server.app.background.stop())
const db = () => world.server.resources.db

/** What a server has observed of a player whose taps have the same rhythm as those of all others here. */
const partOf = ({ id: userId }: { id: string }, batches = 60): ObservedPart => {
  const observed = emptyObserved(clock.now)
  for (let seq = 1; seq <= batches; seq += 1) {
    const gaps = Array.from({ length: 10 }, (_, tap) => 60 + ((Math.imul(seq * 10 + tap, 2_654_435_761) >>> 16) % 200))
    observeBatch(observed, { count: 10, accepted: 10, seq, at: clock.now + seq * 1500, gaps })
  }
  const { statistics } = takeStatistics(observed, clock.now)
  return { userId, appId: world.app.id, day: dayOf(clock.now), statistics }
}
const store = (part: ObservedPart) => storeDays(db(), [part], clock.now)

test('a part of a day that another server’s has overtaken is stored again, and each is counted', async () => {
  const user = await world.player()
  const [first, second, overtaken] = [partOf(user, 1), partOf(user, 2), partOf(user, 4)]
  await store(first)
  let storing: Promise<ObservedPart[]> | undefined
  await db().transaction(async (tx) => {
    // A server that stores another part, and has not committed it.
    await storeDays({ transaction: (work) => work(tx) }, [second], clock.now)
    storing ??= store(overtaken)
    await world.waitForLock()
  })
  expect(await storing!).toEqual([overtaken])
  expect(await store(overtaken)).toEqual([])
  const stored = await db().prisma.playerDay.findFirstOrThrow({ where: { userId: user.id } })
  expect(stored).toMatchObject({ version: 3, statistics: { taps: 10 + 20 + 40 } })
})

test('a user who is deleted while another one with the same rhythm is judged gets no flag', async () => {
  const [gone, judged] = [await world.player(), await world.player()]
  const deps = { db: db(), clock: () => clock.now, playObserver: world.server.app.services.playObserver }
  const gameRules = createRulesCache(db())
  await store(partOf(gone))
  await judgeDueDays({ ...deps, gameRules })
  await store(partOf(judged))
  let deleted: Promise<unknown> | undefined
  // The first transaction compares the players; after it the flags are stored.
  const transaction = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    const result = await db().transaction(work)
    deleted ??= world.server.as(world.adminToken).users.delete({ appId: world.app.id, id: gone.id })
    await deleted
    return result
  }
  await judgeDueDays({ ...deps, gameRules, db: { ...db(), transaction } })
  const flags = await db().prisma.playerFlag.findMany({ where: { code: 'shared_trace' } })
  expect(flags.map(({ userId }) => userId)).toEqual([judged.id])
})

test('a day that another server judges is left to it, and stays due', async () => {
  const users = [await world.player(), await world.player()]
  for (const user of users) await store(partOf(user))
  const deps = { db: db(), clock: () => clock.now, playObserver: world.server.app.services.playObserver }
  const due = () => db().prisma.playerDay.findMany({ where: { dueSince: { not: null } } })
  await db().transaction(async (tx) => {
    await lockDays(
      tx,
      (await due()).filter(({ userId }) => userId === users[0]!.id),
    )
    await judgeDueDays({ ...deps, gameRules: createRulesCache(db()) })
  })
  expect((await due()).map(({ userId }) => userId)).toEqual([users[0]!.id])
  await judgeDueDays({ ...deps, gameRules: createRulesCache(db()) })
  expect(await due()).toEqual([])
})

// Citus refuses to lock rows of several machines in one statement, and joins of some kinds (docs/scale.md).
test('no statement of judging locks rows of several players, or joins tables that a cluster divides by player to others', async () => {
  for (const user of [await world.player(), await world.player()]) await store(partOf(user))
  const deps = { db: db(), clock: () => clock.now, playObserver: world.server.app.services.playObserver }
  const sent = await world.statementsOf(() => judgeDueDays({ ...deps, gameRules: createRulesCache(db()) }))
  const divided = sent.filter((text) =>
    /"(Player|RingReward|PlayerDay|PlayerTrace|PlayerAddress|PlayerFlag|PlayerReview)"/.test(text),
  )
  expect(divided.length).toBeGreaterThan(8)
  for (const text of divided) {
    expect(text).not.toMatch(/FOR (UPDATE|SHARE|NO KEY)|LATERAL|USING|"User"/)
    if (/^\s*UPDATE/.test(text)) expect(text).toMatch(/"userId"\)? = \$\d/)
  }
})
