import type { contract, HandlerInput } from '@openauth/client'
import type { AdminIdentity, Context, Handlers } from '../../handler.ts'
import { type Database, isUniqueViolation, type Tx } from '../../db.ts'
import type { Platform } from '../../resources.ts'
import { Problem } from '../../errors.ts'
import { hashPassword } from '../../lib/passwords.ts'
import { record } from '../audit/record.ts'
import { requireDistinctName } from '../distinct-names.ts'
import { addressKey } from '../login/attempts.ts'
import { guessedAccount } from '../login/guessed-account.ts'
import { forgetClients } from '../login/known-clients.ts'
import { nameKey } from '../name-key.ts'
import { pageOf, skipTake } from '../page.ts'
import { requireCurrentPassword } from './current-password.ts'
import { endAdminSessions } from './sessions.ts'

const present = { deletedAt: null }

const find = async (tx: Tx, id: number) => {
  const admin = await tx.admin.findFirst({ where: { id, ...present } })
  if (!admin) throw new Problem('admin_not_found')
  return admin
}

/** After a change of the password, known clients lose their own budgets of wrong guesses. */
const forgetAdminClients = async (tx: Tx, id: number): Promise<void> => {
  const { usernameKey } = await tx.admin.findUniqueOrThrow({ where: { id } })
  if (usernameKey !== null) await forgetClients(tx, [guessedAccount.admin(usernameKey)])
}

/** Names are locked, so that each new one is compared with all others. */
const requireDistinct = async (tx: Tx, username: string, id?: number): Promise<void> => {
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended('admin names', 0))::text`
  const others = await tx.admin.findMany({ where: { ...present, ...(id === undefined ? {} : { id: { not: id } }) } })
  requireDistinctName(
    username,
    others.map((other) => other.username),
  )
}

const translateConflict = (error: unknown): never => {
  throw isUniqueViolation(error) ? new Problem('admin_exists') : error
}

/** Locks all admins, so that two calls at once cannot delete the last two. */
const remove = (db: Database, id: number, note: (tx: Tx) => Promise<void>) =>
  db.transaction(async (tx) => {
    const rows = await tx.$queryRaw<{ id: number }[]>`
      SELECT id FROM "Admin" WHERE "deletedAt" IS NULL ORDER BY id FOR UPDATE`
    if (!rows.some((row) => row.id === id)) throw new Problem('admin_not_found')
    if (rows.length === 1) throw new Problem('last_admin')
    await tx.admin.update({ where: { id }, data: { deletedAt: new Date(), usernameKey: null } })
    await endAdminSessions(tx, id)
    await note(tx)
  })

/** Renames an admin or sets its password, which ends its other sessions. Throws `changed_meanwhile` unless the name is the expected one. */
const updateAdmin = async (
  { db, attempts }: Pick<Platform, 'db' | 'attempts'>,
  { id, username, password, currentPassword, expectedUsername }: HandlerInput<typeof contract.admins.update>,
  context: Context<AdminIdentity>,
) => {
  const own = context.identity.adminId === id
  // Only the login by password shows that the admin is there, and not somebody at a machine that was approved once.
  if (password !== undefined && !own && context.identity.isByCode) throw new Problem('password_login_required')
  if (password !== undefined) await requireCurrentPassword({ db, attempts }, context, currentPassword)
  const passwordHash = password === undefined ? undefined : await hashPassword(password, addressKey(context.ip))
  const data = {
    ...(username === undefined ? {} : { username, usernameKey: nameKey(username) }),
    ...(passwordHash === undefined ? {} : { passwordHash }),
  }
  return db
    .transaction(async (tx) => {
      const before = await find(tx, id)
      if (username !== undefined && nameKey(username) !== before.usernameKey) await requireDistinct(tx, username, id)
      const expected = expectedUsername === undefined ? {} : { username: expectedUsername }
      const { count } = await tx.admin.updateMany({ where: { id, ...present, ...expected }, data })
      if (count === 0) {
        await find(tx, id)
        throw new Problem('changed_meanwhile')
      }
      if (passwordHash) await endAdminSessions(tx, id, own ? context.identity.sessionId : undefined)
      if (passwordHash) await forgetAdminClients(tx, id)
      const details = {
        changed: Object.entries({ username, password }).flatMap(([name, value]) => (value === undefined ? [] : [name])),
        ...(username === undefined ? {} : { before: { username: before.username }, after: { username } }),
      }
      await record(tx, context, { action: 'admin.update', targetId: String(id), details })
      return find(tx, id)
    })
    .catch(translateConflict)
}

export const adminHandlers = ({ db, attempts }: Pick<Platform, 'db' | 'attempts'>): Handlers<'admins'> => ({
  list: async () => db.prisma.admin.findMany({ where: present, orderBy: { id: 'asc' } }),

  create: async ({ username, password, currentPassword }, context) => {
    await requireCurrentPassword({ db, attempts }, context, currentPassword)
    const passwordHash = await hashPassword(password, addressKey(context.ip))
    return db
      .transaction(async (tx) => {
        await requireDistinct(tx, username)
        const admin = await tx.admin.create({ data: { username, usernameKey: nameKey(username), passwordHash } })
        await record(tx, context, { action: 'admin.create', targetId: String(admin.id), details: { username } })
        return admin
      })
      .catch(translateConflict)
  },

  get: async ({ id }) => find(db.prisma, id),

  update: (change, context) => updateAdmin({ db, attempts }, change, context),

  delete: async ({ id }, context) => {
    await remove(db, id, (tx) => record(tx, context, { action: 'admin.delete', targetId: String(id) }))
    return {}
  },
})

export const adminSessionHandlers = ({ db }: Pick<Platform, 'db'>): Handlers<'adminSessions'> => ({
  list: async ({ page, limit }, { identity }) => {
    const where = { expiresAt: { gt: new Date() }, admin: present }
    const rows = await db.prisma.adminSession.findMany({
      where,
      include: { admin: true },
      orderBy: [{ lastUsedAt: 'desc' }, { id: 'asc' }],
      ...skipTake({ page, limit }),
    })
    const data = rows.map(({ admin, ...session }) => ({
      ...session,
      username: admin.username,
      current: session.id === identity.sessionId,
    }))
    return pageOf(data, await db.prisma.adminSession.count({ where }), limit)
  },

  revoke: async ({ id }, context) => {
    await db.transaction(async (tx) => {
      const session = await tx.adminSession.findUnique({ where: { id } })
      const { count } = await tx.adminSession.deleteMany({ where: { id } })
      if (!session || count === 0) throw new Problem('session_not_found')
      await forgetAdminClients(tx, session.adminId)
      await record(tx, context, { action: 'admin-session.revoke', targetId: id })
    })
    return {}
  },
})
