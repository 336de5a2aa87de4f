import type { Context } from '../../auth.ts'
import type { Deps } from '../../deps.ts'
import { Problem } from '../../errors.ts'
import type { Handlers } from '../../mount.ts'
import { hashPassword, verifyPassword } from '../../lib/passwords.ts'
import { createUser, IdentityTakenError } from '../users/create.ts'
import { canonicalIdentity, type ProvedIdentity } from '../users/identity.ts'
import { guardPassword } from './attempts.ts'
import { findPasswordAccount, type PasswordAccount } from './find-account.ts'

interface Attempt {
  appId: string
  account: PasswordAccount
  identity: ProvedIdentity
  password: string
}

const register = async ({ db, keys, limits }: Deps, attempt: Attempt, context: Context): Promise<string> => {
  if (attempt.account.userId) throw new Problem('username_exists')
  await limits.take(['registrationByIp', context.ip])
  const passwordHash = await hashPassword(attempt.password)
  return createUser(db, keys, attempt.appId, attempt.identity, { passwordHash }).catch((error: unknown) => {
    throw error instanceof IdentityTakenError ? new Problem('username_exists') : error
  })
}

/** Unknown user and wrong password cost the same and are told alike. */
const checkPassword = async (deps: Deps, { appId, account, identity, password }: Attempt, context: Context) => {
  const { userId, passwordHash, disabled } = account
  const giveBack = await guardPassword(deps.limits, `user ${appId} ${identity.subject}`, context.ip)
  const { ok, outdated } = await verifyPassword(passwordHash, password)
  if (!userId || !passwordHash || !ok) throw new Problem('incorrect_login')
  await giveBack()
  if (disabled) throw new Problem('user_disabled')
  if (outdated) await replaceHash(deps, userId, passwordHash, password)
  return userId
}

/** Only over the hash that was checked: a password changed meanwhile stands. */
const replaceHash = async ({ db }: Deps, id: string, passwordHash: string, password: string) => {
  const next = await hashPassword(password)
  await db.prisma.user.updateMany({ where: { id, passwordHash }, data: { passwordHash: next } })
}

export const loginHandlers = (deps: Deps): Handlers<'login'> => ({
  username: async ({ appId, type, username, password }, context) => {
    const identity = canonicalIdentity('username', username)
    const account = await findPasswordAccount(deps.db, appId, identity.subject)
    if (!account) throw new Problem('app_not_found')
    if (!account.enabled) throw new Problem('login_method_disabled')
    const attempt = { appId, account, identity, password }
    const userId =
      type === 'register' ? await register(deps, attempt, context) : await checkPassword(deps, attempt, context)
    return { token: await deps.sessions.start({ userId, appId, jwtTTL: account.jwtTTL }, 'username', context) }
  },
})
