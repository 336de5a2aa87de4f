import type { CredentialInput } from '@openauth/client'
import { Problem } from '../../../errors.ts'
import type { VerifyCredential } from '../verified-credential.ts'
import { accountByCredential, requireSameAccount, verifiedOf } from './token-credential.ts'

/** Takes an access token or an ID token. */
export const verifyGoogle: VerifyCredential<CredentialInput<'google'>> = async (
  deps,
  app,
  { email, ...credential },
  context,
  bound,
) => {
  if (credential.token === undefined && credential.idToken === undefined)
    throw new Problem('invalid_input', { issues: [{ path: 'token', message: 'give token or idToken' }] })
  const account = await accountByCredential(deps, app, 'google', credential, context, bound)
  requireSameAccount(email, account.email)
  // Older servers stored e-mail addresses as Google subjects; Google has verified this one.
  return verifiedOf('google', account, { formerSubject: account.email?.toLowerCase() })
}
