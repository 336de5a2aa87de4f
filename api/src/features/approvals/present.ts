import type { Approval, ApprovalChange, ApprovalState, HeldKind } from '@openauth/client'
import type { z } from 'zod'
import type { AdminIdentity } from '../../handler.ts'
import type { ApprovalModel, Prisma, Tx } from '../../db.ts'
import { Problem } from '../../errors.ts'
import { type HeldCall, heldCallOf, heldCalls, mayCall } from './calls.ts'

export const withAdmins = {
  requestedBy: { select: { id: true, username: true } },
  decidedBy: { select: { id: true, username: true } },
} as const

type Person = { id: number; username: string }
export type StoredApproval = ApprovalModel & { requestedBy: Person; decidedBy: Person | null }

/** The bytes of a digest that are shown. */
const SHOWN = 12

/** What waits beyond its end has expired, whether its row says so yet or not. */
const stateOf = ({ state, expiresAt }: ApprovalModel): ApprovalState =>
  // The column has no other values: "Approval_state_check".
  (['pending', 'approved'].includes(state) && expiresAt.getTime() <= Date.now() ? 'expired' : state) as ApprovalState

/** Whether an admin may approve or refuse a request now. */
export const mayDecide = (identity: AdminIdentity, call: HeldCall, row: ApprovalModel): boolean =>
  stateOf(row) === 'pending' &&
  row.requestedById !== identity.adminId &&
  identity.serviceToken === undefined &&
  mayCall(identity, call, row.appId)

/** An approval as the contract shows it to an admin. */
export const shownApproval = (row: StoredApproval, identity: AdminIdentity): z.output<typeof Approval> => {
  const call = heldCallOf(row.call)
  const { id, kinds, appId, subject, requestedBy, decidedBy, tokenName, reason, refusal, problem } = row
  const { createdAt, expiresAt, decidedAt, changes, digest } = row
  const facts = { id, call: row.call, appId, subject, requestedBy, tokenName, reason, createdAt, expiresAt }
  return {
    ...facts,
    kinds: kinds as HeldKind[],
    changes: changes as unknown as ApprovalChange[],
    digest: Buffer.from(digest).subarray(0, SHOWN).toString('base64url'),
    state: stateOf(row),
    isCollected: call.isCollected,
    isOwn: row.requestedById === identity.adminId,
    mayDecide: mayDecide(identity, call, row),
    decidedBy,
    decidedAt,
    refusal,
    problem,
  }
}

/** Which approvals an admin sees: the own ones, of a service token what itself asked for, and those of calls that the caller could make. */
export const visibleTo = ({ role, appIds, ...identity }: AdminIdentity): Prisma.ApprovalWhereInput => {
  const server = { ...identity, role, appIds: null }
  const allowed = [...heldCalls.values()].filter((call) => mayCall(server, call, anyApp))
  const within = appIds === null ? {} : { appId: { in: [...appIds] } }
  const own = { requestedById: identity.adminId, ...(identity.serviceToken && { tokenId: identity.sessionId }) }
  return {
    call: { in: [...heldCalls.keys()] },
    OR: [own, { call: { in: allowed.map(({ name }) => name) }, ...within }],
  }
}

/** An admin of all apps is asked about the role alone. */
const anyApp = null

/** Finds an approval that an admin sees. Throws `approval_not_found`. */
export const findApproval = async (tx: Tx, id: string, identity: AdminIdentity): Promise<StoredApproval> => {
  const row = await tx.approval.findFirst({ where: { id, ...visibleTo(identity) }, include: withAdmins })
  if (!row) throw new Problem('approval_not_found')
  return row
}
