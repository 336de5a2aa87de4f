import { VARA_DECIMALS, VARA_SYMBOL } from '../../../../lib/vara/network.ts'
import type { VaraRpc } from '../../../../lib/vara/rpc.ts'
import type { ChainReads } from '../../adapter.ts'

const transferableOf = async (rpc: VaraRpc, address: string): Promise<bigint> =>
  (await (await import('./library.ts')).readBalance(rpc, address)).transferable

/** Vara has no tokens but its own, and its nodes no index of addresses. */
export const varaReads: ChainReads<VaraRpc> = {
  balances: async (rpc, address) => {
    const amount = (await transferableOf(rpc, address)).toString()
    return [{ token: null, amount, decimals: VARA_DECIMALS, symbol: VARA_SYMBOL }]
  },
  balanceOf: transferableOf,
  history: async (node, _address, { rpcUrl, limit }, ledger) => {
    const sent = await ledger.entries(limit)
    // Nothing is asked of the node that a call names, and it must be on the list.
    if (rpcUrl !== undefined) node()
    return sent
  },
  // Its sends are messages, which no task asks for.
  hasTransferred: () => Promise.resolve(false),
}
