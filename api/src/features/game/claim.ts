import type { OpenAccount } from './open-account.ts'
import { claimable } from './profile.ts'

/** Claims all claimable rings; answers how many, and how many in all. Without any it changes nothing. */
export const claimRings = ({ account, rules, post, now }: OpenAccount): { claimed: number; claimedRings: number } => {
  const claimed = claimable(rules, account)
  if (claimed > 0) post('claim', -claimed, new Date(now).toISOString())
  account.claimed += claimed
  return { claimed, claimedRings: account.claimed }
}
