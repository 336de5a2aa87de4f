import type { Handlers } from '../../../../handler.ts'
import { ownWallet, signingWalletOf } from '../../owner.ts'
import { exportKey } from './export-key.ts'
import { previewSend } from './preview-send.ts'
import { previewTransaction } from './preview.ts'
import { sendToken } from './send-token.ts'
import { signText } from './sign-text.ts'
import { signTransaction } from './sign-transaction.ts'
import type { TransferNeeds } from '../../needs.ts'

export const solanaHandlers = (deps: TransferNeeds): Handlers<'solana'> => ({
  sendToken: async (input, context) => sendToken(deps, await ownWallet(deps, context), input),
  signTransaction: async (input, context) => signTransaction(deps, await ownWallet(deps, context), input),
  previewTransaction: async (input, context) => previewTransaction(deps, await ownWallet(deps, context), input),
  previewSend: async (input, context) => previewSend(deps, await ownWallet(deps, context), input),
  signMessage: async ({ message }, context) => signText(deps, await ownWallet(deps, context), message),
  privateKey: (input, context) => exportKey(deps, input, context),
})

export const appSolanaHandlers = (deps: TransferNeeds): Handlers<'appSolana'> => ({
  sendToken: async ({ id, ...input }, context) => sendToken(deps, await signingWalletOf(deps, id, context), input),
  signTransaction: async ({ id, ...input }, context) =>
    signTransaction(deps, await signingWalletOf(deps, id, context), input),
})
