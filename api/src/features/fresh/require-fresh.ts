import type { FreshProof, ProofMethod } from '@openauth/client'
import type { Context, UserIdentity } from '../../auth.ts'
import type { Deps } from '../../deps.ts'
import { Problem } from '../../errors.ts'
import { verifyPassword } from '../../lib/passwords.ts'
import { addressKey, guardPassword } from '../login/attempts.ts'
import type { LoginApp } from '../login/login-apps.ts'
import { methods } from '../login/methods.ts'
import type { Prove } from '../login/proof.ts'

/** How old a login may be that still stands for its user. Milliseconds. */
const FRESH_FOR = 5 * 60_000

export interface Shown {
  password?: string | undefined
  proof?: FreshProof | undefined
}

const byPassword = async ({ db, limits }: Deps, password: string, { identity, ip }: Context<UserIdentity>) => {
  const { userId: id } = identity
  const { passwordHash } = await db.prisma.user.findUniqueOrThrow({ where: { id }, select: { passwordHash: true } })
  if (!passwordHash) throw new Problem('no_password')
  const giveBack = await guardPassword(limits, `user ${id}`, ip)
  if (!(await verifyPassword(passwordHash, password, addressKey(ip))).ok) throw new Problem('incorrect_password')
  await giveBack()
}

/** The same check as the method's login; but the account must be the user's already. */
const byProof = async (deps: Deps, { method, ...shown }: FreshProof, context: Context<UserIdentity>) => {
  const { userId, appId } = context.identity
  const app: LoginApp = await deps.loginApps.getFor(appId, method)
  const prove = methods[method satisfies ProofMethod] as unknown as Prove<object>
  const { identity } = await prove(deps, app, shown, context)
  const { provider, subject } = identity
  const owned = await deps.db.prisma.identity.count({ where: { appId, provider, subject, userId } })
  if (owned === 0) throw new Problem('account_mismatch')
}

/**
 * Sees to it that whoever calls is the user now, and not somebody who found a session: by a login under five minutes old,
 * or by what the call shows. Throws `fresh_login_required`, or why what was shown does not count.
 */
export const requireFresh = async (deps: Deps, shown: Shown, context: Context<UserIdentity>): Promise<void> => {
  if (shown.password !== undefined) return byPassword(deps, shown.password, context)
  if (shown.proof) return byProof(deps, shown.proof, context)
  const { sessionId: id, userId } = context.identity
  const since = new Date(Date.now() - FRESH_FOR)
  const isFresh = await deps.db.prisma.session.count({ where: { id, userId, createdAt: { gt: since } } })
  if (isFresh === 0) throw new Problem('fresh_login_required')
}
