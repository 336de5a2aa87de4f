/**
 * Why an endpoint gave no usable response:
 * - unavailable: no connection, or a server error
 * - timed_out: no response in time
 * - rate_limited: too many requests; `retryAfter` in seconds if given
 * - refused: a JSON-RPC error, with its `rpcCode`, `reason` and `data`
 * - malformed: not a valid JSON-RPC response, or not the method's documented shape
 * - wrong_chain: another genesis hash than the configured one, or than before
 */
export type RpcErrorKind = 'unavailable' | 'timed_out' | 'rate_limited' | 'refused' | 'malformed' | 'wrong_chain'

export interface RpcErrorDetails {
  retryAfter?: number | undefined
  rpcCode?: number | undefined
  /** The node's message, cleaned. */
  reason?: string | undefined
  data?: unknown
}

/** `message` names the endpoint's host, never its path, query or credentials, which may contain an API key. */
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

/** Makes untrusted text safe for logs, terminals and pages: visible ASCII and spaces, at most 200 characters. */
export const printable = (text: string): string => text.slice(0, 200).replaceAll(/[^\x20-\x7e]/g, '?')
