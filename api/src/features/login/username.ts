import type { Context, Handlers } from '../../handler.ts'
import type { Platform } from '../../resources.ts'
import { Problem } from '../../errors.ts'
import { hashPassword, verifyPassword } from '../../lib/passwords.ts'
import { createNamedUser } from '../users/create-named.ts'
import { canonicalIdentity, type VerifiedIdentity } from '../identities/identity.ts'
import { addressKey } from './attempts.ts'
import { findPasswordAccount, type PasswordAccount } from './find-account.ts'
import { guardLogin } from './guard-login.ts'
import { guessedAccount } from './guessed-account.ts'
import { rememberClient } from './known-clients.ts'
import type { LoginNeeds } from './needs.ts'

interface Attempt {
  appId: string
  account: PasswordAccount
  identity: VerifiedIdentity
  password: string
}

/** The user and the hash that matched the password. */
interface Known {
  userId: string
  passwordHash: string
}

const register = async (deps: LoginNeeds, attempt: Attempt, context: Context): Promise<Known> => {
  // Counted first, which limits how many names a caller can test.
  await deps.attempts.consume(['registrationByIp', addressKey(context.ip)])
  if (attempt.account.userId) throw new Problem('username_exists')
  const known = await createNamedUser(deps, attempt, addressKey(context.ip))
  await rememberClient(deps.db, guessedAccount.username(attempt.appId, attempt.identity.subject), context)
  return known
}

/** Checks a password. An unknown user and a wrong password take the same time and have the same error. */
const checkPassword = async (
  deps: LoginNeeds,
  { appId, account, identity, password }: Attempt,
  context: Context,
): Promise<Known> => {
  const { userId, passwordHash, disabled } = account
  const accept = await guardLogin(deps, guessedAccount.username(appId, identity.subject), context)
  const { ok, outdated } = await verifyPassword(passwordHash, password, addressKey(context.ip))
  if (!userId || !passwordHash || !ok) throw new Problem('incorrect_login')
  await accept()
  if (disabled) throw new Problem('user_disabled')
  return {
    userId,
    passwordHash: outdated ? await replaceHash(deps, userId, passwordHash, password, context.ip) : passwordHash,
  }
}

/** Replaces only the hash that was checked, so that a concurrent password change is kept. */
const replaceHash = async (
  { db }: Pick<Platform, 'db'>,
  id: string,
  passwordHash: string,
  password: string,
  ip: string,
) => {
  const next = await hashPassword(password, addressKey(ip))
  const { count } = await db.prisma.user.updateMany({ where: { id, passwordHash }, data: { passwordHash: next } })
  return count > 0 ? next : passwordHash
}

/** Logs in or registers with username and password. */
export const usernameHandler =
  (deps: LoginNeeds): Handlers<'login'>['username'] =>
  async ({ appId, type, username, password }, context) => {
    const identity = canonicalIdentity('username', username)
    const account = await findPasswordAccount(deps.db, appId, identity.subject)
    if (!account) throw new Problem('app_not_found')
    if (!account.enabled) throw new Problem('login_method_disabled')
    const attempt = { appId, account, identity, password }
    const start = async (known: Known) => {
      const token = await deps.sessions.start({ ...known, appId, jwtTTL: account.jwtTTL }, 'username', context)
      if (!token) throw new Problem('incorrect_login')
      await deps.loginOutcomes.succeeded(appId, 'username')
      return { token }
    }
    if (type === 'register') return start(await register(deps, attempt, context))
    return deps.failedLogins.watch(appId, 'username', async () => start(await checkPassword(deps, attempt, context)))
  }
