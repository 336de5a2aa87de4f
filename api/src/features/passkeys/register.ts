import type { contract, HandlerInput } from '@openauth/client'
import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Context, UserIdentity } from '../../handler.ts'
import { isUniqueViolation } from '../../db.ts'
import { Problem } from '../../errors.ts'
import { changeAccount } from '../account-changes/change-account.ts'
import {
  CEREMONY_LIFETIME,
  challengeOf,
  consumeCeremony,
  issueCeremony,
  passkeyRefused,
  relyingPartyOf,
} from '../webauthn/ceremony.ts'
import { loadLibrary } from '../webauthn/load-library.ts'
import type { AccountChangeNeeds } from '../account-changes/needs.ts'

type Registration = HandlerInput<typeof contract.passkeys.registerVerify>['response']

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

/** The most passkeys of one user. */
const MAX_PASSKEYS = 20
/** The most bytes of a COSE key. The largest in use, RSA of 4096 bits, has about 530. */
const MAX_KEY_BYTES = 2048

/**
 * Options for `navigator.credentials.create`: a discoverable passkey with user presence and consent. The caller has
 * reauthenticated, which the challenge carries over to the end of the registration in this session.
 */
export const beginRegistration = async (deps: AccountChangeNeeds, uri: string, { identity }: Context<UserIdentity>) => {
  const { userId, appId, sessionId } = identity
  const app = await deps.loginApps.getFor(appId, 'passkey')
  const party = relyingPartyOf(app, deps.settings.publicUrl, uri)
  await deps.attempts.consume(['passkeyByUser', userId])
  const user = await deps.db.prisma.user.findUniqueOrThrow({
    where: { id: userId },
    include: { passkeys: true, identities: true },
  })
  if (user.passkeys.length >= MAX_PASSKEYS) throw new Problem('too_many_passkeys')
  const names = [user.displayName, ...user.identities.map(({ display }) => display)].filter((name) => name !== null)
  const { generateRegistrationOptions } = await loadLibrary()
  const options = await generateRegistrationOptions({
    rpName: app.name,
    rpID: party.rpId,
    userID: new TextEncoder().encode(userId),
    userName: names.at(-1) ?? app.name,
    userDisplayName: names[0] ?? '',
    timeout: CEREMONY_LIFETIME,
    excludeCredentials: user.passkeys
      .filter(({ rpId }) => rpId === party.rpId)
      .map(({ id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
  })
  await issueCeremony(deps, appId, options.challenge, { purpose: 'register', sessionId, ...party })
  return { ...options }
}

type Response = HandlerInput<typeof contract.passkeys.registerVerify>['response']

/** The key of a valid response, for storage. Throws `passkey_refused`. */
const readKey = async (response: Response, challenge: string, { origin, rpId }: { origin: string; rpId: string }) => {
  const { verifyRegistrationResponse } = await loadLibrary()
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: await withoutAttestation(response),
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: false,
  }).catch((error: unknown) => {
    throw passkeyRefused(error)
  })
  if (!verified) throw passkeyRefused()
  const { id, counter, publicKey } = registrationInfo.credential
  if (publicKey.length > MAX_KEY_BYTES) throw passkeyRefused()
  return { id, rpId, counter: BigInt(counter), publicKey, transports: response.response.transports ?? [] }
}

/** Verifies the authenticator's response and stores its public key. Throws `passkey_refused`. */
export const finishRegistration = async (
  deps: AccountChangeNeeds,
  response: Response,
  name: string | undefined,
  context: Context<UserIdentity>,
) => {
  const { userId, appId, sessionId } = context.identity
  await deps.loginApps.getFor(appId, 'passkey')
  const challenge = challengeOf(response)
  const ceremony = await consumeCeremony(deps, appId, challenge, { purpose: 'register', sessionId })
  const key = await readKey(response, challenge, ceremony)
  const data = { ...key, userId, name: name ?? 'Passkey' }
  try {
    return await changeAccount(deps, context, async (tx) => {
      if ((await tx.passkey.count({ where: { userId } })) >= MAX_PASSKEYS) throw new Problem('too_many_passkeys')
      const passkey = await tx.passkey.create({ data })
      const { id, name: display } = passkey
      return { change: { kind: 'passkey_add', method: 'passkey', display, credential: { id } }, result: passkey }
    })
  } catch (error) {
    // A credential id belongs to one authenticator: a second registration of it is a copy.
    throw isUniqueViolation(error) ? passkeyRefused(error) : error
  }
}
