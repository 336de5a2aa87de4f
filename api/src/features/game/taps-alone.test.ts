import { defaultGameRules } from '@openauth/client'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { UserIdentity } from '../../handler.ts'
import { createTestApp, type TestUser } from '../../testing.ts'
import type { Boards } from './boards/boards.ts'
import { gameWorld } from './game.testing.ts'
import { createRulesCache } from './rules.ts'
import type { SquadTotals } from './squads/totals.ts'
import { createTaps } from './taps.ts'

const world = gameWorld()
const { clock } = world

/** Taps as a server adds them whose database a cluster distributes. */
const tapsAlone = () => {
  const { db } = world.server.resources
  const boards = { set: () => undefined } as unknown as Boards
  const rules = createRulesCache(db)
  // As fresh as those of the server that made the change.
  const gameRules = {
    ...rules,
    get: (appId: string) => {
      rules.invalidate(appId)
      return rules.get(appId)
    },
  }
  const squadTotals = { mark: () => undefined } as unknown as SquadTotals
  const deps = { db, gameRules, clock: () => clock.now, boards, squadTotals }
  return createTaps(deps, async () => true)
}

const identityOf = ({ id: userId }: TestUser, appId: string): UserIdentity => ({
  kind: 'user',
  userId,
  appId,
  sessionId: '',
})

/**
 * A player's account and ledger, without what names the player. A batch that is not new stores nothing where many players share a
 * statement, so energy is compared as it is now.
 */
const stateOf = async (user: TestUser) => {
  const { energy } = await world.profile(user)
  const userId = user.id
  const { prisma } = world.server.resources.db
  const player = await prisma.player.findUniqueOrThrow({ where: { userId } })
  // Whether the inviter is paid is settled beside the answer of the call.
  const { userId: _, createdAt: __, energy: ___, referralSettled: ____, tapCredit, settledAt, ...others } = player
  const { perSecond } = defaultGameRules.taps
  const credit = Math.min(Number(tapCredit) + Math.max(0, clock.now - Number(settledAt)) * perSecond, 660_000)
  const account = { ...others, energy, credit }
  const entries = await prisma.ringEntry.findMany({ where: { userId }, orderBy: { firstSeq: 'asc' } })
  return { account, entries: entries.map(({ userId: _id, ...entry }) => entry) }
}

type Step =
  | { kind: 'taps'; count: number; ahead: number }
  | { kind: 'wait'; seconds: number }
  | { kind: 'call'; path: string; boost: string }
  | { kind: 'rules'; rings: number; max: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('taps' as const),
      count: fc.integer({ min: 1, max: 200 }),
      ahead: fc.integer({ min: -2, max: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), seconds: fc.integer({ min: -2000, max: 5000 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('call' as const),
      path: fc.constantFrom('daily', 'boosts/use'),
      boost: fc.constantFrom('turbo', 'fullEnergy'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('rules' as const),
      rings: fc.integer({ min: 1, max: 3 }),
      max: fc.integer({ min: 500, max: 2000 }),
    }),
  },
)

test('a batch in a transaction of its own does what the statement of many players does', async () => {
  const { id: appId } = await createTestApp(world.server, world.adminToken, 'Two ways')
  const admin = world.server.as(world.adminToken)
  const taps = tapsAlone()
  const property = fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
    const [together, alone] = [await world.player(appId), await world.player(appId)]
    let seq = 0
    // A batch that is not new brings only the account that is opened by itself to the present: the clock is not set back behind that.
    let earliest = 0
    for (const each of steps) {
      if (each.kind === 'wait') clock.now = Math.max(earliest, clock.now + each.seconds * 1000)
      else if (each.kind === 'call')
        for (const user of [together, alone]) await world.call(user, each.path, { boost: each.boost })
      else if (each.kind === 'rules')
        await admin.gameRules.update({ appId, taps: { rings: each.rings }, energy: { max: each.max } })
      else {
        const batch = { count: each.count, seq: Math.max(1, seq + each.ahead) }
        const { status, body } = await world.click(together, batch.count, batch.seq)
        const { mayOweInviter: _, ...answer } = await taps.add(identityOf(alone, appId), batch)
        expect([status, body.data]).toEqual([200, answer])
        if (batch.seq <= seq) earliest = clock.now
        seq = answer.seq
      }
    }
    expect(await stateOf(alone)).toEqual(await stateOf(together))
    await world.expectSoundLedger(alone)
  })
  const result = await fc.check(property, { numRuns: 25 })
  if (result.failed) throw new Error(fc.defaultReportMessage(result), { cause: result.errorInstance })
})

test('of twenty calls at once with one number, one counts; a number far ahead is refused', async () => {
  const user = await world.player()
  const taps = tapsAlone()
  const identity = identityOf(user, world.app.id)
  const answers = await Promise.all(Array.from({ length: 20 }, () => taps.add(identity, { count: 7, seq: 1 })))
  expect(answers.filter(({ accepted }) => accepted > 0)).toHaveLength(1)
  expect(answers.every(({ rings }) => rings === 7)).toBe(true)
  await expect(taps.add(identity, { count: 1, seq: 1_000_000 })).rejects.toMatchObject({ code: 'seq_too_far' })
  await world.expectSoundLedger(user)
})

test('each statement of a batch names its player by a parameter, so that a cluster sends it to one machine', async () => {
  const user = await world.player()
  const taps = tapsAlone()
  await taps.add(identityOf(user, world.app.id), { count: 1, seq: 1 })
  const sent = await world.statementsOf(() => taps.add(identityOf(user, world.app.id), { count: 5, seq: 2 }))
  const ofPlayers = sent.filter((text) => /"(Player|RingEntry|RingReward)"/.test(text))
  expect(ofPlayers.length).toBeGreaterThanOrEqual(4)
  for (const text of ofPlayers) expect(text).toMatch(/"userId"\)?\s*= \$\d|VALUES \(\$\d+::uuid/)
  for (const text of ofPlayers) expect(text).not.toMatch(/now\(\)|CURRENT_TIMESTAMP/i)
})
