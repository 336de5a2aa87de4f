import type { contract, HandlerInput } from '@openauth/client'
import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { type Ceremony, challengeOf, passkeyRefused } from './ceremony.ts'
import { loadLibrary } from './load-library.ts'

export type Registration = HandlerInput<typeof contract.passkeys.registerVerify>['response']

/**
 * Removes the attestation from a registration. None was requested, and verifying one means following certificates that
 * the caller chose, whose revocation lists the library fetches from addresses that the caller chose. Browsers do the
 * same where `attestation` is `none` (WebAuthn level 3, section 5.1.3, step 22). Throws `passkey_refused`.
 */
const withoutAttestation = async (registration: Registration): Promise<RegistrationResponseJSON> => {
  const { isoBase64URL, isoCBOR } = await import('@simplewebauthn/server/helpers')
  const { id, rawId, type, response } = registration
  try {
    const attestation = isoCBOR.decodeFirst<Map<string, unknown>>(isoBase64URL.toBuffer(response.attestationObject))
    const bare = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', attestation.get('authData')],
    ])
    const attestationObject = isoBase64URL.fromBuffer(isoCBOR.encode(bare as never))
    const { clientDataJSON } = response
    return { id, rawId, type, clientExtensionResults: {}, response: { clientDataJSON, attestationObject } }
  } catch (error) {
    throw passkeyRefused(error)
  }
}

/** The most bytes of a COSE key. The largest in use, RSA of 4096 bits, has about 530. */
const MAX_KEY_BYTES = 2048

/** The key of a valid response to a ceremony's challenge, for storage. Throws `passkey_refused`. */
export const verifyRegistration = async (
  response: Registration,
  { origin, rpId }: Pick<Ceremony, 'origin' | 'rpId'>,
  requireUserVerification = false,
) => {
  const { verifyRegistrationResponse } = await loadLibrary()
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: await withoutAttestation(response),
    expectedChallenge: challengeOf(response),
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification,
  }).catch((error: unknown) => {
    throw passkeyRefused(error)
  })
  if (!verified) throw passkeyRefused()
  const { id, counter, publicKey } = registrationInfo.credential
  if (publicKey.length > MAX_KEY_BYTES) throw passkeyRefused()
  return { id, rpId, counter: BigInt(counter), publicKey, transports: response.response.transports ?? [] }
}
