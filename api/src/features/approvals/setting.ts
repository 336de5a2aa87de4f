import { APPROVAL_HOURS, type FourEyesKind, fourEyesKinds, heldNow } from '@openauth/client'
import type { AdminIdentity, Context, Handlers } from '../../handler.ts'
import type { Tx } from '../../db.ts'
import type { Platform } from '../../resources.ts'
import { Problem } from '../../errors.ts'
import { revokeInvitations } from '../admins/invitations.ts'
import { lockAsOwner } from '../admins/rights.ts'
import { record } from '../audit/record.ts'
import { chosenKinds } from '../four-eyes/held-kinds.ts'

const show = async (tx: Tx) => {
  const kinds = await chosenKinds(tx)
  const owners = await tx.admin.count({ where: { role: 'owner', deletedAt: null } })
  return { kinds, held: [...heldNow(kinds)], owners, hours: APPROVAL_HOURS }
}

/**
 * Changes what is held. Who lets something go was approved before. From the first kind on invitations from before have ended: nobody else
 * approved the accounts that they make. Throws `no_second_admin`, `changed_meanwhile` where more is held than when this call was admitted.
 */
const change = async (tx: Tx, given: readonly FourEyesKind[] | undefined, context: Context<AdminIdentity>) => {
  if (!given) return show(tx)
  const owners = (await lockAsOwner(tx, context.identity)).filter(({ role }) => role === 'owner')
  if (given.length > 0 && owners.length < 2) throw new Problem('no_second_admin')
  const before = await chosenKinds(tx)
  const kinds = fourEyesKinds.filter((kind) => given.includes(kind))
  if (!context.identity.approval && before.some((kind) => !kinds.includes(kind))) throw new Problem('changed_meanwhile')
  if (before.length === 0 && kinds.length > 0) await revokeInvitations(tx, 'all', context)
  const row = { kinds, updatedAt: new Date() }
  await tx.fourEyes.upsert({ where: { id: 1 }, create: row, update: row })
  const details = { changed: ['kinds'], before: { kinds: before }, after: { kinds } }
  await record(tx, context, { action: 'four-eyes.update', details })
  return show(tx)
}

/** Which calls wait for a second admin. */
export const fourEyesHandlers = ({ db }: Pick<Platform, 'db'>): Handlers<'fourEyes'> => ({
  get: () => show(db.prisma),
  update: ({ kinds }, context) => db.transaction((tx) => change(tx, kinds, context)),
})
