import { readCount, toQuantity } from './quantity.ts'
import { EvmRpcError } from './errors.ts'
import { type Log, readTransferLog, type Receipt, receiptOf } from './receipt.ts'
import type { EvmRpc } from './rpc.ts'

export interface SentTransaction {
  hash: string
  nonce: number
  from: string
  /** For a token transfer: what its log must contain. */
  transfer?: { token: string; to: string } | undefined
}

/** `final`: enough blocks follow (the chain's finalAfter), so no further check is needed. */
type Mined = { block: number; confirmations: number; final: boolean; /** Wei. */ fee: bigint }

/**
 * - submitted: a node has it, no block does
 * - confirmed: it is in a block and succeeded; `moved` is the amount in the token's log, in smallest units, which may
 *   be less than was sent if the token takes a fee
 * - failed: it is in a block and moved nothing; the fee is paid, the nonce used
 * - replaced: another transaction of the wallet used the nonce, so this one can never be mined
 * - dropped: this node does not have it. Other nodes may: send the same bytes again, or another transaction with this
 *   nonce
 */
export type TransactionStatus =
  | { state: 'submitted' }
  | ({ state: 'confirmed'; moved?: bigint } & Mined)
  | ({ state: 'failed'; reason: 'reverted' | 'not_moved' } & Mined)
  | { state: 'replaced'; final: boolean }
  | { state: 'dropped' }

/** Nodes keep the state of the last 128 blocks. https://geth.ethereum.org/docs/fundamentals/sync-modes */
const STATE_DEPTH = 64

const countAt = async (rpc: EvmRpc, from: string, block: string): Promise<number> =>
  readCount(await rpc.call('eth_getTransactionCount', [from, block]), 'eth_getTransactionCount')

const moved = (logs: Log[], { from, transfer }: SentTransaction): bigint =>
  logs
    .map(readTransferLog)
    .filter((log) => log !== undefined)
    .filter(({ token }) => token === transfer?.token.toLowerCase())
    .filter((log) => log.from === from.toLowerCase() && log.to === transfer?.to.toLowerCase())
    .reduce((sum, { amount }) => sum + amount, 0n)

const ofReceipt = (rpc: EvmRpc, sent: SentTransaction, receipt: Receipt, head: number): TransactionStatus => {
  const { block, fee, succeeded, logs } = receipt
  const confirmations = Math.max(head - block + 1, 1)
  const mined = { block, fee, confirmations, final: confirmations >= rpc.chain.finalAfter }
  if (!succeeded) return { state: 'failed', reason: 'reverted', ...mined }
  if (!sent.transfer) return { state: 'confirmed', ...mined }
  const amount = moved(logs, sent)
  if (amount === 0n) return { state: 'failed', reason: 'not_moved', ...mined }
  return { state: 'confirmed', moved: amount, ...mined }
}

/** Whether the nonce was used many blocks ago; false if the node no longer has that state. */
const isLongUsed = async (rpc: EvmRpc, { from, nonce }: SentTransaction, head: number): Promise<boolean> => {
  const block = head - Math.min(rpc.chain.finalAfter, STATE_DEPTH) + 1
  if (block < 0) return false
  try {
    return (await countAt(rpc, from, toQuantity(block))) > nonce
  } catch (error) {
    if (error instanceof EvmRpcError && error.kind === 'refused') return false
    throw error
  }
}

const isInBlock = (transaction: unknown): boolean =>
  typeof transaction === 'object' &&
  transaction !== null &&
  'blockHash' in transaction &&
  typeof transaction.blockHash === 'string'

/**
 * The status of a transaction. Every state can change until `final`, because blocks may be reorganized. Throws
 * EthereumError wrong_chain and EvmRpcError; then the status is unknown.
 */
export const statusOf = async (rpc: EvmRpc, sent: SentTransaction): Promise<TransactionStatus> => {
  // Read before the receipt, so that a transaction mined in between is not reported as replaced.
  const [head, count] = await Promise.all([
    rpc.call('eth_blockNumber', []).then((answer) => readCount(answer, 'eth_blockNumber')),
    countAt(rpc, sent.from, 'latest'),
  ])
  const [receipt, transaction] = await Promise.all([
    receiptOf(rpc, sent.hash, sent.from),
    rpc.call('eth_getTransactionByHash', [sent.hash]),
  ])
  if (receipt) return ofReceipt(rpc, sent, receipt, head)
  if (isInBlock(transaction)) return { state: 'submitted' }
  if (count > sent.nonce) return { state: 'replaced', final: await isLongUsed(rpc, sent, head) }
  return { state: transaction === null ? 'dropped' : 'submitted' }
}
