import type { Context } from '../../auth.ts'
import type { Tx } from '../../db.ts'

interface Actor {
  actor: 'admin' | 'app' | 'user' | 'server'
  actorId: string | null
}
type Details = Record<string, string | number | boolean | null | string[]>

/**
 * Adds a line to the audit trail, in the transaction of what it tells of. Never pass a
 * secret in `details`. `by` names the actor of a call that had no credential yet, such as a login.
 */
export const record = async (
  tx: Tx,
  context: Context,
  event: { action: string; appId?: string | null; targetId?: string; details?: Details; by?: Actor },
): Promise<void> => {
  await tx.auditEvent.create({
    data: {
      ...(event.by ?? actorOf(context)),
      action: event.action,
      appId: event.appId ?? null,
      targetId: event.targetId ?? null,
      ip: context.ip,
      details: event.details ?? {},
    },
  })
}

const actorOf = ({ identity }: Context): Actor => {
  switch (identity.kind) {
    case 'admin':
      return { actor: 'admin', actorId: String(identity.adminId) }
    case 'app':
      return { actor: 'app', actorId: identity.appId }
    case 'user':
      return { actor: 'user', actorId: identity.userId }
    case 'public':
      return { actor: 'server', actorId: null }
  }
}
