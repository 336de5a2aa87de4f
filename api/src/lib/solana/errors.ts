import type { ErrorCode } from '@openauth/client'
import { ChainError } from '../chain-error.ts'
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

/** The codes on the wire. */
const refusals: Partial<Record<SolanaErrorCode, ErrorCode>> = {
  blind_signing: 'blind_signing',
  insufficient_balance: 'insufficient_balance',
  invalid_address: 'invalid_address',
  invalid_amount: 'invalid_amount',
  invalid_transaction: 'invalid_transaction',
  not_a_signer: 'not_a_signer',
  own_address: 'invalid_address',
  account_frozen: 'token_not_supported',
  not_a_mint: 'token_not_supported',
  unknown_mint: 'token_not_supported',
  unsupported_mint: 'token_not_supported',
  unknown_lookup_table: 'transaction_refused',
}

/** See ChainError. */
export class SolanaError extends ChainError<SolanaErrorCode> {
  override readonly name = 'SolanaError'

  constructor(code: SolanaErrorCode, message: string) {
    super(code, message, refusals)
  }
}

/** A node gave no usable response, or serves another chain. */
export class SolanaRpcError extends RpcError {
  override readonly name = 'SolanaRpcError'
}
