import { Problem } from '../../errors.ts'
import type { Account } from './account.ts'
import type { OpenAccount } from './open-account.ts'
import { claimable } from './profile.ts'

/** Throws `payout_under_review` while a review delays the payouts of a player. The one place that delays them. */
const requireNoReview = ({ payoutHeldSince }: Account): void => {
  if (payoutHeldSince !== null) throw new Problem('payout_under_review')
}

/** Claims all claimable rings; answers how many, and how many in all. Without any it changes nothing. */
export const claimRings = ({ account, rules, post, now }: OpenAccount): { claimed: number; claimedRings: number } => {
  requireNoReview(account)
  const claimed = claimable(rules, account)
  if (claimed > 0) post('claim', -claimed, new Date(now).toISOString())
  account.claimed += claimed
  return { claimed, claimedRings: account.claimed }
}
