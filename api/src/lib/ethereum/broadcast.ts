import { EvmRpcError } from './errors.ts'
import { readCount } from './quantity.ts'
import type { EvmRpc } from './rpc.ts'
import { transactionHash } from './sign.ts'

/** Why a node refused: another transaction has the nonce, or one with a fee that is not low enough to be replaced. */
export type RefusedReason = 'nonce_used' | 'underpriced' | 'insufficient_balance' | 'other'

/**
 * - sent: the node has it, now or before
 * - refused: this node does not have it and said why
 * - unknown: no usable answer, so it may be on its way
 *
 * In all three, sending the same bytes again is safe and signing others with a new nonce is not: see `statusOf`.
 */
export type Broadcast =
  | { outcome: 'sent'; hash: string }
  | { outcome: 'refused'; hash: string; reason: RefusedReason; message: string }
  | { outcome: 'unknown'; hash: string; message: string }

/** In the words of geth, Erigon, Nethermind, Besu, Reth, anvil and Frontier (Moonbeam). */
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
  // "Nonce too low" is also what is said of a transaction that has been mined meanwhile: ours, if sent before.
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
 * Sends a signed transaction. Its hash was known before, and should be on record: an endpoint that answers with another
 * one is not believed. Throws EthereumError wrong_chain only; the rest is an outcome, because it must be dealt with.
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
 * The least nonce that a wallet's next transaction can have: what the node has seen of it, mined and waiting. Nodes forget
 * what waits and know nothing of what is being signed, so the caller keeps count and takes the greater of the two.
 * Throws EvmRpcError.
 */
export const nextNonce = async (rpc: EvmRpc, address: string): Promise<number> => {
  const counts = ['latest', 'pending'].map(async (block) =>
    readCount(await rpc.call('eth_getTransactionCount', [address, block]), 'eth_getTransactionCount'),
  )
  return Math.max(...(await Promise.all(counts)))
}
