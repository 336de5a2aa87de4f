import { RpcError } from '../json-rpc/errors.ts'

/** What can go wrong with an extrinsic before it is sent; stable, so that callers may rely on them. */
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

/** `message` says what happened and what to do next, and never holds key material or an endpoint's address. */
export class VaraError extends Error {
  override readonly name = 'VaraError'
  readonly code: VaraErrorCode

  constructor(code: VaraErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

/** An endpoint of Vara that gave no usable answer. `reason` is the node's own words: `message: data`, as Substrate splits them. */
export class VaraRpcError extends RpcError {
  override readonly name = 'VaraRpcError'
}

/** An answer that is not of the shape that the method has. */
export const malformed = (what: string): VaraRpcError =>
  new VaraRpcError('malformed', `The RPC endpoint answered ${what} with something else`)
