import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../mount.ts'
import { ownWallet, walletOf } from '../wallets/owner.ts'
import { exportKey } from './export-key.ts'
import { previewSend } from './preview-send.ts'
import { previewTransaction } from './preview.ts'
import { sendToken } from './send-token.ts'
import { signText } from './sign-text.ts'
import { signTransaction } from './sign-transaction.ts'

export const solanaHandlers = (deps: Deps): Handlers<'solana'> => ({
  sendToken: async (input, { identity }) => sendToken(deps, await ownWallet(deps, identity), input),
  signTransaction: async (input, { identity }) => signTransaction(deps, await ownWallet(deps, identity), input),
  previewTransaction: async (input, { identity }) => previewTransaction(deps, await ownWallet(deps, identity), input),
  previewSend: async (input, { identity }) => previewSend(deps, await ownWallet(deps, identity), input),
  signMessage: async ({ message }, { identity }) => signText(deps, await ownWallet(deps, identity), message),
  privateKey: (input, context) => exportKey(deps, input, context),
})

export const appSolanaHandlers = (deps: Deps): Handlers<'appSolana'> => ({
  sendToken: async ({ id, ...input }, { identity }) => sendToken(deps, await walletOf(deps, id, identity), input),
  signTransaction: async ({ id, ...input }, { identity }) =>
    signTransaction(deps, await walletOf(deps, id, identity), input),
})
