import type { Tx } from '../../db.ts'
import { Problem } from '../../errors.ts'

/** Throws `app_not_found` unless the app exists and is not deleted. */
export const requireApp = async (tx: Tx, id: string): Promise<void> => {
  if ((await tx.app.count({ where: { id, deletedAt: null } })) === 0) throw new Problem('app_not_found')
}

/** The same, and locks the app's row until the end of the transaction, so that changes of an app are serialized. */
export const lockApp = async (tx: Tx, id: string): Promise<void> => {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT id FROM "App" WHERE id = ${id}::uuid AND "deletedAt" IS NULL FOR UPDATE`
  if (rows.length === 0) throw new Problem('app_not_found')
}

/** Id and name of an app, or of all apps that are not deleted. Throws `app_not_found` where the one does not exist. */
export const findApps = async (tx: Tx, id?: string): Promise<{ id: string; name: string }[]> => {
  const where = { deletedAt: null, ...(id === undefined ? {} : { id }) }
  const apps = await tx.app.findMany({ where, select: { id: true, name: true } })
  if (id !== undefined && apps.length === 0) throw new Problem('app_not_found')
  return apps
}
