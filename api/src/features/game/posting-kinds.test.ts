import { expect, test } from 'vitest'
import { dayOf } from './account.ts'
import { checkLedgers } from './check-ledger.ts'
import { gameWorld } from './game.testing.ts'
import { withAccount } from './open-account.ts'
import type { PostingKind } from './posting-kinds.ts'
import { countGameDays } from './stats/count-days.ts'

const world = gameWorld()
const { clock } = world

/** A posting of each kind. Every amount is another power of two, so that a sum tells which of them are in it. */
const postings = {
  taps: 512,
  tap_bot: 1024,
  daily: 2048,
  referral: 4096,
  task: 8192,
  boost: -1,
  squad: -2,
  claim: -4,
  claim_returned: 8,
  adjustment: 16,
} satisfies Record<PostingKind, number>
const earned = 512 + 1024 + 2048 + 4096 + 8192

test('what is spent, claimed, returned or adjusted changes the balance alone, for accounts, their check and the figures of days', async () => {
  const user = await world.player()
  const { db } = world.server.resources
  await withAccount(world.accountNeeds(), { userId: user.id, appId: world.app.id }, ({ post }) => {
    for (const [kind, amount] of Object.entries(postings)) post(kind as PostingKind, amount, 'test')
  })
  expect(await world.profile(user)).toMatchObject({ earnedRings: earned, rings: earned - 1 - 2 - 4 + 8 + 16 })
  expect(await checkLedgers(db.prisma, [user.id])).toMatchObject([{ earned, isSound: true }])
  await world.expectSoundLedger(user)
  // The server counts in the background, and may be at it.
  await expect.poll(() => countGameDays(db, () => clock.now)).toBe(true)
  const where = { appId_day: { appId: world.app.id, day: dayOf(clock.now) } }
  const figures = await db.prisma.gameDay.findUniqueOrThrow({ where })
  expect(figures).toMatchObject({ made: BigInt(earned), spent: 3n, claimed: -4n, adjusted: 16n })
})
