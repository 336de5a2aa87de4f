import type { Handlers } from '../../handler.ts'
import { readBalances } from './balances.ts'
import { readHistory } from './history.ts'
import { ownWallet, walletOf, walletOfAny } from '../transfers/owner.ts'
import type { WalletNeeds } from './needs.ts'

export const walletHandlers = (deps: WalletNeeds): Handlers<'wallets'> => ({
  balances: async (question, context) => readBalances(deps, await ownWallet(deps, context), question),
  history: async (question, context) => readHistory(deps, await ownWallet(deps, context), question),
})

export const adminWalletHandlers = (deps: WalletNeeds): Handlers<'adminWallets'> => ({
  balances: async ({ appId, id, ...question }) => readBalances(deps, await walletOfAny(deps, appId, id), question),
  history: async ({ appId, id, ...question }) => readHistory(deps, await walletOfAny(deps, appId, id), question),
})

export const appWalletHandlers = (deps: WalletNeeds): Handlers<'appWallets'> => ({
  balances: async ({ id, ...question }, context) => readBalances(deps, await walletOf(deps, id, context), question),
  history: async ({ id, ...question }, context) => readHistory(deps, await walletOf(deps, id, context), question),
})
