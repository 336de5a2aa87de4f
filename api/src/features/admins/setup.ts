import type { Deps } from '../../deps.ts'
import { Problem } from '../../errors.ts'
import type { Handlers } from '../../mount.ts'
import { hashPassword, verifyPassword } from '../../lib/passwords.ts'
import { record } from '../audit/record.ts'
import { guardPassword } from '../login/attempts.ts'
import { nameKey } from '../name-key.ts'
import { startAdminSession } from './sessions.ts'

/** Serializes the first set-up over every instance: of two calls at once, one makes the admin. */
const SETUP_LOCK = 5_566_001

export const setupHandlers = ({ db, tokens, limits }: Deps): Handlers<'setup'> => ({
  config: async () => ({ initialized: (await db.prisma.admin.count()) > 0 }),

  create: async ({ username, password }, context) => {
    if ((await db.prisma.admin.count()) > 0) throw new Problem('already_initialized')
    const passwordHash = await hashPassword(password)
    await db.transaction(async (tx) => {
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(${SETUP_LOCK})`
      if ((await tx.admin.count()) > 0) throw new Problem('already_initialized')
      const admin = await tx.admin.create({ data: { username, usernameKey: nameKey(username), passwordHash } })
      await record(tx, context, { action: 'admin.setup', targetId: String(admin.id), details: { username } })
    })
    return {}
  },

  login: async ({ username, password }, context) => {
    const usernameKey = nameKey(username)
    const giveBack = await guardPassword(limits, `admin ${usernameKey}`, context.ip)
    const admin = await db.prisma.admin.findUnique({ where: { usernameKey } })
    const { ok, outdated } = await verifyPassword(admin?.passwordHash, password.normalize('NFKC'))
    if (!admin || !ok) {
      await record(db.prisma, context, { action: 'admin.login-refused', details: { username } })
      throw new Problem('invalid_admin_login')
    }
    await giveBack()
    if (outdated) {
      const passwordHash = await hashPassword(password.normalize('NFKC'))
      await db.prisma.admin.updateMany({
        where: { id: admin.id, passwordHash: admin.passwordHash },
        data: { passwordHash },
      })
    }
    const token = await startAdminSession(db, tokens, admin.id, context)
    await record(db.prisma, context, { action: 'admin.login', by: { actor: 'admin', actorId: String(admin.id) } })
    return { token }
  },

  logout: async (_, { identity }) => {
    await db.prisma.adminSession.deleteMany({ where: { id: identity.sessionId } })
    return {}
  },

  whoami: async (_, { identity }) => db.prisma.admin.findUniqueOrThrow({ where: { id: identity.adminId } }),
})
