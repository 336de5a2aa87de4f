/** What can go wrong with a transaction before it is sent; stable, so that callers may rely on them. */
export type EthereumErrorCode =
  | 'fee_too_high'
  | 'insufficient_balance'
  | 'invalid_address'
  | 'invalid_amount'
  | 'not_a_token'
  | 'not_signable'
  | 'reverted'
  | 'wrong_chain'

/** `message` says what happened and what to do next, and never holds key material or an endpoint's address. */
export class EthereumError extends Error {
  override readonly name = 'EthereumError'
  readonly code: EthereumErrorCode

  constructor(code: EthereumErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

/**
 * Why an endpoint gave no usable answer:
 * - unavailable: no connection, or a failure of its own
 * - timed_out: no answer in time
 * - rate_limited: asked too often; `retryAfter` in seconds where it said so
 * - refused: it answered that it will not do this; `rpcCode` and `data` are the JSON-RPC error's
 * - malformed: it answered what no node answers
 */
export type EvmRpcErrorKind = 'unavailable' | 'timed_out' | 'rate_limited' | 'refused' | 'malformed'

type Details = { retryAfter?: number | undefined; rpcCode?: number | undefined; data?: unknown }

/** `message` names the endpoint's host, never its path, query or credentials, which may be somebody's key. */
export class EvmRpcError extends Error {
  override readonly name = 'EvmRpcError'
  readonly kind: EvmRpcErrorKind
  readonly retryAfter: number | undefined
  readonly rpcCode: number | undefined
  readonly data: unknown

  constructor(kind: EvmRpcErrorKind, message: string, { retryAfter, rpcCode, data }: Details = {}) {
    super(message)
    this.kind = kind
    this.retryAfter = retryAfter
    this.rpcCode = rpcCode
    this.data = data
  }
}

/** A stranger's words, fit for a log, a terminal and a page: visible ASCII and blanks, at most 200 characters. */
export const printable = (text: string): string => text.slice(0, 200).replaceAll(/[^\x20-\x7e]/g, '?')
