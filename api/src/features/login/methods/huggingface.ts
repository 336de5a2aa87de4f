import type { CredentialInput } from '@openauth/client'
import type { VerifyCredential } from '../verified-credential.ts'
import { accountByCredential, verifiedOf } from './token-credential.ts'

/** Hugging Face does not report the audience of access tokens, but signs ID tokens: `tokenType` distinguishes them. */
export const verifyHuggingFace: VerifyCredential<CredentialInput<'huggingface'>> = async (
  deps,
  app,
  { token, tokenType },
  context,
  bound,
) => {
  const credential = tokenType?.toLowerCase() === 'id_token' ? { idToken: token } : { token }
  return verifiedOf('huggingface', await accountByCredential(deps, app, 'huggingface', credential, context, bound))
}
