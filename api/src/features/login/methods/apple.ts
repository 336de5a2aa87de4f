import type { CredentialInput } from '@openauth/client'
import type { VerifyCredential } from '../verified-credential.ts'
import { accountByCredential, verifiedOf } from './token-credential.ts'

/** `token` is either an identity token of Apple's SDK or the token of a redirect login. */
export const verifyApple: VerifyCredential<CredentialInput<'apple'>> = async (
  deps,
  app,
  { token, nonce, displayName },
  context,
  bound,
) => {
  const credential = /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token) ? { token, idToken: token, nonce } : { token }
  const account = await accountByCredential(deps, app, 'apple', credential, context, bound)
  return verifiedOf('apple', account, { displayName })
}
