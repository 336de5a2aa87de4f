import type { contract, HandlerInput } from '@openauth/client'
import type { Database } from '../../db.ts'
import type { Platform } from '../../resources.ts'
import type { LoginApp } from '../apps/login-apps.ts'
import type { BoundPurpose } from '../login/purpose.ts'
import { type Ceremony, challengeOf, consumeCeremony, passkeyRefused } from './ceremony.ts'
import { loadLibrary } from './load-library.ts'

type Assertion = HandlerInput<typeof contract.passkeys.loginVerify>['response']

interface Expected {
  ceremony: Pick<Ceremony, 'origin' | 'rpId'>
  passkey: { publicKey: Uint8Array; counter: bigint }
  /** The user handle that the passkey was made for (WebAuthn level 3, section 5.4.3). */
  handle: string
  requireUserVerification: boolean
}

/** Verifies an answer with the passkey's key. Returns the authenticator's new counter. Throws `passkey_refused`. */
export const verifyAnswer = async (
  response: Assertion,
  { ceremony, passkey, handle, requireUserVerification }: Expected,
): Promise<number> => {
  const { id, rawId, type } = response
  const { userHandle, ...parts } = response.response
  const { verifyAuthenticationResponse } = await loadLibrary()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { id, rawId, type, clientExtensionResults: {}, response: parts },
    expectedChallenge: challengeOf(response),
    expectedOrigin: ceremony.origin,
    expectedRPID: ceremony.rpId,
    credential: { id, publicKey: new Uint8Array(passkey.publicKey), counter: Number(passkey.counter) },
    requireUserVerification,
  }).catch((error: unknown) => {
    throw passkeyRefused(error)
  })
  const isHandle = !userHandle || Buffer.from(userHandle, 'base64url').toString() === handle
  if (!verified || !isHandle) throw passkeyRefused()
  return authenticationInfo.newCounter
}

/**
 * What a row must have for a use with this counter, and what it has then. A counter that does not increase indicates a copied
 * authenticator. Authenticators without a counter stay at 0 (WebAuthn, section 6.1.1).
 */
export const useOf = (counter: number) => ({
  where: { counter: counter === 0 ? 0n : { lt: BigInt(counter) } },
  data: { counter: BigInt(counter), lastUsedAt: new Date() },
})

const findPasskey = async ({ prisma }: Database, appId: string, id: string, rpId: string) =>
  prisma.passkey.findFirst({
    where: { id, rpId, user: { appId, deletedAt: null } },
    include: { user: { select: { id: true, disabledAt: true, loginVersion: true } } },
  })

/**
 * Verifies the answer to a challenge of this server for the purpose, and returns the passkey and its user. Throws
 * `passkey_refused`.
 */
export const verifyAssertion = async (
  deps: Pick<Platform, 'db'>,
  { id: appId }: Pick<LoginApp, 'id'>,
  response: Assertion,
  { purpose, sessionId }: BoundPurpose,
) => {
  // Passkeys are bound by a registration, never by an assertion.
  if (purpose === 'bind') throw passkeyRefused()
  const { id } = response
  const ceremony = await consumeCeremony(deps, appId, challengeOf(response), { purpose, sessionId })
  const passkey = await findPasskey(deps.db, appId, id, ceremony.rpId)
  if (!passkey) throw passkeyRefused()
  const handle = passkey.user.id
  const use = useOf(await verifyAnswer(response, { ceremony, passkey, handle, requireUserVerification: false }))
  const { count } = await deps.db.prisma.passkey.updateMany({ ...use, where: { id, ...use.where } })
  if (count === 0) throw passkeyRefused()
  return passkey
}
