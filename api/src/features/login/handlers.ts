import { type Provider, switchOf } from '@openauth/client'
import type { Context } from '../../auth.ts'
import type { AppModel, Tx } from '../../db.ts'
import type { Deps } from '../../deps.ts'
import { Problem } from '../../errors.ts'
import type { Handlers } from '../../mount.ts'
import { hashPassword, verifyPassword } from '../../lib/passwords.ts'
import { createUser, findByIdentity, IdentityTakenError } from '../users/create.ts'
import { canonicalIdentity } from '../users/identity.ts'
import { guardPassword } from './attempts.ts'

/** The app that a login page names, if it is there and has the method switched on. */
const openApp = async (tx: Tx, id: string, method: Provider): Promise<AppModel> => {
  const app = await tx.app.findFirst({ where: { id, deletedAt: null } })
  if (!app) throw new Problem('app_not_found')
  if (!app[switchOf[method]]) throw new Problem('login_method_disabled')
  return app
}

interface Credentials {
  username: string
  password: string
}

const register = async ({ db, keys, limits }: Deps, app: AppModel, given: Credentials, context: Context) => {
  const identity = canonicalIdentity('username', given.username)
  if (await findByIdentity(db.prisma, app.id, identity)) throw new Problem('username_exists')
  await limits.take('registrationByIp', context.ip)
  const passwordHash = await hashPassword(given.password)
  return createUser(db, keys, app.id, identity, { passwordHash }).catch((error: unknown) => {
    throw error instanceof IdentityTakenError ? new Problem('username_exists') : error
  })
}

/** Unknown user and wrong password cost the same and are told alike. */
const checkPassword = async ({ db, limits }: Deps, app: AppModel, given: Credentials, context: Context) => {
  const { subject } = canonicalIdentity('username', given.username)
  const giveBack = await guardPassword(limits, `user ${app.id} ${subject}`, context.ip)
  const user = await db.prisma.user.findFirst({
    where: { identities: { some: { appId: app.id, provider: 'username', subject } }, deletedAt: null },
    select: { id: true, passwordHash: true, disabledAt: true },
  })
  const { ok, outdated } = await verifyPassword(user?.passwordHash, given.password)
  if (!user || !ok) throw new Problem('incorrect_login')
  await giveBack()
  if (user.disabledAt) throw new Problem('user_disabled')
  if (outdated) {
    const passwordHash = await hashPassword(given.password)
    await db.prisma.user.updateMany({ where: { id: user.id, passwordHash: user.passwordHash }, data: { passwordHash } })
  }
  return user.id
}

export const loginHandlers = (deps: Deps): Handlers<'login'> => ({
  username: async ({ appId, type, ...given }, context) => {
    const app = await openApp(deps.db.prisma, appId, 'username')
    const userId =
      type === 'register' ? await register(deps, app, given, context) : await checkPassword(deps, app, given, context)
    const token = await deps.sessions.start({ userId, appId, jwtTTL: app.jwtTTL }, 'username', context)
    return { token }
  },
})
