/** Error codes of this folder. They are stable, so callers may translate them. */
export type SolanaErrorCode =
  | 'account_frozen'
  | 'blind_signing'
  | 'insufficient_balance'
  | 'invalid_address'
  | 'invalid_amount'
  | 'invalid_secret'
  | 'invalid_transaction'
  | 'not_a_mint'
  | 'not_a_signer'
  | 'own_address'
  | 'unknown_lookup_table'
  | 'unknown_mint'
  | 'unsupported_mint'

/** `message` says what happened and what to do next, and never contains key material. */
export class SolanaError extends Error {
  override readonly name = 'SolanaError'
  readonly code: SolanaErrorCode

  constructor(code: SolanaErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

/**
 * - unavailable: no connection, 5xx, or a lagging node; may be retried
 * - timed_out: no response in time; may be retried
 * - rate_limited: may be retried after a pause
 * - refused: a JSON-RPC error; a retry has the same result
 * - malformed: not JSON-RPC, too large, or not the method's documented shape
 * - wrong_chain: another genesis hash than the configured one, or than before
 */
export type SolanaRpcErrorKind = 'unavailable' | 'timed_out' | 'rate_limited' | 'refused' | 'malformed' | 'wrong_chain'

/**
 * A node gave no usable response. `message` contains the host and nothing else of its URL, which may hold an API key.
 */
export class SolanaRpcError extends Error {
  override readonly name = 'SolanaRpcError'
  readonly kind: SolanaRpcErrorKind
  /** The JSON-RPC error code: https://solana.com/docs/rpc */
  readonly rpcCode: number | undefined

  constructor(kind: SolanaRpcErrorKind, message: string, rpcCode?: number) {
    super(message)
    this.kind = kind
    this.rpcCode = rpcCode
  }
}
