import type { AdminRole } from '@openauth/client'
import type { AdminIdentity } from '../../handler.ts'
import type { AdminModel, Tx } from '../../db.ts'
import { Problem } from '../../errors.ts'
import { lockSession } from './sessions.ts'

/** What an admin may do, as a call gives it; what is missing stays. */
export interface Rights {
  role?: AdminRole | undefined
  apps?: string[] | null | undefined
}

/** The refusal of an admin whose role is too low for what this call does. */
export const roleTooLow = (own: string): Problem =>
  new Problem('role_too_low', { message: `This needs the role owner, and yours is ${own}` })

/** Locks all admins until the end of the transaction. */
export const lockAdmins = (tx: Tx) =>
  tx.$queryRaw`SELECT id FROM "Admin" WHERE "deletedAt" IS NULL ORDER BY id FOR UPDATE`

/**
 * Locks all admins until the end of the transaction, and checks that the caller is an owner still, with a session: one who was
 * demoted or signed out while the call waited changes nobody, and of two owners who demote each other one stays. Throws
 * `unauthorized`, `role_too_low`.
 */
export const lockAsOwner = async (tx: Tx, identity: AdminIdentity): Promise<AdminModel[]> => {
  await lockAdmins(tx)
  const admins = await tx.admin.findMany({ where: { deletedAt: null }, orderBy: { id: 'asc' } })
  const caller = admins.find(({ id }) => id === identity.adminId)
  if (!caller) throw new Problem('unauthorized')
  if (caller.role !== 'owner') throw roleTooLow(caller.role)
  await lockSession(tx, identity)
  return admins
}

/** Refuses to leave the server without an owner. Throws `last_owner`. */
export const requireOtherOwner = (admins: AdminModel[], id: number): void => {
  if (!admins.some((admin) => admin.role === 'owner' && admin.id !== id)) throw new Problem('last_owner')
}

/** The columns of rights, from those that an admin has. Throws `owner_has_all_apps`, `app_not_found`. */
export const columnsOf = async (
  tx: Tx,
  { role: given, apps }: Rights,
  before?: AdminModel,
): Promise<{ role?: AdminRole; allApps?: boolean; appIds?: string[] }> => {
  const role = given ?? before?.role
  if (role === 'owner' && apps) throw new Problem('owner_has_all_apps')
  const appIds = apps && [...new Set(apps.map((id) => id.toLowerCase()))]
  if (appIds && (await tx.app.count({ where: { id: { in: appIds }, deletedAt: null } })) < appIds.length)
    throw new Problem('app_not_found')
  const isNowOwner = given === 'owner' && before?.role !== 'owner'
  return {
    ...(given && { role: given }),
    ...(appIds ? { allApps: false, appIds } : apps === null || isNowOwner ? { allApps: true, appIds: [] } : {}),
  }
}
