import type { Deps } from '../../../../deps.ts'
import type { Handlers } from '../../../../mount.ts'
import { ownWallet, signingWalletOf } from '../../owner.ts'
import { sendToken } from './send-token.ts'

export const ethereumHandlers = (deps: Deps): Handlers<'ethereum'> => ({
  sendToken: async (input, context) => sendToken(deps, await ownWallet(deps, context), input),
})

export const appEthereumHandlers = (deps: Deps): Handlers<'appEthereum'> => ({
  sendToken: async ({ id, ...input }, context) => sendToken(deps, await signingWalletOf(deps, id, context), input),
})
