import type { Route } from '@openauth/client'
import * as z from 'zod'
import type { AdminIdentity, Context } from '../../handler.ts'
import type { ApprovalModel, Tx } from '../../db.ts'
import { Problem } from '../../errors.ts'
import { record } from '../audit/record.ts'
import { type HeldCall, mayCall } from './calls.ts'
import type { ApprovalNeeds } from './needs.ts'
import { requesterNow, rightsNow } from './rights-now.ts'
import { openRequest } from './stored-request.ts'
import { readSubject } from './subjects.ts'

type AdminContext = Context<AdminIdentity>
type AnyHandler = (input: unknown, context: Context) => Promise<unknown>

/** An approved call did not run, and will not: its request was withdrawn by what happened since. */
export class NotRun extends Error {
  override readonly name = 'NotRun'
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem.message)
    this.problem = problem
  }
}

/** Refusals are the end of a request; what the server cannot do now is tried again. */
const asNotRun = (error: unknown): unknown => {
  // Another version of this server wrote it, to which its input was valid.
  if (error instanceof z.ZodError)
    return new NotRun(new Problem('approval_not_run', { message: 'It was not run: the call takes other input by now' }))
  return error instanceof Problem && !error.isOfServer ? new NotRun(error) : error
}

/** The input as the handler gets it. The password of the requester was checked when it was typed, and is not stored. */
const parseStored = ({ input }: Route, stored: Record<string, unknown>): Record<string, unknown> => {
  const schema = 'currentPassword' in input.shape ? input.partial({ currentPassword: true }) : input
  const { approvalReason: _, ...parsed } = schema.parse(stored)
  return parsed
}

const notAllowed = (who: string) =>
  new Problem('approval_not_run', { message: `It was not run: ${who} may not make this call any more` })

/** The requester, while requester and approver may both make the call. Both stay so until the end of the transaction. */
const requireBoth = async (
  tx: Tx,
  call: HeldCall,
  row: ApprovalModel,
  approver: { adminId: number; sessionId: string },
): Promise<AdminIdentity> => {
  const approverRights = await rightsNow(tx, approver.adminId)
  const by = approverRights && ({ kind: 'admin', ...approver, ...approverRights } as const)
  if (!by || !mayCall(by, call, row.appId)) throw notAllowed('who approved it')
  const requester = await requesterNow(tx, row, approver.sessionId)
  if (!requester || !mayCall(requester, call, row.appId)) throw notAllowed('who asked for it')
  return requester
}

const runHandler = async (
  tx: Tx,
  { deps, afterwards }: { deps: ApprovalNeeds; afterwards: (() => void)[] },
  { name, route }: HeldCall,
  { input, context }: { input: Record<string, unknown>; context: AdminContext },
): Promise<unknown> => {
  const [group, verb] = name.split('.') as [string, string]
  const handlers = deps.handlersIn(tx, afterwards) as unknown as Record<string, Record<string, AnyHandler>>
  const result = await handlers[group]![verb]!(input, context)
  return z.encode(route!.output, result)
}

/**
 * Runs what was asked for, in the transaction that settles its row: both are there, or neither. The call is made in the name of its
 * requester, and from its address; the audit trail names the approver too.
 * Throws NotRun where it must not or cannot run.
 */
export const runApproved = async (
  tx: Tx,
  running: { deps: ApprovalNeeds; afterwards: (() => void)[] },
  { call, row, approver }: { call: HeldCall; row: ApprovalModel; approver: { adminId: number; sessionId: string } },
  context: AdminContext,
): Promise<unknown> => {
  try {
    const asked = await openRequest(tx, running.deps.keys, row)
    const requester = await requireBoth(tx, call, row, approver)
    const input = parseStored(call.route!, asked.input)
    const { version } = await readSubject(tx, call.name, { input, appId: row.appId, identity: requester })
    if (version !== asked.version) throw new Problem('changed_meanwhile')
    const approval = { id: row.id, approvedBy: approver.adminId }
    const acting = { ...context, ip: row.ip, identity: { ...requester, approval } }
    const answer = await runHandler(tx, running, call, { input, context: acting })
    const about = { action: 'approval.run', appId: row.appId, targetId: row.id, details: { call: call.name } }
    await record(tx, acting, about)
    return answer
  } catch (error) {
    throw asNotRun(error)
  }
}
