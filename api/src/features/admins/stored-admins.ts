import type { Admin } from '@openauth/client'
import type { AdminModel, Tx } from '../../db.ts'
import { Problem } from '../../errors.ts'
import { guessedAccount } from '../login/guessed-account.ts'
import { forgetClients } from '../login/known-clients.ts'

/** Those who were not deleted. */
export const present = { deletedAt: null }

export const findAdmin = async (tx: Tx, id: number): Promise<AdminModel> => {
  const admin = await tx.admin.findFirst({ where: { id, ...present } })
  if (!admin) throw new Problem('admin_not_found')
  return admin
}

/** An admin as the contract shows it. */
export const shownAdmin = ({ id, username, role, allApps, appIds }: AdminModel): Admin => ({
  id,
  username,
  // The column has no other values: "Admin_role_check".
  role: role as Admin['role'],
  apps: allApps ? null : appIds,
})

/** After a change of the password, known clients lose their own budgets of wrong guesses. */
export const forgetAdminClients = async (tx: Tx, id: number): Promise<void> => {
  const { usernameKey } = await tx.admin.findUniqueOrThrow({ where: { id } })
  if (usernameKey !== null) await forgetClients(tx, [guessedAccount.admin(usernameKey)])
}
