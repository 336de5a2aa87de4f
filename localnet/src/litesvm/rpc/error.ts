import { describe, type Outcome } from '../outcome.ts'

/** A refusal of a node: https://solana.com/docs/rpc, https://www.jsonrpc.org/specification#error_object */
export class RpcError extends Error {
  readonly code: number
  readonly data?: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    if (data !== undefined) this.data = data
  }
}

/** JSON-RPC's error -32602, as a Solana node returns it for wrong parameters. */
export const invalidParams = (reason: string): RpcError => new RpcError(-32_602, reason)

/**
 * The refusal of a transaction, with the outcome of its run.
 * https://github.com/anza-xyz/agave/blob/master/rpc-client-api/src/custom_error.rs
 */
export const refusalOf = ({ err, logs, units }: Outcome): RpcError => {
  if (err === 'SignatureFailure') return new RpcError(-32_003, 'Transaction signature verification failure')
  const data = { accounts: null, err, logs, unitsConsumed: units, returnData: null, innerInstructions: null }
  return new RpcError(-32_002, `Transaction simulation failed: ${err === null ? 'unknown' : describe(err)}`, data)
}
