import type { Context } from '../../auth.ts'
import type { Deps } from '../../deps.ts'
import { record } from '../audit/record.ts'
import { findUser } from './find.ts'

interface Which {
  appId: string
  id: string
}

/** Stops a user from logging in and sending, and ends its sessions. Throws `user_not_found`. */
export const disableUser = async (
  { db, sessions }: Pick<Deps, 'db' | 'sessions'>,
  { appId, id }: Which,
  context: Context,
): Promise<void> => {
  await db.transaction(async (tx) => {
    await findUser(tx, appId, id)
    await tx.user.updateMany({ where: { id, disabledAt: null }, data: { disabledAt: new Date() } })
    await sessions.end(tx, { userId: id })
    await record(tx, context, { action: 'user.disable', appId, targetId: id })
  })
  sessions.invalidate()
}

/** Lets a disabled user log in and send again. Throws `user_not_found`. */
export const enableUser = async ({ db }: Pick<Deps, 'db'>, { appId, id }: Which, context: Context): Promise<void> => {
  await db.transaction(async (tx) => {
    await findUser(tx, appId, id)
    await tx.user.update({ where: { id }, data: { disabledAt: null }, select: { id: true } })
    await record(tx, context, { action: 'user.enable', appId, targetId: id })
  })
}

/** Ends all sessions of a user and tells how many there were. Throws `user_not_found`. */
export const endSessions = async (
  { db, sessions }: Pick<Deps, 'db' | 'sessions'>,
  { appId, id }: Which,
  context: Context,
): Promise<number> => {
  const ended = await db.transaction(async (tx) => {
    await findUser(tx, appId, id)
    const count = await sessions.end(tx, { userId: id })
    await record(tx, context, { action: 'user.end_sessions', appId, targetId: id, details: { ended: count } })
    return count
  })
  sessions.invalidate()
  return ended
}
