import { MAX_APPEALS } from '@openauth/client'
import type { PlayerReviewModel } from '../../../db.ts'
import { Problem } from '../../../errors.ts'
import { type RingAccountNeeds, type PlayerIdentity, withAccount } from '../open-account.ts'

/** What a player may know of its review: neither flags nor the limit of taps. */
const present = (review: PlayerReviewModel | null) => ({
  state: review?.state ?? ('none' as const),
  since: review ? new Date(Number(review.since)) : null,
  canAppeal: review?.state === 'held' && review.appeals < MAX_APPEALS,
})

/** The review of the calling player. Throws `game_off`. */
export const readOwnReview = async ({ db, gameRules }: RingAccountNeeds, { userId, appId }: PlayerIdentity) => {
  await gameRules.get(appId)
  return present(await db.prisma.playerReview.findUnique({ where: { userId } }))
}

/** Files an appeal: of several at once, one. Throws `not_under_review`, `already_appealed`. */
export const appeal = (deps: RingAccountNeeds, identity: PlayerIdentity, text: string) =>
  withAccount(deps, identity, async ({ tx, now, account: { userId } }) => {
    const { count } = await tx.playerReview.updateMany({
      where: { userId, state: 'held', appeals: { lt: MAX_APPEALS } },
      data: { state: 'appealed', since: now, appeal: text, appealedAt: now, appeals: { increment: 1 } },
    })
    const review = await tx.playerReview.findUnique({ where: { userId } })
    if (count > 0) return present(review)
    throw new Problem(!review || review.state === 'cleared' ? 'not_under_review' : 'already_appealed')
  })
