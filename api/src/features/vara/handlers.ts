import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../mount.ts'
import { ownWallet, walletOf } from '../wallets/owner.ts'
import { send } from './send.ts'

export const varaHandlers = (deps: Deps): Handlers<'vara'> => ({
  sendMessage: async (input, context) => send(deps, await ownWallet(deps, context), { ...input, kind: 'message' }),
  sendReply: async (input, context) => send(deps, await ownWallet(deps, context), { ...input, kind: 'reply' }),
})

export const appVaraHandlers = (deps: Deps): Handlers<'appVara'> => ({
  sendMessage: async ({ id, ...input }, context) =>
    send(deps, await walletOf(deps, id, context), { ...input, kind: 'message' }),
  sendReply: async ({ id, ...input }, context) =>
    send(deps, await walletOf(deps, id, context), { ...input, kind: 'reply' }),
})
