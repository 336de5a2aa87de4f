import type { AuditField } from '@openauth/client'
import type { Context } from '../../handler.ts'
import type { Prisma, Tx } from '../../db.ts'
import { LimitExceededError } from '../../lib/attempt-counters.ts'
import { counter } from '../../lib/metrics/counters.ts'

interface Actor {
  actor: 'admin' | 'app' | 'user' | 'server'
  actorId: string | null
}

type Value = string | number | boolean | null | string[]
type Values = Partial<Record<AuditField, Prisma.InputJsonValue | null>>

/**
 * What is recorded beside actor and object, by names for which the console has words. Of a change: the names of what
 * changed, the old values, and the new ones in `after` or beside it.
 */
export type AuditDetails = Partial<Record<AuditField, Value>> & { changed?: string[]; before?: Values; after?: Values }

/** Details without any other name: a name that is not in `auditFields` of the contract does not compile. */
type Exactly<D extends AuditDetails> = D & Record<Exclude<keyof D, keyof AuditDetails>, never>

const lines = counter(
  'openauth_audit_lines_total',
  'Lines of the audit trail by action, also of changes that were not committed.',
  'action',
)

/** Milliseconds. */
const DAY = 86_400_000

/**
 * Audit lines of one action that a user may cause in a day. Without a limit, a user could fill the disk by repeating
 * an action.
 */
export const LINES_PER_USER_AND_ACTION = 100

/**
 * Refuses the call rather than leaving its audit line out, so that the trail is complete. The count is by action:
 * whoever uses one up with a stolen session does not block the owner's other actions.
 */
const enforceLineLimit = async (tx: Tx, actorId: string, action: string): Promise<void> => {
  const earliest = await tx.auditEvent.findFirst({
    where: { actor: 'user', actorId, action, createdAt: { gt: new Date(Date.now() - DAY) } },
    orderBy: { createdAt: 'desc' },
    skip: LINES_PER_USER_AND_ACTION - 1,
    select: { createdAt: true },
  })
  if (!earliest) return
  throw new LimitExceededError(Math.max(1, Math.ceil((earliest.createdAt.getTime() + DAY - Date.now()) / 1000)))
}

export interface RecordedEvent<D extends AuditDetails, P extends AuditDetails = AuditDetails> {
  action: string
  appId?: string | null
  targetId?: string
  details?: Exactly<D>
  /** Details that name the person whom the line is about, a user: they stand beside the line, and are deleted with the user. */
  personal?: Exactly<P>
  /** The actor of a call that had no credential yet, such as a login. */
  by?: Actor
}

/** The user of whom a line has personal data; undefined where it has none. */
const personOf = (by: Actor, event: Pick<RecordedEvent<object>, 'targetId' | 'personal'>): string | undefined => {
  if (by.actor === 'user' && by.actorId !== null) return by.actorId
  return event.personal && event.targetId
}

/**
 * Adds a line to the audit trail, in the transaction of the change that it records. Never pass a secret in `details`, nor what names
 * a user: that goes into `personal`. Of a user the line has the id; the address of a user's own call stands beside it.
 * Throws LimitExceededError for a user who has caused too many lines of this action today.
 */
export const record = async <D extends AuditDetails, P extends AuditDetails>(
  tx: Tx,
  context: Pick<Context, 'identity'> & { ip: string | null },
  event: RecordedEvent<D, P>,
): Promise<void> => {
  const by = event.by ?? actorOf(context)
  const isByUser = by.actor === 'user' && by.actorId !== null
  if (isByUser) await enforceLineLimit(tx, by.actorId!, event.action)
  const { id: eventId } = await tx.auditEvent.create({
    data: {
      ...by,
      action: event.action,
      appId: event.appId ?? null,
      targetId: event.targetId ?? null,
      ip: isByUser ? null : context.ip,
      details: { ...event.details, ...meansOf(context) },
    },
    select: { id: true },
  })
  const userId = personOf(by, event)
  if (userId !== undefined)
    await tx.auditPersonal.create({
      data: { eventId, userId, ip: isByUser ? context.ip : null, details: { ...event.personal } },
    })
  lines.count(event.action)
}

type Caller = Pick<Context, 'identity'>

/** How an admin acted: by the name of a service token, by an approval, or with a reason in the name of a user. */
const meansOf = ({ identity }: Caller): AuditDetails => {
  if (identity.kind === 'admin')
    return {
      ...(identity.serviceToken && { tokenName: identity.serviceToken.name }),
      ...(identity.approval && { approvalId: identity.approval.id, approvedBy: identity.approval.approvedBy }),
    }
  return identity.kind === 'user' && identity.support ? { reason: identity.support.reason } : {}
}

const actorOf = ({ identity }: Caller): Actor => {
  switch (identity.kind) {
    case 'admin':
      return { actor: 'admin', actorId: String(identity.adminId) }
    case 'app':
      return { actor: 'app', actorId: identity.appId }
    case 'user':
      if (identity.support) return { actor: 'admin', actorId: String(identity.support.adminId) }
      return { actor: 'user', actorId: identity.userId }
    case 'public':
      return { actor: 'server', actorId: null }
  }
}
