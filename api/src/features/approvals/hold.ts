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
import { kindsOf, unchangedOf } from './kinds-of.ts'
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
  // Those of one admin come one by one, so that parallel ones do not exceed the most.
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`approvals of admin ${requestedById}`}, 0))::text`
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

/**
 * What is stored: what was sent, and what the server fills in, since its approver sees the whole. Neither the password of the caller, which
 * was checked, nor the reason, which is a column.
 */
const withoutProof = ({ sent, input: filled }: { sent: Input; input: Input }): Input => {
  const { currentPassword: _, approvalReason: __, ...input } = { ...filled, ...sent }
  return input
}

interface Given {
  sent: Input
  input: Input
}
type NamedCall = HeldCall & { route: Route }

/** Reads what a call is about, locked, and why the call is held. Throws what the call throws where its object is gone. */
const judge = async (tx: Tx, { name, route: { path, held } }: NamedCall, { input }: Given, identity: AdminIdentity) => {
  const inForce = await heldKindsNow(tx)
  const token = appTokenOf(path)
  const appId = token ? (input[token] as string) : null
  const subject = await readSubject(tx, name, { input, appId, identity })
  const question = { input, subject, inForce }
  return { appId, subject, kinds: kindsOf(held!, question), unchanged: unchangedOf(held!, question) }
}

/** Stores a call where it is held; otherwise the fields that it leaves as they are. */
const store = async (deps: HoldNeeds, call: NamedCall, given: Given, context: AdminContext) =>
  deps.db.transaction(async (tx) => {
    const { appId, subject, kinds, unchanged } = await judge(tx, call, given, context.identity)
    if (kinds.length === 0) return { unchanged }
    const { name, route } = call
    const input = withoutProof(given)
    const changes = changesOf(route, { input, subject, digest: await openDigest(tx, deps.keys) })
    const reason = (given.input['approvalReason'] as string | undefined) ?? ''
    const { version } = subject
    const asked = {
      call: name,
      input,
      appId,
      reason,
      version,
      changes,
      kinds,
      subject: subjectOf(route.path, given.input),
    }
    return storeRequest(tx, deps, asked, context)
  })

/**
 * Checks the caller's password where a call is held that asks for it: the handler runs later, and what was typed is not stored. Outside the
 * transaction of the request, which would keep a connection while it waits for another one.
 */
const requirePassword = async (
  deps: HoldNeeds,
  call: NamedCall,
  given: Given,
  context: AdminContext,
): Promise<void> => {
  if (!('currentPassword' in call.route.input.shape)) return
  const { kinds } = await deps.db.transaction((tx) => judge(tx, call, given, context.identity))
  if (kinds.length > 0)
    await requireCurrentPassword(deps, context, given.input['currentPassword'] as string | undefined)
}

/**
 * Holds a call of an admin that needs a second one: stores what was asked for and throws `approval_required`. Where the call may run at
 * once it returns the held fields that were as they are: they must not be written, since somebody may change them until the call runs.
 * `sent` is the input as it was sent, `input` as it was validated. Throws `approval_reason_required`, `too_many_approvals`, what the call
 * throws where its object is gone, and what requireCurrentPassword throws.
 */
export const createHold =
  (deps: HoldNeeds) =>
  async (name: string, given: Given, context: AdminContext): Promise<readonly string[]> => {
    if ((await heldKindsNow(deps.db.prisma)).length === 0) return []
    const call = heldCallOf(name)
    const { route } = call
    if (!route) return []
    await requirePassword(deps, { ...call, route }, given, context)
    const stored = await store(deps, { ...call, route }, given, context)
    if ('unchanged' in stored) return stored.unchanged
    if (stored.isNew) void mailApprovers(deps, call, stored.row, context)
    throw approvalRequired(stored.row, call.isCollected)
  }
