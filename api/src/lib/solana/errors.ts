import { RpcError } from '../json-rpc/errors.ts'

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

/** A node gave no usable response, or serves another chain. */
export class SolanaRpcError extends RpcError {
  override readonly name = 'SolanaRpcError'
}
