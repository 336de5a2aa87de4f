import type { ErrorCode } from '@openauth/client'
import { ChainError } from '../chain-error.ts'
import { RpcError } from '../json-rpc/errors.ts'

/** Error codes for a transaction before it is sent. They are stable, so callers may rely on them. */
export type EthereumErrorCode =
  | 'fee_too_high'
  | 'insufficient_balance'
  | 'invalid_address'
  | 'invalid_amount'
  | 'not_a_token'
  | 'not_signable'
  | 'reverted'
  | 'wrong_chain'

/** The codes on the wire. */
const refusals: Partial<Record<EthereumErrorCode, ErrorCode>> = {
  fee_too_high: 'fee_too_high',
  insufficient_balance: 'insufficient_balance',
  invalid_address: 'invalid_address',
  invalid_amount: 'invalid_amount',
  not_a_token: 'token_not_supported',
  reverted: 'transaction_refused',
  wrong_chain: 'chain_answer_unusable',
}

/** See ChainError. */
export class EthereumError extends ChainError<EthereumErrorCode> {
  override readonly name = 'EthereumError'

  constructor(code: EthereumErrorCode, message: string) {
    super(code, message, refusals)
  }
}

/** An EVM endpoint gave no usable response. */
export class EvmRpcError extends RpcError {
  override readonly name = 'EvmRpcError'
}
