import type { AllHandlers } from '../../handler.ts'
import { appEthereumHandlers, ethereumHandlers } from './chains/evm/handlers.ts'
import { appSolanaHandlers, solanaHandlers } from './chains/solana/handlers.ts'
import { appVaraHandlers, varaHandlers } from './chains/vara/handlers.ts'
import { adminTransactionHandlers, appTransactionHandlers, transactionHandlers } from './handlers.ts'
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
    transactions: transactionHandlers(needs),
    appTransactions: appTransactionHandlers(needs),
    adminTransactions: adminTransactionHandlers(needs),
  }) satisfies Partial<AllHandlers>
