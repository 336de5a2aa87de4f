import { hasStoredSecrets } from '@openauth/client'
import type { AdminIdentity, Context } from '../../handler.ts'
import type { ApprovalModel, Tx } from '../../db.ts'
import { Problem } from '../../errors.ts'
import { record } from '../audit/record.ts'
import { type HeldCall, heldCallOf } from './calls.ts'
import type { ApprovalNeeds } from './needs.ts'
import { findApproval } from './present.ts'
import { NotRun, runApproved } from './run.ts'

type AdminContext = Context<AdminIdentity>

/**
 * Finds a request of the caller's own. What a service token asked for is that token's alone, and what a person asked for a person's.
 * Throws `approval_not_found`, `approval_not_own`.
 */
const findOwn = async (tx: Tx, id: string, { identity }: AdminContext): Promise<ApprovalModel> => {
  const row = await findApproval(tx, id, identity)
  const tokenId = identity.serviceToken ? identity.sessionId : null
  if (row.requestedById !== identity.adminId || row.tokenId !== tokenId) throw new Problem('approval_not_own')
  return row
}

/** Withdraws a request of the caller's own: a person also what a token of the own asked for. */
export const withdraw = ({ db }: ApprovalNeeds, id: string, context: AdminContext) =>
  db.transaction(async (tx) => {
    const { identity } = context
    const found = await findApproval(tx, id, identity)
    const isOwn = found.requestedById === identity.adminId
    if (!isOwn || (identity.serviceToken && found.tokenId !== identity.sessionId)) throw new Problem('approval_not_own')
    const { count } = await tx.approval.updateMany({
      where: { id, state: { in: ['pending', 'approved'] }, expiresAt: { gt: new Date() } },
      data: { state: 'withdrawn' },
    })
    if (count === 0) throw new Problem('approval_settled')
    const { call, appId } = found
    await record(tx, context, { action: 'approval.withdraw', appId, targetId: id, details: { call } })
  })

/** Uses an approved request up: one statement, so that its answer is shown once. Throws `approval_not_collectable`. */
const use = async (
  tx: Tx,
  where: { id: string } | { digest: Uint8Array<ArrayBuffer> },
): Promise<ApprovalModel & { decidedById: number }> => {
  const [row] = await tx.approval.updateManyAndReturn({
    where: { ...where, state: 'approved', expiresAt: { gt: new Date() }, decidedById: { not: null } },
    data: { state: 'run' },
  })
  if (!row || row.decidedById === null) throw new Problem('approval_not_collectable')
  return { ...row, decidedById: row.decidedById }
}

/** Pages of the console get no stored secret: whoever collects it with a page would use it up for a mark. Throws `approval_not_collectable`. */
const requireNoPage = ({ route }: HeldCall, id: string, { identity }: AdminContext): void => {
  if (!route) throw new Problem('approval_not_collectable', { message: 'It is approved: begin the restore again' })
  if (identity.isConsole && hasStoredSecrets(route))
    throw new Problem('approval_not_collectable', {
      message: `Pages of the console show no such secret. Collect it with: openauth approvals collect ${id}`,
    })
}

/** Runs an approved request whose answer has a secret, for its requester, once. */
export const collect = async (deps: ApprovalNeeds, id: string, context: AdminContext) => {
  const afterwards: (() => void)[] = []
  const collected = await deps.db
    .transaction(async (tx) => {
      afterwards.length = 0
      const found = await findOwn(tx, id, context)
      const call = heldCallOf(found.call)
      requireNoPage(call, id, context)
      const row = await use(tx, { id })
      const approver = { adminId: row.decidedById, sessionId: context.identity.sessionId }
      const answer = await runApproved(tx, { deps, afterwards }, { call, row, approver }, context)
      return { call: call.name, answer: answer }
    })
    .catch((error: unknown) => {
      if (!(error instanceof NotRun)) throw error
      if (error.problem.code === 'approval_altered') throw error.problem
      throw new Problem('approval_not_run', { message: `It was not run: ${error.problem.message}` })
    })
  for (const forget of afterwards) forget()
  return { call: collected.call, answer: JSON.parse(JSON.stringify(collected.answer)) as never }
}

export { use as useApproved }
