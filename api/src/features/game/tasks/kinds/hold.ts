import { isEvmNetwork, type Network, walletChainOf } from '@openauth/client'
import type { Deps } from '../../../../deps.ts'
import { readBalance, readTokenBalances } from '../../../../lib/solana/balances.ts'
import { loadLibrary } from '../../../transfers/chains/evm/load-library.ts'
import { nodeAt } from '../../../wallets/nodes.ts'
import { addressOfWallet } from '../../../wallets/stored-wallet.ts'
import { chainAnswer } from '../chain-answer.ts'
import { type KindRules, verdictOf } from '../kind.ts'

const ofSolana = async ({ nodes }: Deps, address: string, token: string | null): Promise<bigint> => {
  const { rpc } = nodeAt(nodes, 'solana', undefined)
  if (token === null) return readBalance(rpc, address)
  const accounts = (await readTokenBalances(rpc, address)).filter(({ mint }) => mint === token)
  return accounts.reduce((sum, { amount }) => sum + amount, 0n)
}

/** What an address has of a token on a network, as a node of the network says. Smallest units. */
const balanceOf = async (deps: Deps, network: Network, address: string, token: string | null): Promise<bigint> => {
  if (network === 'solana') return ofSolana(deps, address, token)
  if (isEvmNetwork(network)) {
    const { nativeBalanceOf, tokenBalanceOf } = await loadLibrary()
    const { rpc } = nodeAt(deps.nodes, network, undefined)
    return (await (token === null ? nativeBalanceOf(rpc, address) : tokenBalanceOf(rpc, address, token))).amount
  }
  const { readBalance: readVara } = await import('../../../transfers/chains/vara/library.ts')
  return (await readVara(nodeAt(deps.nodes, network, undefined).rpc, address)).transferable
}

/** A balance of the player's own wallet, asked of the chain. Balances that only this server recorded do not count. */
export const hold: KindRules<'hold'> = {
  asksOthers: true,
  verify: async (context) => {
    const { deps, player, check } = context
    const address = await addressOfWallet(deps.db, player, walletChainOf(check.network))
    const held = await chainAnswer(context, () => balanceOf(deps, check.network, address, check.token))
    return verdictOf(held >= BigInt(check.amount), 'not_enough')
  },
}
