import { type ErrorCode, errors } from '@openauth/client'
import { Problem } from '../../errors.ts'
import { ChainError } from '../../lib/chain-error.ts'
import { RpcError } from '../../lib/json-rpc/errors.ts'

/** Clients in the field match the start of these messages; the reason follows it. */
const fixedWords = new Set<ErrorCode>(['insufficient_balance', 'invalid_address', 'invalid_amount'])

/** Creates a refusal whose message contains the reason, because clients in the field display only the message. */
export const refusedBecause = (code: ErrorCode, why: string): Problem =>
  new Problem(code, {
    message: fixedWords.has(code) ? `${errors[code][1]}: ${why}` : why,
    ...(fixedWords.has(code) ? { issues: [{ path: '', message: why }] } : {}),
  })

const ofRpc = ({ kind, message }: RpcError): Problem => {
  if (kind === 'timed_out') return new Problem('chain_timeout', { message, retryAfter: 5 })
  if (kind === 'unavailable' || kind === 'rate_limited')
    return new Problem('chain_unavailable', { message, retryAfter: 5 })
  return new Problem('chain_answer_unusable', { message })
}

const problemOf = (error: unknown): unknown => {
  if (error instanceof RpcError) return ofRpc(error)
  if (!(error instanceof ChainError) || !error.refusal) return error
  return refusedBecause(error.refusal, error.message)
}

/** Awaits a call of a chain library and converts its errors to Problems. */
export const withChainErrors = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    throw problemOf(error)
  }
}

const STILL_SENDING =
  'The transaction is signed and the server keeps sending it: check the transactions before sending again, or use an idempotency key'

/** Adds to an error's message that the server keeps sending the signed transaction: another call would pay twice. */
export const sendContinues = ({ code, message }: Problem): Problem =>
  new Problem(code, { message: `${message.replace(/\.$/, '')}. ${STILL_SENDING}` })

/** Awaits a broadcast; the message of an error states that the server keeps sending the transaction. */
export const withBroadcastErrors = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await withChainErrors(work)
  } catch (error) {
    throw error instanceof Problem ? sendContinues(error) : error
  }
}
