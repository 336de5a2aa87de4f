import type { PayoutNotice, RingClaimProblem, TreasuryProblem } from '@openauth/client'
import type { RingClaimModel, Tx } from '../../../db.ts'
import { problemOf } from './treasury.ts'

const instant = (at: bigint | null): Date | null => (at === null ? null : new Date(Number(at)))

/** A claim in wire form. */
export const presentClaim = (claim: RingClaimModel) => ({
  ...claim,
  rings: Number(claim.rings),
  amount: String(claim.amount),
  problem: claim.problem as RingClaimProblem | null,
  createdAt: new Date(Number(claim.createdAt)),
  dueAt: new Date(Number(claim.dueAt)),
  settledAt: instant(claim.settledAt),
})

/** What players are told of a treasury's problem. */
const notices: Record<TreasuryProblem, PayoutNotice> = {
  not_enough_tokens: 'treasury_empty',
  not_enough_sol: 'treasury_empty',
  daily_limit: 'daily_limit',
  token_refused: 'delayed',
  node_unreachable: 'delayed',
}

/** Why payments to a player wait; null: nothing keeps them. `mint`: what claims are paid in now, null where they are recorded only. */
export const readNotice = async (
  tx: Tx,
  { userId, appId }: { userId: string; appId: string },
  mint: string | null,
): Promise<PayoutNotice | null> => {
  const player = await tx.player.findUnique({ where: { userId }, select: { payoutHeldSince: true } })
  if (player?.payoutHeldSince != null) return 'under_review'
  const isWaiting = { userId, status: { in: ['queued' as const, 'sending' as const] } }
  if (mint === null && (await tx.ringClaim.count({ where: isWaiting })) === 0) return null
  const treasury = await tx.treasury.findUnique({ where: { appId } })
  if (!treasury || treasury.pausedBecause !== null) return 'paused'
  const problem = problemOf(treasury)
  return problem && notices[problem.code]
}
