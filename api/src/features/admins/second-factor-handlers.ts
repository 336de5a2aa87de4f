import { type contract, type HandlerInput } from '@openauth/client'
import type { AdminIdentity, Context, Handlers } from '../../handler.ts'
import type { Tx } from '../../db.ts'
import type { Platform } from '../../resources.ts'
import { Problem } from '../../errors.ts'
import { record } from '../audit/record.ts'
import { requireCurrentPassword } from './current-password.ts'
import { dropUnneededCodes, replaceRecoveryCodes } from './recovery-codes.ts'
import { lockAsOwner } from './rights.ts'
import { checkSecondFactor, confirmTotp, hasSecondFactor, hasTotp, sealTotp } from './second-factor.ts'
import { endAdminSessions, lockCaller } from './sessions.ts'
import { findAdmin } from './stored-admins.ts'
import { newTotpSecret, totpUri } from './totp.ts'

type Needs = Pick<Platform, 'db' | 'keys' | 'attempts' | 'clock'>
type AdminContext = Context<AdminIdentity>

/** How long a secret that was begun can be confirmed. Milliseconds. */
const BEGUN_FOR = 3_600_000

/** An authenticator that is set up is not replaced: whoever holds a session and the password alone must not. */
const requireNone = async (tx: Tx, adminId: number): Promise<void> => {
  if (await hasTotp(tx, adminId)) throw new Problem('second_factor_exists')
}

const begin = async (
  deps: Needs,
  { currentPassword, ...proof }: HandlerInput<typeof contract.secondFactor.begin>,
  context: AdminContext,
) => {
  const { adminId } = context.identity
  await requireCurrentPassword(deps, context, currentPassword)
  await requireNone(deps.db.prisma, adminId)
  // Whoever has the password alone adds none beside a passkey.
  if (await hasSecondFactor(deps.db.prisma, adminId)) await checkSecondFactor(deps, context.identity, proof, context)
  const secret = newTotpSecret()
  return deps.db.transaction(async (tx) => {
    await lockCaller(tx, context.identity)
    await requireNone(tx, adminId)
    await tx.adminTotp.deleteMany({ where: { adminId } })
    await tx.adminTotp.create({ data: { adminId, sealedSecret: await sealTotp(tx, deps, adminId, secret) } })
    const { username } = await findAdmin(tx, adminId)
    return { secret, uri: totpUri(secret, username) }
  })
}

const confirm = async (deps: Needs, code: string, context: AdminContext) => {
  const { adminId, sessionId } = context.identity
  // Apart from those of logins: a session without the password must not use them up.
  const counted = ['secondFactorByAdmin', `begun ${adminId}`] as const
  await deps.attempts.consume(counted)
  const recoveryCodes = await deps.db.transaction(async (tx) => {
    await lockCaller(tx, context.identity)
    await requireNone(tx, adminId)
    const since = new Date(Date.now() - BEGUN_FOR)
    if ((await tx.adminTotp.count({ where: { adminId, createdAt: { gt: since } } })) === 0)
      throw new Problem('second_factor_not_begun')
    await confirmTotp(tx, deps, adminId, code)
    const codes = await replaceRecoveryCodes(tx, adminId)
    // They began with the password alone.
    await endAdminSessions(tx, adminId, sessionId)
    await record(tx, context, { action: 'admin.second-factor-on', targetId: String(adminId) })
    return codes
  })
  await deps.attempts.refund(counted)
  return { recoveryCodes }
}

/** Checks the caller's password and second factor. Throws `second_factor_not_set_up`, and what the two checks throw. */
const requireBoth = async (
  deps: Needs,
  { currentPassword, ...proof }: HandlerInput<typeof contract.secondFactor.remove>,
  context: AdminContext,
): Promise<void> => {
  if (!(await hasSecondFactor(deps.db.prisma, context.identity.adminId))) throw new Problem('second_factor_not_set_up')
  await requireCurrentPassword(deps, context, currentPassword)
  await checkSecondFactor(deps, context.identity, proof, context)
}

/** Removes the caller's authenticator. Throws `second_factor_not_set_up`. */
const removeTotp = (deps: Needs, context: AdminContext) =>
  deps.db.transaction(async (tx) => {
    const { adminId } = context.identity
    await lockCaller(tx, context.identity)
    const { count } = await tx.adminTotp.deleteMany({ where: { adminId, confirmedAt: { not: null } } })
    if (count === 0) throw new Problem('second_factor_not_set_up')
    await dropUnneededCodes(tx, adminId)
    await record(tx, context, { action: 'admin.second-factor-off', targetId: String(adminId) })
  })

/** Removes all second factors of another admin. Throws `second_factor_not_set_up`. */
const reset = (deps: Needs, id: number, context: AdminContext) =>
  deps.db.transaction(async (tx) => {
    await lockAsOwner(tx, context.identity)
    await findAdmin(tx, id)
    if (!(await hasSecondFactor(tx, id))) throw new Problem('second_factor_not_set_up')
    await tx.adminTotp.deleteMany({ where: { adminId: id } })
    await tx.adminPasskey.deleteMany({ where: { adminId: id } })
    await dropUnneededCodes(tx, id)
    // Whoever is signed in as that admin proves the password again.
    await endAdminSessions(tx, id)
    await record(tx, context, { action: 'admin.second-factor-reset', targetId: String(id) })
  })

/** The calls about the second factor of admins' logins. */
export const secondFactorHandlers = (deps: Needs): Handlers<'secondFactor'> => ({
  status: async (_, { identity: { adminId } }) => {
    const { prisma } = deps.db
    const totp = await prisma.adminTotp.findUnique({ where: { adminId } })
    const recoveryCodesLeft = await prisma.adminRecoveryCode.count({ where: { adminId } })
    const passkeys = await prisma.adminPasskey.count({ where: { adminId } })
    return { since: totp?.confirmedAt ?? null, passkeys, recoveryCodesLeft }
  },

  begin: (given, context) => begin(deps, given, context),

  confirm: ({ code }, context) => confirm(deps, code, context),

  renewCodes: async (given, context) => {
    const { adminId } = context.identity
    await requireBoth(deps, given, context)
    const recoveryCodes = await deps.db.transaction(async (tx) => {
      await lockCaller(tx, context.identity)
      if (!(await hasSecondFactor(tx, adminId))) throw new Problem('second_factor_not_set_up')
      await record(tx, context, { action: 'admin.recovery-codes-renew', targetId: String(adminId) })
      return replaceRecoveryCodes(tx, adminId)
    })
    return { recoveryCodes }
  },

  remove: async (given, context) => {
    await requireBoth(deps, given, context)
    await removeTotp(deps, context)
    return {}
  },

  reset: async ({ id, currentPassword }, context) => {
    // A session and the password alone do not take away the caller's own second factor.
    if (id === context.identity.adminId)
      throw new Problem('invalid_input', { issues: [{ path: 'id', message: 'is you. Remove your own with a code' }] })
    await requireCurrentPassword(deps, context, currentPassword)
    await reset(deps, id, context)
    return {}
  },
})
