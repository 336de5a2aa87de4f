import type { contract, HandlerInput } from '@openauth/client'
import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { passkeyRefused } from '../webauthn/ceremony.ts'

type Registration = HandlerInput<typeof contract.passkeys.registerVerify>['response']

/**
 * Removes the attestation from a registration. None was requested, and verifying one means following certificates that
 * the caller chose, whose revocation lists the library fetches from addresses that the caller chose. Browsers do the
 * same where `attestation` is `none` (WebAuthn level 3, section 5.1.3, step 22). Throws `passkey_refused`.
 */
export const withoutAttestation = async (registration: Registration): Promise<RegistrationResponseJSON> => {
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
