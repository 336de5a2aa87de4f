import { type HistoryEntry, type Network, walletChainOf } from '@openauth/client'
import type { WalletOwner } from '../../custody/index.ts'
import type { HistoryPage, LedgerHistory } from '../transfers/adapter.ts'
import { adapterOf } from '../transfers/chains/index.ts'
import { withChainErrors } from '../transfers/errors.ts'
import { entryOf } from '../transfers/history-entries.ts'
import { claimReader } from './claim-reader.ts'
import { describeHistory } from './describe-balances.ts'
import { knownTokens } from './known-tokens.ts'
import { nodeAt } from '../nodes/nodes.ts'
import { addressOfWallet } from '../transfers/stored-wallet.ts'
import type { WalletNeeds } from './needs.ts'

export interface HistoryQuery extends HistoryPage {
  network: Network
}

const ledgerOf = (deps: WalletNeeds, owner: WalletOwner, network: Network): LedgerHistory => {
  const rows = (take: number) =>
    deps.db.prisma.transaction.findMany({
      where: {
        userId: owner.userId,
        network,
        signature: { not: null },
        status: { in: ['submitted', 'confirmed', 'failed'] },
      },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take,
    })
  return {
    rows,
    entries: async (take) => (await rows(take)).map(entryOf),
    knownTokens: () => knownTokens(deps, owner, network),
  }
}

/**
 * Reads the recent transfers of a wallet, from the chain or the ledger as its adapter does. Tokens are named whether or not the
 * wallet still holds them.
 */
export const readHistory = async (
  deps: WalletNeeds,
  owner: WalletOwner,
  question: HistoryQuery,
): Promise<HistoryEntry[]> => {
  const { network, rpcUrl } = question
  const address = await addressOfWallet(deps, owner, walletChainOf(network))
  const node = () => nodeAt(deps.nodes, network, rpcUrl).rpc
  const entries = await withChainErrors(
    adapterOf(network).history(node, address, question, ledgerOf(deps, owner, network)),
  )
  const where = { appId: owner.appId, network }
  return describeHistory(deps, where, entries, claimReader(deps, question))
}
