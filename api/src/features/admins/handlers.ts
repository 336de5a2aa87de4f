import { type contract, type HandlerInput, includesRole } from '@openauth/client'
import type { AdminIdentity, Context, Handlers } from '../../handler.ts'
import { type AdminModel, type Database, isUniqueViolation, type Tx } from '../../db.ts'
import type { Platform } from '../../resources.ts'
import { Problem } from '../../errors.ts'
import { hashPassword } from '../../lib/passwords.ts'
import { record } from '../audit/record.ts'
import { addressKey } from '../login/attempts.ts'
import { requireTwoOwners } from '../four-eyes/held-kinds.ts'
import { nameKey } from '../name-key.ts'
import { requireCurrentPassword } from './current-password.ts'
import { revokeInvitations } from './invitations.ts'
import { columnsOf, lockAsOwner, requireOtherOwner, type Rights, roleTooLow } from './rights.ts'
import { revokeServiceTokens } from './service-tokens.ts'
import { endAdminSessions, lockCaller } from './sessions.ts'
import { findAdmin, forgetAdminClients, present, requireDistinctAdmin, shownAdmin } from './stored-admins.ts'

const translateConflict = (error: unknown): never => {
  throw isUniqueViolation(error) ? new Problem('admin_exists') : error
}

const remove = (db: Database, id: number, context: Context<AdminIdentity>) =>
  db.transaction(async (tx) => {
    const admins = await lockAsOwner(tx, context.identity)
    if (!admins.some((admin) => admin.id === id)) throw new Problem('admin_not_found')
    if (admins.length === 1) throw new Problem('last_admin')
    requireOtherOwner(admins, id)
    await requireTwoOwners(tx, id)
    await tx.admin.update({ where: { id }, data: { deletedAt: new Date(), usernameKey: null, email: null } })
    await endAdminSessions(tx, id)
    await revokeInvitations(tx, { invitedById: id }, context)
    await revokeServiceTokens(tx, id)
    await record(tx, context, { action: 'admin.delete', targetId: String(id) })
  })

type Change = HandlerInput<typeof contract.admins.update>

/** The columns of new rights. Nobody gives them to oneself but an owner, and one owner stays. */
const rightsFor = async (tx: Tx, before: AdminModel, rights: Rights, identity: AdminIdentity) => {
  const { id, role } = before
  const hasRights = rights.role !== undefined || rights.apps !== undefined
  if (!hasRights && id === identity.adminId) {
    await lockCaller(tx, identity)
    return {}
  }
  const admins = await lockAsOwner(tx, identity)
  if (role === 'owner' && rights.role !== undefined && rights.role !== 'owner') {
    requireOtherOwner(admins, id)
    await requireTwoOwners(tx, id)
  }
  return hasRights ? columnsOf(tx, rights, before) : {}
}

/** The values of a change that an audit line shows: never a password. */
const shownValues = ({ username, role, apps }: Pick<Change, 'username' | 'role' | 'apps'>) => ({
  ...(username === undefined ? {} : { username }),
  ...(role === undefined ? {} : { role }),
  ...(apps === undefined ? {} : { apps }),
})

const noteUpdate = (tx: Tx, context: Context<AdminIdentity>, before: AdminModel, change: Change) => {
  const { username, password, role, apps } = change
  const given = Object.entries({ username, password, role, apps }).filter(([, value]) => value !== undefined)
  const after = shownValues(change)
  const was = shownAdmin(before)
  const details = {
    changed: given.map(([name]) => name),
    ...(Object.keys(after).length === 0
      ? {}
      : { before: Object.fromEntries(Object.entries(was).filter(([name]) => name in after)), after }),
  }
  return record(tx, context, { action: 'admin.update', targetId: String(before.id), details })
}

/** Throws `role_too_low` before a password is hashed for somebody who may not set it. */
const requireOwnOrOwner = ({ id, role, apps }: Change, { adminId, role: own }: AdminIdentity): void => {
  const isOwn = id === adminId && role === undefined && apps === undefined
  if (!isOwn && !includesRole(own, 'owner')) throw roleTooLow(own)
}

/**
 * Renames an admin, gives it rights or sets its password, which ends its other sessions. Throws `changed_meanwhile` unless the
 * name is the expected one.
 */
const updateAdmin = async (
  { db, attempts }: Pick<Platform, 'db' | 'attempts'>,
  change: Change,
  context: Context<AdminIdentity>,
) => {
  const { id, username, password, role, apps, currentPassword, expectedUsername } = change
  const own = context.identity.adminId === id
  requireOwnOrOwner(change, context.identity)
  const isGuarded = password !== undefined || role !== undefined || apps !== undefined
  // Only the login by password shows that the admin is there, and not somebody at a machine that was approved once.
  if (isGuarded && !own && context.identity.isByCode) throw new Problem('password_login_required')
  if (isGuarded) await requireCurrentPassword({ db, attempts }, context, currentPassword)
  const passwordHash = password === undefined ? undefined : await hashPassword(password, addressKey(context.ip))
  return db
    .transaction(async (tx) => {
      const before = await findAdmin(tx, id)
      const rights = await rightsFor(tx, before, { role, apps }, context.identity)
      if (username !== undefined && nameKey(username) !== before.usernameKey)
        await requireDistinctAdmin(tx, username, id)
      const expected = expectedUsername === undefined ? {} : { username: expectedUsername }
      const data = {
        ...rights,
        ...(username === undefined ? {} : { username, usernameKey: nameKey(username) }),
        ...(passwordHash === undefined ? {} : { passwordHash }),
      }
      const { count } = await tx.admin.updateMany({ where: { id, ...present, ...expected }, data })
      if (count === 0) {
        await findAdmin(tx, id)
        throw new Problem('changed_meanwhile')
      }
      if (rights.role && rights.role !== 'owner') await revokeInvitations(tx, { invitedById: id }, context)
      if (passwordHash) await endAdminSessions(tx, id, own ? context.identity.sessionId : undefined)
      if (passwordHash) await forgetAdminClients(tx, id)
      await noteUpdate(tx, context, before, change)
      return shownAdmin(await findAdmin(tx, id))
    })
    .catch(translateConflict)
}

const create = async (
  { db, attempts }: Pick<Platform, 'db' | 'attempts'>,
  { username, password, role, apps, currentPassword }: HandlerInput<typeof contract.admins.create>,
  context: Context<AdminIdentity>,
) => {
  await requireCurrentPassword({ db, attempts }, context, currentPassword)
  const passwordHash = await hashPassword(password, addressKey(context.ip))
  return db
    .transaction(async (tx) => {
      await lockAsOwner(tx, context.identity)
      await requireDistinctAdmin(tx, username)
      const rights = await columnsOf(tx, { role, apps })
      const admin = await tx.admin.create({
        data: { username, usernameKey: nameKey(username), passwordHash, ...rights },
      })
      await record(tx, context, {
        action: 'admin.create',
        targetId: String(admin.id),
        details: { username, role, apps },
      })
      return shownAdmin(admin)
    })
    .catch(translateConflict)
}

export const adminHandlers = ({ db, attempts }: Pick<Platform, 'db' | 'attempts'>): Handlers<'admins'> => ({
  list: async () => (await db.prisma.admin.findMany({ where: present, orderBy: { id: 'asc' } })).map(shownAdmin),
  create: (given, context) => create({ db, attempts }, given, context),
  get: async ({ id }) => shownAdmin(await findAdmin(db.prisma, id)),
  update: (change, context) => updateAdmin({ db, attempts }, change, context),
  delete: async ({ id }, context) => {
    await remove(db, id, context)
    return {}
  },
})
