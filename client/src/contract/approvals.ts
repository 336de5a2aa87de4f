import * as z from 'zod'
import * as endpoints from './endpoints/approvals.ts'
import { APPROVAL_HOURS, approvalStates, COLLECT_MINUTES, fourEyesKinds, heldKinds } from './facts/four-eyes.ts'
import { emptyAsUndefined, Id, Instant, PageMeta, Pagination, submittedPassword, visibleText } from './fields.ts'
import { route } from './route.ts'
import { factorProof, secondFactorErrors } from './second-factor.ts'

const admin = z.object({ id: z.int(), username: z.string() })

const ApprovalChange = z.object({
  name: z.string().describe('of the field of the call'),
  before: z.string().nullable().describe('as JSON, when it was asked for; null where it is not known, or was not set'),
  after: z.string().nullable().describe('as JSON; of a secret a digest, which is the same for the same secret'),
  isDigest: z.boolean().describe('whether it is a secret, of which `after` is a digest'),
})
export type ApprovalChange = z.input<typeof ApprovalChange>

export const Approval = z
  .object({
    id: Id,
    call: z.string().describe('what was asked for, as `group.verb`'),
    kinds: z.array(z.enum(heldKinds)).describe('why it is held'),
    appId: Id.nullable().describe('the app that it is about; null for the server'),
    subject: z.string().nullable().describe('the id of the user, secret, task or other object that it is about'),
    requestedBy: admin,
    tokenName: z.string().nullable().describe('of the service token that asked; null for a person'),
    reason: z.string(),
    changes: z.array(ApprovalChange),
    digest: z.string().describe('of the whole request, keyed: the same request has the same'),
    state: z
      .enum(approvalStates)
      .describe('pending; approved, and to be collected by its requester; run; refused; withdrawn; expired; failed'),
    isCollected: z.boolean().describe('whether the requester has to collect the answer, which has a secret'),
    isOwn: z.boolean().describe('whether you asked for it'),
    mayDecide: z.boolean().describe('whether you may approve or refuse it now'),
    createdAt: Instant,
    expiresAt: Instant.describe('when it ends without a decision, or without being collected'),
    decidedBy: admin.nullable(),
    decidedAt: Instant.nullable(),
    refusal: z.string().nullable().describe('why it was refused'),
    problem: z.string().nullable().describe('why it was not run, though it was approved'),
  })
  .meta({ id: 'Approval' })
export type Approval = z.input<typeof Approval>

const byId = z.object({ id: Id })

/** How an approver shows that it is the admin: a session that was left open approves nothing. */
const proof = {
  currentPassword: submittedPassword(0).describe('your own password'),
  ...factorProof,
}

/** Calls that wait for a second admin. */
export const approvals = {
  list: route(endpoints.approvals.list, {
    summary: 'List requests that wait for a second admin, or were decided, newest first',
    description:
      'Those that you could have made yourself: of your apps, and of calls that your role may make. Secrets are shown as digests.',
    input: Pagination.extend({
      state: emptyAsUndefined(z.enum(approvalStates)).describe('only those that stand here'),
      appId: emptyAsUndefined(Id).describe('only those about this app'),
    }),
    output: z.array(Approval),
    meta: PageMeta,
  }),
  get: route(endpoints.approvals.get, {
    summary: 'Show a request, with what it changes',
    description: 'Each field of the call with its value when it was asked for, and the one that it gets.',
    input: byId,
    output: Approval,
    errors: ['approval_not_found'],
  }),
  approve: route(endpoints.approvals.approve, {
    summary: 'Approve a request of another admin: it runs at once, as it was asked for',
    description:
      'Needs your password, and a code or a passkey where you have a second factor. Requester and approver must both be allowed the call at this moment, and what it ' +
      `changes must be as it was when it was asked for. A call whose answer has a secret waits ${COLLECT_MINUTES} minutes for its requester to collect it.`,
    input: byId.extend(proof),
    output: Approval,
    limited: true,
    errors: [
      'approval_not_found',
      'approval_settled',
      'own_approval',
      'approval_not_run',
      'approval_altered',
      'incorrect_password',
      ...secondFactorErrors,
    ],
  }),
  refuse: route(endpoints.approvals.refuse, {
    summary: 'Refuse a request of another admin',
    description: 'Nothing is run. The requester sees the reason.',
    input: byId.extend({ reason: visibleText(1, 500) }),
    output: Approval,
    errors: ['approval_not_found', 'approval_settled', 'own_approval'],
  }),
  withdraw: route(endpoints.approvals.withdraw, {
    summary: 'Withdraw your own request',
    description: 'Also one that was approved and not collected.',
    input: byId,
    output: Approval,
    errors: ['approval_not_found', 'approval_settled', 'approval_not_own'],
  }),
  collect: route(endpoints.approvals.collect, {
    summary: 'Run your approved request, and show its answer once',
    description:
      'For calls whose answer has a secret. Only their requester may, with the credential of the same kind: a service token for what that token asked, a session for what a person asked.',
    input: byId,
    output: z
      .object({ call: z.string(), answer: z.unknown().describe('what the call answers') })
      .meta({ id: 'CollectedAnswer' }),
    errors: [
      'approval_not_found',
      'approval_not_own',
      'approval_not_collectable',
      'approval_not_run',
      'approval_altered',
    ],
  }),
}

const kinds = z
  .array(z.enum(fourEyesKinds))
  .max(fourEyesKinds.length)
  .describe(
    'policies: wallet policies; treasury: rules of the game, rings added by hand, and payouts that go on; keyExport: private keys that ' +
      "players may see; secrets: what reveals or makes an app's secrets; logins: clients at login providers",
  )

export const FourEyes = z
  .object({
    kinds,
    held: z
      .array(z.enum(heldKinds))
      .describe('these, and while there is any: access of admins, restores and this setting itself'),
    owners: z.int().describe('how many owners the server has: each can approve what the others ask for'),
    hours: z.int().describe('how long a request waits for a decision'),
  })
  .meta({ id: 'FourEyes' })
export type FourEyes = z.input<typeof FourEyes>

export const fourEyes = {
  get: route(endpoints.fourEyes.get, {
    summary: 'Show which calls wait for the approval of a second admin',
    description: 'None on a new server.',
    input: z.object({}),
    output: FourEyes,
  }),
  update: route(endpoints.fourEyes.update, {
    summary: 'Choose which calls wait for the approval of a second admin',
    description:
      'The list replaces the stored one. Holding more applies at once; holding less has to be approved by another owner. Needs two owners. ' +
      `Requests end after ${APPROVAL_HOURS} hours.`,
    input: z.object({ kinds: kinds.optional() }),
    output: FourEyes,
    errors: ['no_second_admin'],
  }),
}
