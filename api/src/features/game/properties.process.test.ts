import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTestApp, type TestUser } from '../../testing.ts'
import { gameWorld } from './game.testing.ts'

const world = gameWorld()
const { clock } = world

type Step =
  | { kind: 'taps'; counts: number[]; isRepeated: boolean }
  | { kind: 'wait'; seconds: number }
  | { kind: 'together'; paths: string[] }
  | { kind: 'buy'; boost: string }
  | { kind: 'rules'; rings: number; max: number; perSecond: number }
  | { kind: 'crash'; count: number; paths: string[] }

/** Each of these may come at any moment, and several at once. */
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('taps' as const),
    counts: fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 3 }),
    isRepeated: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('wait' as const), seconds: fc.integer({ min: -100, max: 100_000 }) }),
  fc.record({
    kind: fc.constant('together' as const),
    paths: fc.array(fc.constantFrom('daily', 'claim-rings', 'tap-bot/collect', 'boosts/use'), {
      minLength: 1,
      maxLength: 4,
    }),
  }),
  fc.record({
    kind: fc.constant('buy' as const),
    boost: fc.constantFrom('multitap', 'energyLimit', 'rechargeSpeed', 'tapBot'),
  }),
  fc.record({
    kind: fc.constant('rules' as const),
    rings: fc.integer({ min: 1, max: 3 }),
    max: fc.integer({ min: 100, max: 3000 }),
    perSecond: fc.integer({ min: 1, max: 5 }),
  }),
  fc.record({
    kind: fc.constant('crash' as const),
    count: fc.integer({ min: 1, max: 200 }),
    paths: fc.array(fc.constantFrom('daily', 'claim-rings', 'tap-bot/collect'), { maxLength: 3 }),
  }),
)

interface Run {
  user: TestUser
  appId: string
  seq: number
  /** The most energy that can have been given until now. */
  granted: number
  /** The latest time of the clock until now. */
  latest: number
}

const cheap = { prices: [10, 20, 30], step: 1 }
const rules = {
  boosts: {
    multitap: cheap,
    energyLimit: { prices: [10, 20], step: 100 },
    rechargeSpeed: cheap,
    tapBot: { prices: [10] },
  },
  freeBoosts: { turbo: { perDay: 0 }, fullEnergy: { perDay: 3 } },
  daily: { rewards: [5, 10] },
}

const buy = async (run: Run, boost: string) => {
  const { level } = (await world.profile(run.user)).boosts.find(({ id }) => id === boost)!
  await Promise.all([1, 2].map(() => world.call(run.user, 'boosts/buy', { boost, level })))
  // A higher limit comes full.
  if (boost === 'energyLimit') run.granted += 100
}

/** Ends the database's connections while calls are under way, as a crash does: none, some or all of them are stored. */
const crash = async (run: Run, { count, paths }: { count: number; paths: string[] }) => {
  const seq = run.seq + 1
  const calls = [world.click(run.user, count, seq), ...paths.map((path) => world.call(run.user, path))]
  await world.server.resources.db.pool
    .query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'openauth' AND pid <> pg_backend_pid()`,
    )
    .catch(() => undefined)
  for (const { status } of await Promise.all(calls)) expect([200, 429, 503]).toContain(status)
  // As the page does: the same number until there is an answer.
  await expect.poll(async () => (await world.click(run.user, count, seq)).status).toBe(200)
  run.seq = seq
  // A connection that ended while idle says so to the next that uses it, which here would be the test.
  const { pool } = world.server.resources.db
  const useEach = () => Promise.all(Array.from({ length: 10 }, () => pool.query('SELECT pg_sleep(0.02)')))
  await expect
    .poll(() =>
      useEach().then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
}

const apply = async (run: Run, each: Step): Promise<void> => {
  if (each.kind === 'taps') {
    const calls = each.counts.flatMap((count, index) =>
      Array.from({ length: each.isRepeated ? 2 : 1 }, () => world.click(run.user, count, run.seq + index + 1)),
    )
    for (const { status } of await Promise.all(calls)) expect([200, 429]).toContain(status)
    run.seq += each.counts.length
  } else if (each.kind === 'wait') {
    const { energyPerSecond } = await world.profile(run.user)
    clock.now += each.seconds * 1000
    // A clock that was set back gives no moment again.
    run.granted += (Math.max(0, clock.now - run.latest) / 1000) * energyPerSecond
    run.latest = Math.max(run.latest, clock.now)
  } else if (each.kind === 'together') {
    const { maxEnergy } = await world.profile(run.user)
    await Promise.all(each.paths.map((path) => world.call(run.user, path, { boost: 'fullEnergy' })))
    run.granted += each.paths.filter((path) => path === 'boosts/use').length * maxEnergy
  } else if (each.kind === 'buy') await buy(run, each.boost)
  else if (each.kind === 'crash') await crash(run, each)
  else {
    const { kind: _, rings, ...energy } = each
    await world.server.as(world.adminToken).gameRules.update({ appId: run.appId, taps: { rings }, energy })
  }
}

const check = async ({ user, granted }: Run): Promise<void> => {
  await world.expectSoundLedger(user)
  const { _sum: sum } = await world.server.resources.db.prisma.ringEntry.aggregate({
    where: { userId: user.id, kind: 'taps' },
    _sum: { amount: true },
  })
  expect(Number(sum.amount ?? 0n)).toBeLessThanOrEqual(granted)
  const { energy, maxEnergy, rings, earnedRings, claimedRings } = await world.profile(user)
  expect(energy).toBeGreaterThanOrEqual(0)
  expect(energy).toBeLessThanOrEqual(maxEnergy)
  expect(rings).toBeGreaterThanOrEqual(0)
  expect(rings + claimedRings).toBeLessThanOrEqual(earnedRings)
}

test('whatever players do in whatever order: rings are the sum of the ledger, and taps pay no more than the energy given', async () => {
  const { id: appId } = await createTestApp(world.server, world.adminToken, 'Any order')
  await world.server.as(world.adminToken).gameRules.update({ appId, ...rules })
  const property = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 15 }), async (steps) => {
    const user = await world.player(appId)
    const { maxEnergy } = await world.profile(user)
    const run: Run = { user, appId, seq: 0, granted: maxEnergy, latest: clock.now }
    for (const each of steps) await apply(run, each)
    await check(run)
  })
  const result = await fc.check(property, { numRuns: 25 })
  if (result.failed) throw new Error(fc.defaultReportMessage(result), { cause: result.errorInstance })
  expect(result.numRuns).toBe(25)
})
