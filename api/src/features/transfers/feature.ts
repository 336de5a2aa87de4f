import { appsInReach } from '../../admin-rights.ts'
import type { AllHandlers } from '../../handler.ts'
import { appEthereumHandlers, ethereumHandlers } from './chains/evm/handlers.ts'
import { appSolanaHandlers, solanaHandlers } from './chains/solana/handlers.ts'
import { appVaraHandlers, varaHandlers } from './chains/vara/handlers.ts'
import { listSends } from './list-sends.ts'
import { findTransaction, listTransactions } from './list.ts'
import type { TransferNeeds } from './needs.ts'

/** The calls of each chain, and those that list sends. */
export const transferGroups = (needs: TransferNeeds) =>
  ({
    solana: solanaHandlers(needs),
    appSolana: appSolanaHandlers(needs),
    ethereum: ethereumHandlers(needs),
    appEthereum: appEthereumHandlers(needs),
    vara: varaHandlers(needs),
    appVara: appVaraHandlers(needs),
    transactions: { list: (page, { identity: { userId } }) => listTransactions(needs.db.prisma, userId, page) },
    appTransactions: { get: ({ id }, { identity: { appId } }) => findTransaction(needs.db.prisma, appId, id) },
    adminTransactions: {
      list: async (filters, { identity }) => listSends(needs.db.prisma, filters, appsInReach(identity, filters.appId)),
    },
  }) satisfies Partial<AllHandlers>
