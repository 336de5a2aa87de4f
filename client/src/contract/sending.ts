import * as z from 'zod'
import type { ErrorCode } from './errors.ts'
import { emptyAsUndefined } from './fields.ts'

/** Fields and errors that the sends of all chains share. */
export const rpcUrl = emptyAsUndefined(z.string().max(2048)).describe(
  "one of the server's endpoints; default: its first",
)

export const amount = z
  .union([z.string(), z.int().nonnegative().transform(String)])
  .pipe(z.string().max(80))
  .describe('in smallest units, decimal digits')

export const idempotencyKey = emptyAsUndefined(z.string().min(1).max(255)).describe(
  "a key of your choice: for a day, a second call with it sends nothing and returns the first call's answer",
)

export const sendErrors: ErrorCode[] = [
  'policy_refused',
  'rpc_not_allowed',
  'idempotency_conflict',
  'send_in_progress',
  'invalid_address',
  'invalid_amount',
  'insufficient_balance',
  'transaction_refused',
  'chain_unavailable',
  'chain_answer_unusable',
  'chain_timeout',
]
