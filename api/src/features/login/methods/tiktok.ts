import type { CredentialInput } from '@openauth/client'
import { Problem } from '../../../errors.ts'
import type { VerifyCredential } from '../verified-credential.ts'
import { accountByCredential, verifiedOf } from './token-credential.ts'

export const verifyTikTok: VerifyCredential<CredentialInput<'tiktok'>> = async (
  deps,
  app,
  { token, openId },
  context,
  bound,
) => {
  const account = await accountByCredential(deps, app, 'tiktok', { token }, context, bound)
  if (openId !== undefined && openId !== account.subject) throw new Problem('account_mismatch')
  return verifiedOf('tiktok', account)
}
