import type { CredentialInput } from '@openauth/client'
import { Problem } from '../../../errors.ts'
import { consumeGrant } from '../grants.ts'
import type { VerifyCredential } from '../verified-credential.ts'
import { verifiedOf } from './token-credential.ts'

/** Takes the code of a redirect login alone: whether a token is for this app, no OpenID provider of a connection is asked. */
export const verifyOidc: VerifyCredential<CredentialInput<'oidc'>> = async (deps, app, { token }, _context, bound) => {
  const granted = await consumeGrant(deps.db, app.id, token, 'oidc', bound)
  if (!granted?.connection) throw new Problem('token_refused')
  // It may be off, gone or changed since the provider was asked.
  const { createsUsers } = await deps.oidc.find(app.id, granted.connection)
  return { ...verifiedOf('oidc', granted.account), knownOnly: !createsUsers }
}
