import type { ErrorCode } from '@openauth/client'
import { ChainError } from '../chain-error.ts'
import { RpcError } from '../json-rpc/errors.ts'

/** Error codes for an extrinsic before it is sent. They are stable, so callers may rely on them. */
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

/** The codes on the wire. */
const refusals: Partial<Record<VaraErrorCode, ErrorCode>> = {
  gas_too_high: 'fee_too_high',
  insufficient_balance: 'insufficient_balance',
  invalid_address: 'invalid_address',
  invalid_id: 'invalid_address',
  invalid_amount: 'invalid_amount',
  invalid_payload: 'invalid_input',
  would_fail: 'transaction_refused',
  wrong_chain: 'chain_answer_unusable',
  unsupported_runtime: 'chain_answer_unusable',
}

/** See ChainError. */
export class VaraError extends ChainError<VaraErrorCode> {
  override readonly name = 'VaraError'

  constructor(code: VaraErrorCode, message: string) {
    super(code, message, refusals)
  }
}

/**
 * A Vara endpoint gave no usable response. `reason` is the node's own text: `message: data`, as Substrate splits it.
 */
export class VaraRpcError extends RpcError {
  override readonly name = 'VaraRpcError'
}

/** A response without the method's documented shape. */
export const malformed = (what: string): VaraRpcError =>
  new VaraRpcError('malformed', `The RPC endpoint sent an unexpected response to ${what}`)
