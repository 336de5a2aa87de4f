import { EvmRpcError } from './errors.ts'
import { readCount } from './quantity.ts'
import type { EvmRpc } from './rpc.ts'
import { transactionHash } from './sign.ts'

/** Why a node refused: another transaction has the nonce, or the fee is too low, also for a replacement. */
export type RefusedReason = 'nonce_used' | 'underpriced' | 'insufficient_balance' | 'other'

/**
 * - sent: the node has it, now or before
 * - refused: this node does not have it and gave a reason
 * - unknown: no usable response, so the transaction may be pending
 *
 * In all three cases, sending the same bytes again is safe and signing a transaction with a new nonce is not: see
 * `statusOf`.
 */
export type Broadcast =
  | { outcome: 'sent'; hash: string }
  | { outcome: 'refused'; hash: string; reason: RefusedReason; message: string }
  | { outcome: 'unknown'; hash: string; message: string }

/** Error messages of geth, Erigon, Nethermind, Besu, Reth, anvil and Frontier (Moonbeam). */
const reasons: [RegExp, RefusedReason][] = [
  [/nonce too low|old ?nonce|nonce is too low|\bstale\b/i, 'nonce_used'],
  [/underpriced|fee too low|feetoolow|replacement|too ?low ?priority|less than block base fee/i, 'underpriced'],
  [/insufficient (funds|balance)|insufficientfunds|\bpayment\b/i, 'insufficient_balance'],
]

const isKnown = async (rpc: EvmRpc, hash: string): Promise<boolean> => {
  const methods = ['eth_getTransactionByHash', 'eth_getTransactionReceipt']
  const answers = await Promise.all(methods.map((method) => rpc.call(method, [hash])))
  return answers.some((answer) => answer !== null)
}

const afterRefusal = async (rpc: EvmRpc, hash: string, error: EvmRpcError): Promise<Broadcast> => {
  if (/already (known|imported)|alreadyknown|alreadyimported|known transaction/i.test(error.message)) {
    return { outcome: 'sent', hash }
  }
  // "Nonce too low" is also the error for a transaction that has been mined meanwhile, possibly this one.
  if (await isKnown(rpc, hash)) return { outcome: 'sent', hash }
  const reason = reasons.find(([words]) => words.test(error.message))?.[1] ?? 'other'
  return { outcome: 'refused', hash, reason, message: error.message }
}

const send = async (rpc: EvmRpc, signed: Uint8Array, hash: string): Promise<Broadcast> => {
  const answer = await rpc.call('eth_sendRawTransaction', [`0x${Buffer.from(signed).toString('hex')}`])
  if (typeof answer === 'string' && answer.toLowerCase() === hash) return { outcome: 'sent', hash }
  return { outcome: 'unknown', hash, message: 'The RPC endpoint answered with the hash of another transaction' }
}

/**
 * Sends a signed transaction. Its hash is known before and should be recorded before; an endpoint that answers with
 * another hash is not trusted. Throws only EthereumError wrong_chain; everything else is an outcome, because the caller
 * must handle it.
 */
export const broadcast = async (rpc: EvmRpc, signed: Uint8Array): Promise<Broadcast> => {
  const hash = transactionHash(signed)
  try {
    return await send(rpc, signed, hash).catch((error: unknown) => {
      if (error instanceof EvmRpcError && error.kind === 'refused') return afterRefusal(rpc, hash, error)
      throw error
    })
  } catch (error) {
    if (error instanceof EvmRpcError) return { outcome: 'unknown', hash, message: error.message }
    throw error
  }
}

/**
 * The lowest nonce for a wallet's next transaction, by the node's mined and pending transactions. Nodes drop pending
 * transactions and do not see unsent ones, so the caller keeps its own count and takes the greater of the two. Throws
 * EvmRpcError.
 */
export const nextNonce = async (rpc: EvmRpc, address: string): Promise<number> => {
  const counts = ['latest', 'pending'].map(async (block) =>
    readCount(await rpc.call('eth_getTransactionCount', [address, block]), 'eth_getTransactionCount'),
  )
  return Math.max(...(await Promise.all(counts)))
}
