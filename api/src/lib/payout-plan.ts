/** One payment. */
export interface Payout {
  /** The recipient's wallet. */
  to: string
  /** Smallest units. */
  amount: bigint
}

/** Payments of one transaction, all in one token. */
export interface PayoutOrder {
  /** The paying wallet. */
  from: string
  token: string
  /** The token's decimals as they were when the amounts were fixed. */
  decimals: number
  /** As many as fit into a transaction, at most. */
  payouts: readonly Payout[]
}

/** Why a recipient cannot be paid: others can. */
export type PayoutRefusal = 'account_frozen' | 'account_taken'

/** A transaction that pays, or why there is none. */
export type PayoutPlan<Unsigned> =
  | { kind: 'built'; unsigned: Unsigned }
  /** Some recipients cannot be paid, by their index. */
  | { kind: 'refused'; refusals: { index: number; why: PayoutRefusal }[] }
  /** The wallet lacks smallest units of the token, or of the chain's own token, which pays fees and new accounts. */
  | { kind: 'short'; of: 'token' | 'native'; missing: bigint }
