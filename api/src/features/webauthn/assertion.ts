import type { contract, HandlerInput } from '@openauth/client'
import type { Database } from '../../db.ts'
import type { Platform } from '../../resources.ts'
import type { LoginApp } from '../apps/login-apps.ts'
import type { BoundPurpose } from '../login/purpose.ts'
import { challengeOf, passkeyRefused, consumeCeremony } from './ceremony.ts'
import { loadLibrary } from './load-library.ts'

const findPasskey = async ({ prisma }: Database, appId: string, id: string, rpId: string) =>
  prisma.passkey.findFirst({
    where: { id, rpId, user: { appId, deletedAt: null } },
    include: { user: { select: { id: true, disabledAt: true, loginVersion: true } } },
  })

/**
 * A counter that does not increase indicates a copied authenticator. Authenticators without a counter stay at 0
 * (WebAuthn, section 6.1.1).
 */
const countUse = async ({ prisma }: Database, id: string, counter: number): Promise<boolean> => {
  const isIncreased = counter === 0 ? { counter: 0n } : { counter: { lt: BigInt(counter) } }
  const data = { counter: BigInt(counter), lastUsedAt: new Date() }
  return (await prisma.passkey.updateMany({ where: { id, ...isIncreased }, data })).count > 0
}

/**
 * Verifies the answer to a challenge of this server for the purpose, and returns the passkey and its user. Throws
 * `passkey_refused`.
 */
export const verifyAssertion = async (
  deps: Pick<Platform, 'db'>,
  { id: appId }: Pick<LoginApp, 'id'>,
  response: HandlerInput<typeof contract.passkeys.loginVerify>['response'],
  { purpose, sessionId }: BoundPurpose,
) => {
  // Passkeys are bound by a registration, never by an assertion.
  if (purpose === 'bind') throw passkeyRefused()
  const { id, rawId, type } = response
  const challenge = challengeOf(response)
  const { userHandle, ...parts } = response.response
  const { origin, rpId } = await consumeCeremony(deps, appId, challenge, { purpose, sessionId })
  const passkey = await findPasskey(deps.db, appId, id, rpId)
  if (!passkey) throw passkeyRefused()
  const { publicKey, counter, user } = passkey
  const { verifyAuthenticationResponse } = await loadLibrary()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { id, rawId, type, clientExtensionResults: {}, response: parts },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    credential: { id, publicKey: new Uint8Array(publicKey), counter: Number(counter) },
    requireUserVerification: false,
  }).catch((error: unknown) => {
    throw passkeyRefused(error)
  })
  const isHandle = !userHandle || Buffer.from(userHandle, 'base64url').toString() === user.id
  if (!verified || !isHandle || !(await countUse(deps.db, id, authenticationInfo.newCounter))) throw passkeyRefused()
  return passkey
}
