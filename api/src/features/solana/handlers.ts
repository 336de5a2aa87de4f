import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../mount.ts'
import { findUser } from '../users/find.ts'
import { exportKey } from './export-key.ts'
import { sendToken } from './send-token.ts'
import { signText } from './sign-text.ts'

export const solanaHandlers = (deps: Deps): Handlers<'solana'> => ({
  sendToken: (input, { identity: { appId, userId } }) => sendToken(deps, { appId, userId }, input),
  signMessage: ({ message }, { identity: { appId, userId } }) => signText(deps, { appId, userId }, message),
  privateKey: (input, context) => exportKey(deps, input, context),
})

/** The app comes from the credential: another app's user is as unknown as none. */
export const appSolanaHandlers = (deps: Deps): Handlers<'appSolana'> => ({
  sendToken: async ({ id: userId, ...input }, { identity: { appId } }) => {
    await findUser(deps.db.prisma, appId, userId)
    return sendToken(deps, { appId, userId }, input)
  },
})
