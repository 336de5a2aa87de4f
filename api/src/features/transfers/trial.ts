import { Problem } from '../../errors.ts'
import type { TransactionImpact } from '../policy-engine/enforce-policy.ts'

/** What a dry run finds: the impact, and what balance or chain have against it. */
export interface Trial {
  impact: TransactionImpact
  chain: Problem | null
  notes: string[]
}

export const NO_FEE = 'The fee is not counted: it is known once a user is named whose balance suffices.'
export const NO_USER = 'Without a user, neither balance nor what was spent today is known.'

/** Refusals of a send for which a dry run goes on without the chain: they say nothing about the policy. */
const ofChain = ['insufficient_balance', 'transaction_refused', 'token_not_supported', 'fee_too_high']

/** The refusal if it is the chain's; throws any other error. */
export const chainRefusal = (error: unknown): Problem => {
  if (error instanceof Problem && ofChain.includes(error.code)) return error
  throw error
}
