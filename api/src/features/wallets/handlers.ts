import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../mount.ts'
import { readBalances } from './balances.ts'
import { readHistory } from './history.ts'
import { ownWallet, walletOf } from './owner.ts'

export const walletHandlers = (deps: Deps): Handlers<'wallets'> => ({
  balances: async (question, { identity }) => readBalances(deps, await ownWallet(deps, identity), question),
  history: async (question, { identity }) => readHistory(deps, await ownWallet(deps, identity), question),
})

export const appWalletHandlers = (deps: Deps): Handlers<'appWallets'> => ({
  balances: async ({ id, ...question }, { identity }) =>
    readBalances(deps, await walletOf(deps, id, identity), question),
  history: async ({ id, ...question }, { identity }) => readHistory(deps, await walletOf(deps, id, identity), question),
})
