import type { Decision } from './prompts.ts'

/**
 * The most bytes that a dapp may have signed. A transaction fits into one packet:
 * https://solana.com/docs/core/transactions
 */
export const MAX_MESSAGE = 16_384
export const MAX_TRANSACTION = 1232

/** Texts for dapps, which show them or search for words in them: they are in English and do not change. */
export const refusals = {
  rejected: 'User rejected the request',
  muted: 'User rejected too many requests',
  crowded: 'Too many requests are waiting',
  tooFast: 'Too many requests',
  loggedOut: 'Log in first',
  notConnected: 'Not connected',
  unknownType: 'Unsupported request',
  badMessage: `The message must be UTF-8 text of 1 to ${MAX_MESSAGE} bytes`,
  badTransaction: `The transaction must have 1 to ${MAX_TRANSACTION} bytes`,
} as const satisfies Record<Exclude<Decision, 'approved' | 'gone'>, string> & Record<string, string>

/** The payload of an answer; undefined where the requester is gone. */
export type Payload = Record<string, unknown> | undefined

/** A failure in the form that adapters read. */
export const failed = (error: string): Payload => ({ error })

/** The failure for a decision other than approval. */
export const failedBy = (decision: Exclude<Decision, 'approved'>): Payload =>
  decision === 'gone' ? undefined : failed(refusals[decision])

/** The failure for an unexpected error. */
export const failedWith = (error: unknown): Payload =>
  failed((error instanceof Error ? error.message : String(error)).slice(0, 500))
