/**
 * What a node refuses with: `message` says what kind of refusal it is, `data` why, and clients show both.
 * https://www.jsonrpc.org/specification#error_object
 */
export class RpcError extends Error {
  readonly code: number
  readonly data?: string

  constructor(code: number, message: string, data?: string) {
    super(message)
    this.code = code
    if (data !== undefined) this.data = data
  }
}

/** JSON-RPC's error -32602, with the reason as its data. */
export const invalidParams = (reason: string): RpcError => new RpcError(-32_602, 'Invalid params', reason)

/**
 * Of the transaction pool, with the words of a Substrate node.
 * https://paritytech.github.io/polkadot-sdk/master/sc_rpc_api/author/error/enum.Error.html
 */
export const poolErrors = {
  undecodable: (reason: string) =>
    new RpcError(
      1002,
      `Verification Error: Runtime error: Execution failed: ${reason}`,
      'RuntimeApi("Execution failed")',
    ),
  invalid: (reason: InvalidReason) => new RpcError(1010, 'Invalid Transaction', invalidReasons[reason]),
  unknown: (reason: string) => new RpcError(1011, 'Unknown Transaction Validity', reason),
  banned: () =>
    new RpcError(1012, 'Transaction is temporarily banned', 'The transaction was included in a block or found invalid'),
  imported: (hash: string) => new RpcError(1013, 'Transaction Already Imported', hash),
  lowPriority: (old: bigint, priority: bigint) =>
    new RpcError(
      1014,
      `Priority is too low: (${old} vs ${priority})`,
      'The transaction has too low priority to replace another transaction already in the pool.',
    ),
}

/** https://paritytech.github.io/polkadot-sdk/master/sp_runtime/transaction_validity/enum.InvalidTransaction.html */
const invalidReasons = {
  stale: 'Transaction is outdated',
  badProof: 'Transaction has a bad signature',
  ancientBirthBlock: 'Transaction has an ancient birth block',
  payment: 'Inability to pay some fees (e.g. account balance too low)',
}
type InvalidReason = keyof typeof invalidReasons
