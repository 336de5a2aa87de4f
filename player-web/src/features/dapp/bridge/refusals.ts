import type { Decision } from './prompts.ts'

/** Bytes that a dapp may have signed. A transaction is one packet: https://solana.com/docs/core/transactions */
export const MAX_MESSAGE = 16_384
export const MAX_TRANSACTION = 1232

/** What dapps read; they show it to people or look for words in it, so that it is English and stays as it is. */
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

/** What an answer brings; undefined where nobody is there any more to be answered. */
export type Payload = Record<string, unknown> | undefined

/** A failure, as adapters read it. */
export const failed = (error: string): Payload => ({ error })

/** The failure for a decision that is no consent. */
export const failedBy = (decision: Exclude<Decision, 'approved'>): Payload =>
  decision === 'gone' ? undefined : failed(refusals[decision])

/** What an unexpected error tells the dapp. */
export const failedWith = (error: unknown): Payload =>
  failed((error instanceof Error ? error.message : String(error)).slice(0, 500))
