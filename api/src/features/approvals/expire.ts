import type { Tx } from '../../db.ts'
import { record } from '../audit/record.ts'

interface Ended {
  id: string
  call: string
  appId: string | null
}

/** Ends requests that nobody decided in time, and approved ones that nobody collected, with a line of the audit trail each. */
export const expireApprovals = async (tx: Tx): Promise<void> => {
  const ended = await tx.$queryRaw<Ended[]>`
    UPDATE "Approval" SET state = 'expired'
    WHERE state IN ('pending', 'approved') AND "expiresAt" <= now()
    RETURNING id::text, call, "appId"::text`
  for (const { id, call, appId } of ended)
    await record(
      tx,
      { identity: { kind: 'public' }, ip: '' },
      { action: 'approval.expire', appId, targetId: id, details: { call } },
    )
}
