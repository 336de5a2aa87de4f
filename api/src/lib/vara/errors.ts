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

/** `message` says what happened and what to do next. It never holds key material or an endpoint's address. */
export class VaraError extends Error {
  override readonly name = 'VaraError'
  readonly code: VaraErrorCode

  constructor(code: VaraErrorCode, message: string) {
    super(message)
    this.code = code
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
