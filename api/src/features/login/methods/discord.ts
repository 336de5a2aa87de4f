import type { CredentialInput } from '@openauth/client'
import type { VerifyCredential } from '../verified-credential.ts'
import { accountByCredential, requireSameAccount, verifiedOf } from './token-credential.ts'

/** The login call names the account `discord`, the bind call `discordId`. */
type Input = CredentialInput<'discord'> & { discord?: string | undefined; discordId?: string | undefined }

export const verifyDiscord: VerifyCredential<Input> = async (
  deps,
  app,
  { token, discord, discordId },
  context,
  bound,
) => {
  const account = await accountByCredential(deps, app, 'discord', { token }, context, bound)
  requireSameAccount(discord ?? discordId, account.subject)
  return verifiedOf('discord', account)
}
