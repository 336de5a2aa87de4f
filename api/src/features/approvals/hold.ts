import { randomUUID } from 'node:crypto'
import { APPROVAL_HOURS, appTokenOf, MAX_PENDING_APPROVALS, pathTokens, type Route } from '@openauth/client'
import type { AdminIdentity, Context } from '../../handler.ts'
import type { ApprovalModel, Tx } from '../../db.ts'
import { Problem } from '../../errors.ts'
import { requireCurrentPassword } from '../admins/current-password.ts'
import { record } from '../audit/record.ts'
import { heldKindsNow } from '../four-eyes/held-kinds.ts'
import { type HeldCall, heldCallOf } from './calls.ts'
import { changesOf } from './changes.ts'
import { expireApprovals } from './expire.ts'
import { kindsOf } from './kinds-of.ts'
import { mailApprovers } from './mail.ts'
import type { HoldNeeds } from './needs.ts'
import { type AskedFor, openDigest, sealRequest } from './stored-request.ts'
import { readSubject } from './subjects.ts'

type Input = Record<string, unknown>
type AdminContext = Context<AdminIdentity>
type New = Omit<AskedFor, 'requestedById' | 'tokenId'> & { kinds: string[]; subject: string | null }

/** The answer to a call that waits: where its request is, and what its requester does next. */
export const approvalRequired = ({ id, expiresAt }: Pick<ApprovalModel, 'id' | 'expiresAt'>, isCollected: boolean) =>
  new Problem('approval_required', { approval: { id, expiresAt: expiresAt.getTime(), collected: isCollected } })

/** What a request is equal by: the same input of the same requester. */
export const identityOf = ({
  call,
  input,
  requestedById,
  tokenId,
}: Omit<AskedFor, 'reason' | 'version' | 'changes' | 'appId'>) => [call, input, requestedById, tokenId]

/**
 * Stores a request, or finds the equal one that waits already: two calls at once make one row. Throws `approval_reason_required`,
 * `too_many_approvals`.
 */
export const storeRequest = async (
  tx: Tx,
  { keys }: Pick<HoldNeeds, 'keys'>,
  { kinds, subject, ...asked }: New,
  context: AdminContext,
): Promise<{ row: ApprovalModel; isNew: boolean }> => {
  const { adminId: requestedById, serviceToken, sessionId } = context.identity
  const tokenId = serviceToken ? sessionId : null
  await expireApprovals(tx)
  const digest = (await openDigest(tx, keys))(identityOf({ ...asked, requestedById, tokenId }))
  const same = { requestedById, digest, state: 'pending' }
  const waiting = await tx.approval.findFirst({ where: same })
  if (waiting) return { row: waiting, isNew: false }
  if (asked.reason === '')
    throw new Problem('approval_reason_required', { issues: [{ path: 'approvalReason', message: 'is required' }] })
  if ((await tx.approval.count({ where: { requestedById, state: 'pending' } })) >= MAX_PENDING_APPROVALS)
    throw new Problem('too_many_approvals')
  const id = randomUUID()
  const { input: _, ...shown } = asked
  const { count } = await tx.approval.createMany({
    data: {
      ...shown,
      id,
      kinds,
      subject,
      requestedById,
      tokenId,
      tokenName: serviceToken?.name ?? null,
      ip: context.ip,
      digest,
      sealed: await sealRequest(tx, keys, id, { ...asked, requestedById, tokenId }),
      expiresAt: new Date(Date.now() + APPROVAL_HOURS * 3_600_000),
    },
    skipDuplicates: true,
  })
  const row = await tx.approval.findFirstOrThrow({ where: count > 0 ? { id } : same })
  if (count > 0) {
    const details = { call: asked.call, kinds, reason: asked.reason, changed: asked.changes.map(({ name }) => name) }
    await record(tx, context, { action: 'approval.request', appId: asked.appId, targetId: id, details })
  }
  return { row, isNew: count > 0 }
}

/** The id of what a call is about, beside its app. */
const subjectOf = (path: string, input: Input): string | null => {
  const token = pathTokens(path).find((name) => name !== appTokenOf(path))
  return token === undefined ? null : String(input[token])
}

/** What is stored of what was sent: neither the password of the caller, which was checked, nor the reason, which is a column. */
const withoutProof = (sent: Input): Input => {
  const { currentPassword: _, approvalReason: __, ...input } = sent
  return input
}

/** Stores a call where it is held; undefined where it may run at once. Throws what the call throws where its object is gone. */
const store = async (
  deps: HoldNeeds,
  call: HeldCall & { route: Route },
  given: { sent: Input; input: Input },
  context: AdminContext,
) =>
  deps.db.transaction(async (tx) => {
    const inForce = await heldKindsNow(tx)
    const { name, route } = call
    const { path, held } = route
    const token = appTokenOf(path)
    const appId = token ? (given.input[token] as string) : null
    const subject = await readSubject(tx, name, { input: given.input, appId, identity: context.identity })
    const kinds = kindsOf(held!, { input: given.input, subject, inForce })
    if (kinds.length === 0) return undefined
    // The handler asks for it too, and runs later: what was typed is not stored.
    if ('currentPassword' in route.input.shape)
      await requireCurrentPassword(deps, context, given.input['currentPassword'] as string | undefined)
    const sent = withoutProof(given.sent)
    const changes = changesOf(route, { input: sent, subject, digest: await openDigest(tx, deps.keys) })
    const reason = (given.input['approvalReason'] as string | undefined) ?? ''
    const { version } = subject
    const about = subjectOf(path, given.input)
    const asked = { call: name, input: sent, appId, reason, version, changes, kinds, subject: about }
    return storeRequest(tx, deps, asked, context)
  })

/**
 * Holds a call of an admin that needs a second one: stores what was asked for and throws `approval_required`. Returns where the call may
 * run at once. `sent` is the input as it was sent, `input` as it was validated.
 * Throws `approval_reason_required`, `too_many_approvals`, what the call throws where its object is gone, and what requireCurrentPassword throws.
 */
export const createHold =
  (deps: HoldNeeds) =>
  async (name: string, given: { sent: Input; input: Input }, context: AdminContext): Promise<void> => {
    if ((await heldKindsNow(deps.db.prisma)).length === 0) return
    const call = heldCallOf(name)
    const { route } = call
    if (!route) return
    const stored = await store(deps, { ...call, route }, given, context)
    if (!stored) return
    if (stored.isNew) void mailApprovers(deps, call, stored.row, context)
    throw approvalRequired(stored.row, call.isCollected)
  }
