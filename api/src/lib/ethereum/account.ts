import { EvmRpcError } from './errors.ts'
import { readCount, readQuantity } from './quantity.ts'
import type { EvmRpc } from './rpc.ts'

export interface AccountState {
  /** Wei. */
  balance: bigint
  /** Nonces that were used by the block at which the balance was read. */
  used: number
  /** The least nonce for another transaction: what the node has waiting counts. */
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

/** Of a balancer's nodes some lag: one that does not know the block yet answers for its own latest. */
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
 * What an account holds and how many nonces it had used, both as of one block: what was sent since then is neither in
 * the one nor in the other. Throws EvmRpcError, EthereumError wrong_chain.
 */
export const readAccount = async (rpc: EvmRpc, address: string): Promise<AccountState> => {
  const [state, pending] = await Promise.all([
    readAtHead(rpc, address),
    rpc.call('eth_getTransactionCount', [address, 'pending']),
  ])
  return { ...state, next: Math.max(state.used, readCount(pending, 'eth_getTransactionCount')) }
}
