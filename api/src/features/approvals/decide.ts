import { COLLECT_MINUTES, type contract, type HandlerInput } from '@openauth/client'
import type { AdminIdentity, Context } from '../../handler.ts'
import type { ApprovalModel, Tx } from '../../db.ts'
import { Problem } from '../../errors.ts'
import { requireCurrentPassword } from '../admins/current-password.ts'
import { checkSecondFactor, hasSecondFactor } from '../admins/second-factor.ts'
import { lockSession } from '../admins/sessions.ts'
import { record } from '../audit/record.ts'
import { heldCallOf, requireCallRights } from './calls.ts'
import type { ApprovalNeeds } from './needs.ts'
import { findApproval } from './present.ts'
import { rightsNow } from './rights-now.ts'
import { NotRun, runApproved } from './run.ts'
import { openRequest } from './stored-request.ts'

type AdminContext = Context<AdminIdentity>

/** The password, and the second factor of an admin who has one. */
const requireProof = async (
  deps: ApprovalNeeds,
  { currentPassword, ...proof }: Omit<HandlerInput<typeof contract.approvals.approve>, 'id'>,
  context: AdminContext,
): Promise<void> => {
  await requireCurrentPassword(deps, context, currentPassword)
  if (await hasSecondFactor(deps.db.prisma, context.identity.adminId))
    await checkSecondFactor(deps, context.identity, proof, context)
}

/**
 * Refuses whoever may not decide: the requester, under whichever session or token; admins who may not make the call themselves; one who was
 * demoted or signed out while this call waited. Throws `approval_not_found`, `own_approval`, `role_too_low`, `outside_your_apps`, `unauthorized`.
 */
const requireDecider = async (tx: Tx, id: string, { identity }: AdminContext) => {
  const row = await findApproval(tx, id, identity)
  if (row.requestedById === identity.adminId) throw new Problem('own_approval')
  const rights = await rightsNow(tx, identity.adminId)
  if (!rights) throw new Problem('unauthorized')
  await lockSession(tx, identity)
  const call = heldCallOf(row.call)
  requireCallRights({ ...identity, ...rights }, call, row.appId)
  return call
}

/** Settles a request that waits: one statement, so that of several decisions at once one counts. Throws `approval_settled`. */
const settle = async (
  tx: Tx,
  id: string,
  { identity }: AdminContext,
  data: { state: string; refusal?: string; problem?: string; expiresAt?: Date },
): Promise<ApprovalModel> => {
  const [row] = await tx.approval.updateManyAndReturn({
    where: { id, state: 'pending', expiresAt: { gt: new Date() }, requestedById: { not: identity.adminId } },
    data: { ...data, decidedById: identity.adminId, decidedAt: new Date() },
  })
  if (!row) throw new Problem('approval_settled')
  return row
}

const note = (tx: Tx, context: AdminContext, action: string, row: ApprovalModel, more: { reason?: string } = {}) =>
  record(tx, context, { action, appId: row.appId, targetId: row.id, details: { call: row.call, ...more } })

/** Notes why a request was not run. Where another decision came first, that stays. */
const fail = (deps: ApprovalNeeds, id: string, { problem }: NotRun, context: AdminContext) =>
  deps.db.transaction(async (tx) => {
    const row = await settle(tx, id, context, { state: 'failed', problem: problem.message })
    await note(tx, context, 'approval.fail', row, { reason: problem.message })
  })

const notRunMessage = ({ message, code }: Problem): string =>
  code === 'approval_not_run' ? message : `It was not run: ${message}`

/**
 * Approves a request. In one transaction its row is settled and it is run, so that it runs once, or is visibly still pending; a call whose
 * answer has a secret waits for its requester. What can no longer run is settled as failed, and told as `approval_not_run`.
 */
export const approve = async (
  deps: ApprovalNeeds,
  { id, ...proof }: HandlerInput<typeof contract.approvals.approve>,
  context: AdminContext,
): Promise<void> => {
  // Before the password: whoever may not see it does not learn that it is there.
  await deps.db.transaction((tx) => requireDecider(tx, id, context))
  await requireProof(deps, proof, context)
  const afterwards: (() => void)[] = []
  try {
    await deps.db.transaction(async (tx) => {
      afterwards.length = 0
      const call = await requireDecider(tx, id, context)
      const { adminId, sessionId } = context.identity
      const until = call.isCollected ? { expiresAt: new Date(Date.now() + COLLECT_MINUTES * 60_000) } : {}
      const row = await settle(tx, id, context, { state: call.isCollected ? 'approved' : 'run', ...until })
      await note(tx, context, 'approval.approve', row)
      const approver = { adminId, sessionId }
      if (call.isCollected) await openRequest(tx, deps.keys, row)
      else await runApproved(tx, { deps, afterwards }, { call, row, approver }, context)
    })
  } catch (error) {
    const altered = error instanceof Problem && error.code === 'approval_altered'
    const ended = error instanceof NotRun ? error : altered ? new NotRun(error) : undefined
    if (!ended) throw error
    await fail(deps, id, ended, context)
    throw ended.problem.code === 'approval_altered'
      ? ended.problem
      : new Problem('approval_not_run', { message: notRunMessage(ended.problem) })
  }
  for (const forget of afterwards) forget()
}

/** Refuses a request. */
export const refuse = (
  { db }: ApprovalNeeds,
  { id, reason }: HandlerInput<typeof contract.approvals.refuse>,
  context: AdminContext,
) =>
  db.transaction(async (tx) => {
    await requireDecider(tx, id, context)
    const row = await settle(tx, id, context, { state: 'refused', refusal: reason })
    await note(tx, context, 'approval.refuse', row, { reason })
  })
