import type { AuditEventModel, Tx } from '../../db.ts'

/** What a line has beside the chain: the address of a user's call, and details that name the person. */
interface Beside {
  ip: string | null
  details: unknown
}

/** A line as people read it: with what stands beside it. */
const completed = <E extends Pick<AuditEventModel, 'ip' | 'details'>>(event: E, beside: Beside | undefined): E =>
  beside
    ? {
        ...event,
        ip: beside.ip ?? event.ip,
        details: { ...(event.details as object), ...(beside.details as object) },
      }
    : event

/** Audit lines, in their order, with what of them is personal and was not deleted with its user. */
export const withPersonal = async <E extends Pick<AuditEventModel, 'id' | 'ip' | 'details'>>(
  tx: Tx,
  events: readonly E[],
): Promise<E[]> => {
  const rows = await tx.auditPersonal.findMany({ where: { eventId: { in: events.map(({ id }) => id) } } })
  const byEvent = new Map(rows.map((row) => [row.eventId, row]))
  return events.map((event) => completed(event, byEvent.get(event.id)))
}
