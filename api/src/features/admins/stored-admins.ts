import type { Admin } from '@openauth/client'
import type { AdminModel, Tx } from '../../db.ts'
import { Problem } from '../../errors.ts'
import { requireDistinctName } from '../distinct-names.ts'
import { guessedAccount } from '../login/guessed-account.ts'
import { forgetClients } from '../login/known-clients.ts'

/** Those who were not deleted. */
export const present = { deletedAt: null }

export const findAdmin = async (tx: Tx, id: number): Promise<AdminModel> => {
  const admin = await tx.admin.findFirst({ where: { id, ...present } })
  if (!admin) throw new Problem('admin_not_found')
  return admin
}

/** Stored rights as the contract shows them. */
export const shownRights = ({ role, allApps, appIds }: Pick<AdminModel, 'role' | 'allApps' | 'appIds'>) => ({
  // The columns have no other values: "Admin_role_check", "AdminInvitation_role_check".
  role: role as Admin['role'],
  apps: allApps ? null : appIds,
})

/** An admin as the contract shows it. */
export const shownAdmin = ({ id, username, ...rights }: AdminModel): Admin => ({
  id,
  username,
  ...shownRights(rights),
})

/** Names are locked, so that each new one is compared with all others. Throws the errors of new names. */
export const requireDistinctAdmin = async (tx: Tx, username: string, id?: number): Promise<void> => {
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended('admin names', 0))::text`
  const others = await tx.admin.findMany({ where: { ...present, ...(id === undefined ? {} : { id: { not: id } }) } })
  requireDistinctName(
    username,
    others.map((other) => other.username),
  )
}

/** After a change of the password, known clients lose their own budgets of wrong guesses. */
export const forgetAdminClients = async (tx: Tx, id: number): Promise<void> => {
  const { usernameKey } = await tx.admin.findUniqueOrThrow({ where: { id } })
  if (usernameKey !== null) await forgetClients(tx, [guessedAccount.admin(usernameKey)])
}
