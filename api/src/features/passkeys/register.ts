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
import { type Registration, verifyRegistration } from '../webauthn/registration.ts'
import type { AccountChangeNeeds } from '../account-changes/needs.ts'

/** The most passkeys of one user. */
const MAX_PASSKEYS = 20

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

/** Verifies the authenticator's response and stores its public key. Throws `passkey_refused`. */
export const finishRegistration = async (
  deps: AccountChangeNeeds,
  response: Registration,
  name: string | undefined,
  context: Context<UserIdentity>,
) => {
  const { userId, appId, sessionId } = context.identity
  await deps.loginApps.getFor(appId, 'passkey')
  const challenge = challengeOf(response)
  const ceremony = await consumeCeremony(deps, appId, challenge, { purpose: 'register', sessionId })
  const key = await verifyRegistration(response, ceremony)
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
