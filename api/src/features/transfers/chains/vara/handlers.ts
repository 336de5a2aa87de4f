import type { Handlers } from '../../../../handler.ts'
import { ownWallet, signingWalletOf } from '../../owner.ts'
import { send } from './send.ts'
import type { TransferNeeds } from '../../needs.ts'

export const varaHandlers = (deps: TransferNeeds): Handlers<'vara'> => ({
  sendMessage: async (input, context) => send(deps, await ownWallet(deps, context), { ...input, kind: 'message' }),
  sendReply: async (input, context) => send(deps, await ownWallet(deps, context), { ...input, kind: 'reply' }),
})

export const appVaraHandlers = (deps: TransferNeeds): Handlers<'appVara'> => ({
  sendMessage: async ({ id, ...input }, context) =>
    send(deps, await signingWalletOf(deps, id, context), { ...input, kind: 'message' }),
  sendReply: async ({ id, ...input }, context) =>
    send(deps, await signingWalletOf(deps, id, context), { ...input, kind: 'reply' }),
})
