import type { contract, HandlerInput } from '@openauth/client'
import type { AdminIdentity, Context } from '../../handler.ts'
import type { Platform } from '../../resources.ts'
import { Problem } from '../../errors.ts'
import { tellOfSupport } from '../account-changes/notices.ts'
import { lockCaller } from '../admins/sessions.ts'
import { record } from '../audit/record.ts'
import { findUser } from '../users/find.ts'
import { requireLiveUser } from '../users/lock-user.ts'
import type { UserManagementNeeds } from './needs.ts'

/** Of several accesses by one admin the user is told once in this time; the user's list has each. Milliseconds. */
const TOLD_AGAIN_AFTER = 3_600_000

type Given = HandlerInput<typeof contract.users.impersonate>

/**
 * Begins to act in the name of a user, bound to the caller's session; tells the user. Throws `user_not_found`,
 * `user_disabled`, `impersonation_disabled`, `unauthorized` where the session was ended meanwhile.
 */
export const impersonate = async (
  deps: Pick<UserManagementNeeds, 'db' | 'notices'> & Pick<Platform, 'tokens'>,
  { appId, id: userId, reason, minutes }: Given,
  context: Context<AdminIdentity>,
) => {
  const { identity, ip, userAgent } = context
  const { adminId, sessionId: adminSessionId } = identity
  const now = Date.now()
  const expiresAt = new Date(now + minutes * 60_000)
  const begun = await deps.db.transaction(async (tx) => {
    await lockCaller(tx, identity)
    await requireLiveUser(tx, userId)
    const user = await findUser(tx, appId, userId)
    const app = await tx.app.findFirst({ where: { id: appId, deletedAt: null, impersonationEnabled: true } })
    if (!app) throw new Problem('impersonation_disabled')
    if (user.disabledAt) throw new Problem('user_disabled')
    const before = { userId, adminId, createdAt: { gt: new Date(now - TOLD_AGAIN_AFTER) } }
    const isTold = (await tx.supportSession.count({ where: before })) > 0
    const data = { userId, adminId, adminSessionId, reason, ip, userAgent, expiresAt }
    const { id } = await tx.supportSession.create({ data })
    const details = { reason, expiresAt: expiresAt.getTime() }
    await record(tx, context, { action: 'user.impersonate', appId, targetId: userId, details })
    return { id, isTold }
  })
  const { id, isTold } = begun
  if (!isTold) await tellOfSupport(deps, { id, userId }, context)
  return { id, token: await deps.tokens.signSupport({ supportId: id, userId, appId }, adminId, expiresAt), expiresAt }
}
