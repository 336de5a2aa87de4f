import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../mount.ts'
import { ownWallet, walletOf } from '../wallets/owner.ts'
import { send } from './send.ts'

export const varaHandlers = (deps: Deps): Handlers<'vara'> => ({
  sendMessage: async (input, { identity }) =>
    send(deps, await ownWallet(deps, identity), { ...input, kind: 'message' }),
  sendReply: async (input, { identity }) => send(deps, await ownWallet(deps, identity), { ...input, kind: 'reply' }),
})

export const appVaraHandlers = (deps: Deps): Handlers<'appVara'> => ({
  sendMessage: async ({ id, ...input }, { identity }) =>
    send(deps, await walletOf(deps, id, identity), { ...input, kind: 'message' }),
  sendReply: async ({ id, ...input }, { identity }) =>
    send(deps, await walletOf(deps, id, identity), { ...input, kind: 'reply' }),
})
