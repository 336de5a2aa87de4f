import type { contract, HandlerInput } from '@openauth/client'
import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { isoBase64URL, isoCBOR } from '@simplewebauthn/server/helpers'
import { passkeyRefused } from './ceremony.ts'

type Registration = HandlerInput<typeof contract.passkeys.registerVerify>['response']

/**
 * A registration without what its authenticator's maker says of it. None was asked for, and verifying one means to follow
 * certificates of the caller's choice, whose revocation lists the library fetches from addresses of the caller's choice.
 * As browsers do where `attestation` is `none` (WebAuthn level 3, section 5.1.3, step 22). Throws `passkey_refused`.
 */
export const withoutAttestation = (registration: Registration): RegistrationResponseJSON => {
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
