import type { Handlers } from '../../../../handler.ts'
import { ownWallet, signingWalletOf } from '../../owner.ts'
import { sendToken } from './send-token.ts'
import type { TransferNeeds } from '../../needs.ts'

export const ethereumHandlers = (deps: TransferNeeds): Handlers<'ethereum'> => ({
  sendToken: async (input, context) => sendToken(deps, await ownWallet(deps, context), input),
})

export const appEthereumHandlers = (deps: TransferNeeds): Handlers<'appEthereum'> => ({
  sendToken: async ({ id, ...input }, context) => sendToken(deps, await signingWalletOf(deps, id, context), input),
})
