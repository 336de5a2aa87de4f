import type { GameRules } from '@openauth/client'
import { Problem } from '../../errors.ts'
import { emitEvent } from '../webhooks/emit.ts'
import { type Account, HOUR } from './account.ts'
import type { OpenAccount } from './open-account.ts'
import { readNotice } from './payouts/present.ts'
import { claimable } from './profile.ts'

/** Throws `payout_under_review` while a review delays the payouts of a player. */
const requireNoReview = ({ payoutHeldSince }: Account): void => {
  if (payoutHeldSince !== null) throw new Problem('payout_under_review')
}

/** Stores what is owed on chain for claimed rings, by the rules of now. Null where claims are recorded only. */
const storePayout = async (
  { account, tx, now }: OpenAccount,
  { payouts }: GameRules,
  claimed: number,
  address: string,
) => {
  const { mint, decimals, rings, units, delayHours } = payouts
  if (mint === null || claimed === 0) return null
  const { userId, appId } = account
  const amount = (BigInt(claimed) / BigInt(rings)) * BigInt(units)
  const { id } = await tx.ringClaim.create({
    data: {
      userId,
      appId,
      address,
      token: mint,
      decimals,
      amount,
      rings: claimed,
      createdAt: now,
      dueAt: now + delayHours * HOUR,
    },
    select: { id: true },
  })
  return { id, amount: String(amount), decimals, token: mint, notice: await readNotice(tx, { userId, appId }, mint) }
}

/** Claims all claimable rings, for the player's address on the chain of payouts; answers how many, how many in all, and what is paid for them on chain. Without any it changes nothing. */
export const claimRings = async (open: OpenAccount, address: string) => {
  const { account, rules, post, now, tx } = open
  requireNoReview(account)
  const claimed = claimable(rules, account)
  if (claimed > 0) post('claim', -claimed, new Date(now).toISOString())
  account.claimed += claimed
  const payout = await storePayout(open, rules, claimed, address)
  const { userId, appId } = account
  const data = { rings: claimed, claimId: payout?.id ?? null }
  if (claimed > 0) await emitEvent(tx, { appId, userId, type: 'rings.claimed', data })
  return { claimed, claimedRings: account.claimed, payout }
}
