import type { contract, HandlerInput } from '@openauth/client'
import type { AdminIdentity, Context, Handlers } from '../../handler.ts'
import { isUniqueViolation } from '../../db.ts'
import type { Platform } from '../../resources.ts'
import { Problem } from '../../errors.ts'
import { record } from '../audit/record.ts'
import {
  ADMINS,
  CEREMONY_LIFETIME,
  challengeOf,
  consumeCeremony,
  issueCeremony,
  passkeyRefused,
} from '../webauthn/ceremony.ts'
import { loadLibrary } from '../webauthn/load-library.ts'
import { verifyRegistration } from '../webauthn/registration.ts'
import { requireCurrentPassword } from './current-password.ts'
import { beginAssertion, consoleParty, handleOf } from './passkeys.ts'
import { dropUnneededCodes, replaceRecoveryCodes } from './recovery-codes.ts'
import { checkSecondFactor, hasSecondFactor } from './second-factor.ts'
import { endAdminSessions, lockCaller } from './sessions.ts'
import { findAdmin } from './stored-admins.ts'

type Needs = Pick<Platform, 'db' | 'keys' | 'attempts' | 'clock' | 'settings'>
type AdminContext = Context<AdminIdentity>

/** The most passkeys of one admin. */
const MAX_PASSKEYS = 20

/** The password, and the second factor of an admin who has one. */
const requireProof = async (
  deps: Needs,
  { currentPassword, ...proof }: HandlerInput<typeof contract.adminPasskeys.registerOptions>,
  context: AdminContext,
): Promise<void> => {
  await requireCurrentPassword(deps, context, currentPassword)
  if (await hasSecondFactor(deps.db.prisma, context.identity.adminId))
    await checkSecondFactor(deps, context.identity, proof, context)
}

const beginRegistration = async (
  deps: Needs,
  given: HandlerInput<typeof contract.adminPasskeys.registerOptions>,
  context: AdminContext,
) => {
  const { adminId, sessionId } = context.identity
  const party = consoleParty(context, deps.settings.publicUrl)
  await deps.attempts.consume(['passkeyByAdmin', String(adminId)])
  await requireProof(deps, given, context)
  const { username } = await findAdmin(deps.db.prisma, adminId)
  const known = await deps.db.prisma.adminPasskey.findMany({ where: { adminId } })
  if (known.length >= MAX_PASSKEYS) throw new Problem('too_many_passkeys')
  const { generateRegistrationOptions } = await loadLibrary()
  const options = await generateRegistrationOptions({
    rpName: 'OpenAuth',
    rpID: party.rpId,
    userID: new TextEncoder().encode(handleOf(adminId)),
    userName: username,
    userDisplayName: username,
    timeout: CEREMONY_LIFETIME,
    excludeCredentials: known
      .filter(({ rpId }) => rpId === party.rpId)
      .map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await issueCeremony(deps, ADMINS, options.challenge, { purpose: 'register', sessionId, ...party })
  return { ...options }
}

const finishRegistration = async (
  deps: Needs,
  { response, name }: HandlerInput<typeof contract.adminPasskeys.register>,
  context: AdminContext,
) => {
  const { adminId, sessionId } = context.identity
  const ceremony = await consumeCeremony(deps, ADMINS, challengeOf(response), { purpose: 'register', sessionId })
  const { id: credentialId, ...key } = await verifyRegistration(response, ceremony, true)
  return deps.db
    .transaction(async (tx) => {
      // Of two first factors at once one brings recovery codes.
      await lockCaller(tx, context.identity)
      if ((await tx.adminPasskey.count({ where: { adminId } })) >= MAX_PASSKEYS) throw new Problem('too_many_passkeys')
      const isFirst = !(await hasSecondFactor(tx, adminId))
      const data = { ...key, credentialId, adminId, name: name ?? 'Passkey' }
      const passkey = await tx.adminPasskey.create({ data })
      const recoveryCodes = isFirst ? await replaceRecoveryCodes(tx, adminId) : null
      // They began with the password alone.
      if (isFirst) await endAdminSessions(tx, adminId, sessionId)
      const details = { name: passkey.name }
      await record(tx, context, { action: 'admin.passkey-add', targetId: String(adminId), details })
      return { passkey, recoveryCodes }
    })
    .catch((error: unknown) => {
      // A credential id belongs to one authenticator: a second registration of it is a copy.
      throw isUniqueViolation(error) ? passkeyRefused(error) : error
    })
}

const remove = (deps: Needs, id: string, context: AdminContext) =>
  deps.db.transaction(async (tx) => {
    const { adminId, sessionId } = context.identity
    await lockCaller(tx, context.identity)
    const passkey = await tx.adminPasskey.findFirst({ where: { id, adminId } })
    if (!passkey) throw new Problem('passkey_not_found')
    await tx.adminPasskey.delete({ where: { id } })
    await dropUnneededCodes(tx, adminId)
    // One of them may have begun with it.
    await endAdminSessions(tx, adminId, sessionId)
    const details = { name: passkey.name }
    await record(tx, context, { action: 'admin.passkey-remove', targetId: String(adminId), details })
  })

/** The calls about the passkeys of admins. */
export const adminPasskeyHandlers = (deps: Needs): Handlers<'adminPasskeys'> => ({
  list: async (_, { identity: { adminId } }) =>
    deps.db.prisma.adminPasskey.findMany({ where: { adminId }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] }),

  registerOptions: (given, context) => beginRegistration(deps, given, context),

  register: (given, context) => finishRegistration(deps, given, context),

  confirmOptions: async (_, context) => {
    const { adminId, sessionId } = context.identity
    await deps.attempts.consume(['passkeyByAdmin', String(adminId)])
    return beginAssertion(deps, sessionId, context)
  },

  rename: async ({ id, name }, context) => {
    const { adminId } = context.identity
    return deps.db.transaction(async (tx) => {
      const [renamed] = await tx.adminPasskey.updateManyAndReturn({ where: { id, adminId }, data: { name } })
      if (!renamed) throw new Problem('passkey_not_found')
      const details = { name }
      await record(tx, context, { action: 'admin.passkey-rename', targetId: String(adminId), details })
      return renamed
    })
  },

  remove: async ({ id, ...proof }, context) => {
    await requireProof(deps, proof, context)
    await remove(deps, id, context)
    return {}
  },
})
