import type { Deps } from '../../../../deps.ts'
import type { Handlers } from '../../../../mount.ts'
import { ownWallet, signingWalletOf } from '../../owner.ts'
import { send } from './send.ts'

export const varaHandlers = (deps: Deps): Handlers<'vara'> => ({
  sendMessage: async (input, context) => send(deps, await ownWallet(deps, context), { ...input, kind: 'message' }),
  sendReply: async (input, context) => send(deps, await ownWallet(deps, context), { ...input, kind: 'reply' }),
})

export const appVaraHandlers = (deps: Deps): Handlers<'appVara'> => ({
  sendMessage: async ({ id, ...input }, context) =>
    send(deps, await signingWalletOf(deps, id, context), { ...input, kind: 'message' }),
  sendReply: async ({ id, ...input }, context) =>
    send(deps, await signingWalletOf(deps, id, context), { ...input, kind: 'reply' }),
})
