/**
 * Why an endpoint gave no usable answer:
 * - unavailable: no connection, or a failure of its own
 * - timed_out: no answer in time
 * - rate_limited: asked too often; `retryAfter` in seconds where it said so
 * - refused: it answered that it will not do this; `rpcCode`, `reason` and `data` are the JSON-RPC error's
 * - malformed: it answered what no node answers
 */
export type RpcErrorKind = 'unavailable' | 'timed_out' | 'rate_limited' | 'refused' | 'malformed'

export interface RpcErrorDetails {
  retryAfter?: number | undefined
  rpcCode?: number | undefined
  /** The node's words, cleaned. */
  reason?: string | undefined
  data?: unknown
}

/** `message` names the endpoint's host, never its path, query or credentials, which may be somebody's key. */
export class RpcError extends Error {
  readonly kind: RpcErrorKind
  readonly retryAfter: number | undefined
  readonly rpcCode: number | undefined
  readonly reason: string | undefined
  readonly data: unknown

  constructor(kind: RpcErrorKind, message: string, { retryAfter, rpcCode, reason, data }: RpcErrorDetails = {}) {
    super(message)
    this.kind = kind
    this.retryAfter = retryAfter
    this.rpcCode = rpcCode
    this.reason = reason
    this.data = data
  }
}

/** The error of one chain's endpoints. */
export type RpcFailure = new (kind: RpcErrorKind, message: string, details?: RpcErrorDetails) => RpcError

/** A stranger's words, fit for a log, a terminal and a page: visible ASCII and blanks, at most 200 characters. */
export const printable = (text: string): string => text.slice(0, 200).replaceAll(/[^\x20-\x7e]/g, '?')
