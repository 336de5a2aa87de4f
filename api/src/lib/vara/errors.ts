/** What can go wrong with an extrinsic before it is sent; stable, so that callers may rely on them. */
export type VaraErrorCode =
  | 'gas_too_high'
  | 'insufficient_balance'
  | 'invalid_address'
  | 'invalid_amount'
  | 'invalid_id'
  | 'invalid_payload'
  | 'not_signable'
  | 'unsupported_runtime'
  | 'would_fail'
  | 'wrong_chain'

/** `message` says what happened and what to do next, and never holds key material or an endpoint's address. */
export class VaraError extends Error {
  override readonly name = 'VaraError'
  readonly code: VaraErrorCode

  constructor(code: VaraErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

/**
 * Why an endpoint gave no usable answer:
 * - unavailable: no connection, a failure of its own, or a block that it does not keep
 * - timed_out: no answer in time
 * - rate_limited: asked too often; `retryAfter` in seconds where it said so
 * - refused: it answered that it will not do this; `rpcCode` and `reason` are the JSON-RPC error's
 * - malformed: it answered what no node answers
 */
export type VaraRpcErrorKind = 'unavailable' | 'timed_out' | 'rate_limited' | 'refused' | 'malformed'

type Details = { retryAfter?: number | undefined; rpcCode?: number | undefined; reason?: string | undefined }

/** `message` names the endpoint's host, never its path, query or credentials, which may be somebody's key. */
export class VaraRpcError extends Error {
  override readonly name = 'VaraRpcError'
  readonly kind: VaraRpcErrorKind
  readonly retryAfter: number | undefined
  readonly rpcCode: number | undefined
  /** The node's own words, fit to be shown: `message: data`, as Substrate splits them. */
  readonly reason: string | undefined

  constructor(kind: VaraRpcErrorKind, message: string, { retryAfter, rpcCode, reason }: Details = {}) {
    super(message)
    this.kind = kind
    this.retryAfter = retryAfter
    this.rpcCode = rpcCode
    this.reason = reason
  }
}

/** A stranger's words, fit for a log, a terminal and a page: visible ASCII and blanks, at most 200 characters. */
export const printable = (text: string): string => text.slice(0, 200).replaceAll(/[^\x20-\x7e]/g, '?')

/** An answer that is not of the shape that the method has. */
export const malformed = (what: string): VaraRpcError =>
  new VaraRpcError('malformed', `The RPC endpoint answered ${what} with something else`)
