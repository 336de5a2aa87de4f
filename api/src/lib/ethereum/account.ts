import { EvmRpcError } from './errors.ts'
import { readCount, readQuantity } from './quantity.ts'
import type { EvmRpc } from './rpc.ts'

export interface AccountState {
  /** Wei. */
  balance: bigint
  /** Number of nonces used as of the block at which the balance was read. */
  used: number
  /** The lowest nonce for another transaction; pending transactions of the node count. */
  next: number
}

const readAt = async (rpc: EvmRpc, address: string, block: string) => {
  const [balance, used] = await Promise.all([
    rpc.call('eth_getBalance', [address, block]),
    rpc.call('eth_getTransactionCount', [address, block]),
  ])
  return {
    balance: readQuantity(balance, 'eth_getBalance'),
    used: readCount(used, 'eth_getTransactionCount'),
  }
}

/** Nodes behind a load balancer may lag: one that lacks the block answers for its own latest. */
const readAtHead = async (rpc: EvmRpc, address: string) => {
  const head = await rpc.call('eth_blockNumber', [])
  try {
    return await readAt(rpc, address, String(head))
  } catch (error) {
    if (error instanceof EvmRpcError && error.kind === 'refused') return readAt(rpc, address, 'latest')
    throw error
  }
}

/**
 * An account's balance and used nonces, both as of one block; transactions sent since then affect neither. Throws
 * EvmRpcError, EthereumError wrong_chain.
 */
export const readAccount = async (rpc: EvmRpc, address: string): Promise<AccountState> => {
  const [state, pending] = await Promise.all([
    readAtHead(rpc, address),
    rpc.call('eth_getTransactionCount', [address, 'pending']),
  ])
  return { ...state, next: Math.max(state.used, readCount(pending, 'eth_getTransactionCount')) }
}
