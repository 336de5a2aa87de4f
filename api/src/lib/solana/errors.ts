/** What can be wrong with a request to this folder; stable, so that callers may translate them. */
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

/** `message` says what happened and what to do next, and never carries key material. */
export class SolanaError extends Error {
  override readonly name = 'SolanaError'
  readonly code: SolanaErrorCode

  constructor(code: SolanaErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

/**
 * - unavailable: no connection, 5xx, a node that is behind; worth another try
 * - timed_out: no answer in time; worth another try
 * - rate_limited: worth another try after a pause
 * - refused: the node answers, and the answer is no; another try ends the same
 * - malformed: not JSON-RPC, too large, or not of the shape that the method has
 * - wrong_chain: another genesis hash than the endpoint is set up for, or than it had before
 */
export type SolanaRpcErrorKind = 'unavailable' | 'timed_out' | 'rate_limited' | 'refused' | 'malformed' | 'wrong_chain'

/** A node that is of no use. `message` names its host and nothing else of its URL, which may hold an API key. */
export class SolanaRpcError extends Error {
  override readonly name = 'SolanaRpcError'
  readonly kind: SolanaRpcErrorKind
  /** The JSON-RPC code of a refusal: https://solana.com/docs/rpc */
  readonly rpcCode: number | undefined

  constructor(kind: SolanaRpcErrorKind, message: string, rpcCode?: number) {
    super(message)
    this.kind = kind
    this.rpcCode = rpcCode
  }
}
