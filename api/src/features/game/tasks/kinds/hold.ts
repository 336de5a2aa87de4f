import { walletChainOf } from '@openauth/client'
import { adapterOf } from '../../../transfers/chains/index.ts'
import { nodeAt } from '../../../nodes/nodes.ts'
import { addressOfWallet } from '../../../transfers/stored-wallet.ts'
import { chainAnswer } from '../chain-answer.ts'
import { type KindRules, verdictOf } from '../kind.ts'

/** A balance of the player's own wallet, asked of the chain. Balances that only this server recorded do not count. */
export const hold: KindRules<'hold'> = {
  asksOthers: true,
  verify: async (context) => {
    const { deps, player, check } = context
    const address = await addressOfWallet(deps, player, walletChainOf(check.network))
    const { network, token } = check
    const held = await chainAnswer(context, async () =>
      adapterOf(network).balanceOf(nodeAt(deps.nodes, network, undefined).rpc, address, token),
    )
    return verdictOf(held >= BigInt(check.amount), 'not_enough')
  },
}
