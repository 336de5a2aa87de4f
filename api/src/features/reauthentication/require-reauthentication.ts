import type { ReauthenticationProof, ProofMethod } from '@openauth/client'
import type { Context, UserIdentity } from '../../auth.ts'
import type { Deps } from '../../deps.ts'
import { Problem } from '../../errors.ts'
import { verifyPassword } from '../../lib/passwords.ts'
import { addressKey, guardPassword } from '../login/attempts.ts'
import type { LoginApp } from '../login/login-apps.ts'
import { methods } from '../login/methods.ts'
import type { VerifyCredential } from '../login/verified-credential.ts'

/** How old a login may be that still stands for its user. Milliseconds. */
const MAX_LOGIN_AGE = 5 * 60_000

export interface ReauthenticationInput {
  password?: string | undefined
  proof?: ReauthenticationProof | undefined
}

const byPassword = async ({ db, limits }: Deps, password: string, { identity, ip }: Context<UserIdentity>) => {
  const { userId: id } = identity
  const { passwordHash } = await db.prisma.user.findUniqueOrThrow({ where: { id }, select: { passwordHash: true } })
  if (!passwordHash) throw new Problem('no_password')
  const refund = await guardPassword(limits, `user ${id}`, ip)
  if (!(await verifyPassword(passwordHash, password, addressKey(ip))).ok) throw new Problem('incorrect_password')
  await refund()
}

/** The same check as the method's login; but the account must be the user's already. */
const byProof = async (deps: Deps, { method, ...shown }: ReauthenticationProof, context: Context<UserIdentity>) => {
  const { userId, appId } = context.identity
  const app: LoginApp = await deps.loginApps.getFor(appId, method)
  const verifyCredential = methods[method satisfies ProofMethod] as unknown as VerifyCredential<object>
  const { identity } = await verifyCredential(deps, app, shown, context)
  const { provider, subject } = identity
  const owned = await deps.db.prisma.identity.count({ where: { appId, provider, subject, userId } })
  if (owned === 0) throw new Problem('account_mismatch')
}

/**
 * Sees to it that whoever calls is the user now, and not somebody who found a session: by a login under five minutes old,
 * or by what the call shows. Throws `fresh_login_required`, or why what was shown does not count.
 */
export const requireReauthentication = async (
  deps: Deps,
  shown: ReauthenticationInput,
  context: Context<UserIdentity>,
): Promise<void> => {
  if (shown.password !== undefined) return byPassword(deps, shown.password, context)
  if (shown.proof) return byProof(deps, shown.proof, context)
  const { sessionId: id, userId } = context.identity
  const since = new Date(Date.now() - MAX_LOGIN_AGE)
  const recentLogins = await deps.db.prisma.session.count({ where: { id, userId, createdAt: { gt: since } } })
  if (recentLogins === 0) throw new Problem('fresh_login_required')
}
