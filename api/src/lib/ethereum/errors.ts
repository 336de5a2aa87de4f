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

/** `message` says what happened and what to do next. It never holds key material or an endpoint's address. */
export class EthereumError extends Error {
  override readonly name = 'EthereumError'
  readonly code: EthereumErrorCode

  constructor(code: EthereumErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

/** An EVM endpoint gave no usable response. */
export class EvmRpcError extends RpcError {
  override readonly name = 'EvmRpcError'
}
