import type { LoginMethod } from '@openauth/client'
import type { AccountChangeModel, Tx } from '../../db.ts'
import { listSupportAccess } from '../sessions/support.ts'
import { LISTED_FOR, UNDOABLE_FOR } from './windows.ts'

/** What is told to the user, and is no change of a way to log in. */
const notUndoable: ReadonlySet<string> = new Set<AccountChangeModel['kind']>([
  'key_export',
  'data_export',
  'deletion_request',
  'deletion_cancel',
])

/** Until when a change can be undone; null if it cannot, as for an export of a key. */
export const undoableUntil = ({ kind, createdAt, undoneAt }: AccountChangeModel): Date | null => {
  if (notUndoable.has(kind) || undoneAt) return null
  const until = new Date(createdAt.getTime() + UNDOABLE_FOR)
  return until.getTime() > Date.now() ? until : null
}

/** A user's account changes and the accesses of support, newest first. */
export const listChanges = async (tx: Tx, userId: string) => {
  const since = new Date(Date.now() - LISTED_FOR)
  const rows = await tx.accountChange.findMany({
    where: { userId, createdAt: { gt: since } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  })
  const changes = rows.map((row) => ({
    ...row,
    method: row.method as LoginMethod,
    undoableUntil: undoableUntil(row),
  }))
  const support = await listSupportAccess(tx, userId, since)
  return [...changes, ...support].toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
}
