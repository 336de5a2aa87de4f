import type { Network } from '../networks.ts'

/** The network that claims are paid on, from the app's treasury. */
export const payoutNetwork = 'solana' as const satisfies Network

/**
 * `queued`: waits for its payment; `sending`: in a transaction that is being made or waits for the chain; `paid`: on chain; `failed`: could not be
 * paid, and waits for an operator; `returned`: its rings are back on the player's balance. Only `queued` and `sending` change by themselves.
 */
export const ringClaimStatuses = ['queued', 'sending', 'paid', 'failed', 'returned'] as const
export type RingClaimStatus = (typeof ringClaimStatuses)[number]

/** Why a claim could not be paid. */
export const ringClaimProblems = ['account_frozen', 'account_taken', 'refused_by_chain'] as const
export type RingClaimProblem = (typeof ringClaimProblems)[number]

/** Why claims of a player wait longer than their delay. */
export const payoutNotices = ['under_review', 'treasury_empty', 'paused', 'daily_limit', 'delayed'] as const
export type PayoutNotice = (typeof payoutNotices)[number]

/** Why the treasury pays nothing now. */
export const treasuryProblems = [
  'not_enough_tokens',
  'not_enough_sol',
  'daily_limit',
  'token_refused',
  'node_unreachable',
] as const
export type TreasuryProblem = (typeof treasuryProblems)[number]
