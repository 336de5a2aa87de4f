import type { Context } from '../../handler.ts'
import { Problem } from '../../errors.ts'
import { record } from '../audit/record.ts'
import { lockWallets } from '../transfers/require-live.ts'
import { hidePlayer } from '../game/hide-player.ts'
import { forgetKnownClients } from '../login/forget-known-clients.ts'
import { findUser } from '../users/find.ts'
import type { UserManagementNeeds } from './needs.ts'

interface UserReference {
  appId: string
  id: string
}

const isOperator = ({ identity }: Context): boolean => identity.kind === 'admin'

/**
 * Stops a user from logging in and sending, and ends its sessions. An operator's disabling replaces a partner's, never
 * the reverse. Throws `user_not_found`.
 */
export const disableUser = async (
  { db, sessions, boards }: Pick<UserManagementNeeds, 'db' | 'sessions' | 'boards'>,
  { appId, id }: UserReference,
  context: Context,
): Promise<void> => {
  const news = await db.transaction(async (tx) => {
    await findUser(tx, appId, id)
    await lockWallets(tx, id)
    await tx.user.updateMany({ where: { id, disabledAt: null }, data: { disabledAt: new Date(), disabledBy: 'app' } })
    if (isOperator(context)) await tx.user.updateMany({ where: { id }, data: { disabledBy: 'admin' } })
    await forgetKnownClients(tx, id)
    await sessions.end(tx, { userId: id })
    await record(tx, context, { action: 'user.disable', appId, targetId: id })
    return hidePlayer(tx, id, true)
  })
  sessions.invalidate()
  if (news !== undefined) boards.set(appId, id, news)
}

/**
 * Lets a disabled user log in and send again. A partner may enable only users that no operator disabled. Throws
 * `user_not_found`, `disabled_by_operator`.
 */
export const enableUser = async (
  { db, boards }: Pick<UserManagementNeeds, 'db' | 'boards'>,
  { appId, id }: UserReference,
  context: Context,
): Promise<void> => {
  const news = await db.transaction(async (tx) => {
    const { disabledBy } = await findUser(tx, appId, id)
    const mayEnable = isOperator(context) ? {} : { OR: [{ disabledBy: null }, { disabledBy: 'app' as const }] }
    const data = { disabledAt: null, disabledBy: null }
    const { count } = await tx.user.updateMany({ where: { id, ...mayEnable }, data })
    if (count === 0) throw new Problem('disabled_by_operator')
    await record(tx, context, { action: 'user.enable', appId, targetId: id, details: { disabledBy } })
    return hidePlayer(tx, id, false)
  })
  if (news) boards.set(appId, id, news)
}

/** Ends all sessions of a user and returns their number. Throws `user_not_found`. */
export const endSessions = async (
  { db, sessions }: Pick<UserManagementNeeds, 'db' | 'sessions'>,
  { appId, id }: UserReference,
  context: Context,
): Promise<number> => {
  const ended = await db.transaction(async (tx) => {
    await findUser(tx, appId, id)
    await forgetKnownClients(tx, id)
    const count = await sessions.end(tx, { userId: id })
    await record(tx, context, { action: 'user.end_sessions', appId, targetId: id, details: { ended: count } })
    return count
  })
  sessions.invalidate()
  return ended
}
