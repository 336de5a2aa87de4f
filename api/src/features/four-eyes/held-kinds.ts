import { fourEyesKinds, type FourEyesKind, heldNow, type HeldKind } from '@openauth/client'
import type { Tx } from '../../db.ts'
import { Problem } from '../../errors.ts'

/** The kinds of calls that an owner holds. A kind of a later version of this server is left out: none of its calls are here. */
export const chosenKinds = async (tx: Tx): Promise<FourEyesKind[]> => {
  const row = await tx.fourEyes.findUnique({ where: { id: 1 } })
  return fourEyesKinds.filter((kind) => row?.kinds.includes(kind))
}

/** The kinds of calls that wait for a second admin now. */
export const heldKindsNow = async (tx: Tx): Promise<readonly HeldKind[]> => heldNow(await chosenKinds(tx))

/**
 * Refuses to leave fewer than two owners while calls wait for a second admin: nobody could approve then, not even that nothing waits
 * any more. Call it with the admins locked. Throws `last_approver`.
 */
export const requireTwoOwners = async (tx: Tx, without: number): Promise<void> => {
  if ((await chosenKinds(tx)).length === 0) return
  const left = await tx.admin.count({ where: { role: 'owner', deletedAt: null, id: { not: without } } })
  if (left < 2) throw new Problem('last_approver')
}
