import { type BeginRestore, RESTORE_CALL } from '@openauth/client'
import type { z } from 'zod'
import type { AdminIdentity, Context } from '../../handler.ts'
import { Problem } from '../../errors.ts'
import { record } from '../audit/record.ts'
import { heldKindsNow } from '../four-eyes/held-kinds.ts'
import { heldCallOf, requireCallRights } from './calls.ts'
import { approvalRequired, identityOf, storeRequest } from './hold.ts'
import { mailApprovers } from './mail.ts'
import type { HoldNeeds } from './needs.ts'
import { useApproved } from './requester.ts'
import { rightsNow } from './rights-now.ts'
import { openDigest, openRequest } from './stored-request.ts'

type AdminContext = Context<AdminIdentity>
type Given = Pick<z.output<typeof BeginRestore>, 'installation' | 'replacesOther' | 'approvalReason'>

/**
 * Uses up an approved restore of the same installation. False where none is. Throws `approval_not_run` where its approver may not approve
 * any more, `approval_altered`.
 */
const useOne = (deps: HoldNeeds, input: Record<string, unknown>, context: AdminContext): Promise<boolean> =>
  deps.db.transaction(async (tx) => {
    const { adminId: requestedById } = context.identity
    const digest = (await openDigest(tx, deps.keys))(
      identityOf({ call: RESTORE_CALL, input, requestedById, tokenId: null }),
    )
    const found = await tx.approval.findFirst({
      where: { requestedById, digest, state: 'approved', expiresAt: { gt: new Date() } },
    })
    if (!found) return false
    const row = await useApproved(tx, { id: found.id })
    await openRequest(tx, deps.keys, row)
    const rights = await rightsNow(tx, row.decidedById)
    if (!rights) throw new Problem('approval_not_run', { message: 'It was not run: who approved it is gone' })
    requireCallRights(
      { kind: 'admin', adminId: row.decidedById, sessionId: '', ...rights },
      heldCallOf(RESTORE_CALL),
      null,
    )
    const approval = { id: row.id, approvedBy: row.decidedById }
    const acting = { ...context, identity: { ...context.identity, approval } }
    await record(tx, acting, { action: 'approval.run', targetId: row.id, details: { call: RESTORE_CALL } })
    return true
  })

/**
 * Holds a restore that needs a second owner: stores what was asked for and throws `approval_required`. Once it is approved, the same restore
 * may begin once. Throws `approval_reason_required`, `too_many_approvals`.
 */
export const requireRestoreApproval = async (
  deps: HoldNeeds,
  { installation, replacesOther, approvalReason = '' }: Given,
  context: AdminContext,
): Promise<void> => {
  if (!(await heldKindsNow(deps.db.prisma)).includes('restore')) return
  const input = { installation, replacesOther }
  if (await useOne(deps, input, context)) return
  const changes = Object.entries(input).map(([name, value]) => ({
    name,
    before: null,
    after: JSON.stringify(value),
    isDigest: false,
  }))
  const asked = { call: RESTORE_CALL, input, appId: null, reason: approvalReason, version: null, changes }
  const { row, isNew } = await deps.db.transaction((tx) =>
    storeRequest(tx, deps, { ...asked, kinds: ['restore'], subject: null }, context),
  )
  if (isNew) void mailApprovers(deps, heldCallOf(RESTORE_CALL), row, context)
  throw approvalRequired(row, true)
}
