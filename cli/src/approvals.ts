import type { Approval, Input, PendingApproval } from '@openauth/client'
import { ApiError } from '@openauth/client/light'
import type { CliEnvironment, GlobalFlags } from './cli-environment.ts'
import { exitCodes, failed, Failure } from './failure.ts'
import type { Output } from './output.ts'
import { timeText } from './times.ts'
import { waitFor } from './wait.ts'

/** A call was approved and has run, without an answer for who asked: the command is done. */
export class RanByApproval extends Failure {
  constructor() {
    super(exitCodes.ok, '')
  }
}

/** A call that another admin has to approve. */
export class ApprovalNeeded extends Failure {
  readonly approval: PendingApproval
  constructor(message: string, details: string[], approval: PendingApproval) {
    super(exitCodes.needsApproval, message, { details, code: 'approval_required' })
    this.approval = approval
  }
}

/** Milliseconds between two looks at a request. */
const EVERY = 3000

/** What a call is made with. */
interface Asking {
  environment: CliEnvironment
  globals: GlobalFlags
  out: Output
  call: (group: string, verb: string, input?: Input) => Promise<unknown>
}

/** The reason that a call is asked with, of the command line or the environment. */
export const approvalReasonOf = ({ environment: { env }, globals }: Pick<Asking, 'environment' | 'globals'>) =>
  globals.approvalReason ?? (env['OPENAUTH_APPROVAL_REASON'] || undefined)

/** What comes next for an operator whose call waits for another admin. */
const nextSteps = ({ id, collected }: PendingApproval, again: string | undefined): string[] => [
  collected
    ? (again ?? `After the approval, within a quarter of an hour: openauth approvals collect ${id}`)
    : 'It runs as soon as it is approved.',
  `To look at it: openauth approvals get ${id}`,
  `To withdraw it: openauth approvals withdraw ${id}`,
]

/** The failure of a call that another admin has to approve. `again`: what its requester does after that, if it is not to collect. */
export const needsApproval = (
  { out }: Pick<Asking, 'out'>,
  approval: PendingApproval,
  again?: string,
): ApprovalNeeded => {
  const until = timeText(approval.expiresAt, out.format.utc)
  const message = `Another admin has to approve this first, until ${until}. Nothing was changed yet: request ${approval.id}`
  return new ApprovalNeeded(message, nextSteps(approval, again), approval)
}

const endings: Partial<Record<Approval['state'], (approval: Approval) => string>> = {
  refused: ({ decidedBy, refusal }) => `${decidedBy?.username ?? 'Another admin'} refused it: ${refusal ?? ''}`,
  withdrawn: () => 'It was withdrawn',
  expired: () => 'Nobody approved it in time',
  failed: ({ problem }) => problem ?? 'It was not run',
}

/** Waits until another admin approves a request. Throws a Failure where it does not run. */
export const untilApproved = async ({ environment, out, call }: Asking, { id }: PendingApproval): Promise<void> => {
  out.note(`Waiting for another admin to approve request ${id}. Ctrl-C ends the waiting, and not the request.`)
  for (;;) {
    const approval = (await call('approvals', 'get', { id })) as Approval
    if (approval.state === 'approved' || approval.state === 'run')
      return out.note(`${approval.decidedBy?.username ?? 'Another admin'} approved it.`)
    const ending = endings[approval.state]
    if (ending) throw failed(`${ending(approval)}. Nothing was changed`)
    await waitFor(environment, EVERY)
  }
}

/**
 * Deals with a call that another admin has to approve: with --wait it waits, and resolves to the answer of a call whose answer is collected.
 * Throws RanByApproval after another call ran, a Failure where it does not run, and any other error as it is.
 */
export const afterApproval = async (context: Asking, error: unknown): Promise<unknown> => {
  if (!(error instanceof ApiError) || !error.approval) throw error
  const { id } = error.approval
  const { globals, call } = context
  if (!globals.wait) throw needsApproval(context, error.approval)
  await untilApproved(context, error.approval)
  if (!error.approval.collected) throw new RanByApproval()
  return ((await call('approvals', 'collect', { id })) as { answer: unknown }).answer
}
