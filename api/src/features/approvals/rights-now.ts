import type { AdminRole } from '@openauth/client'
import { coversCall } from '@openauth/client'
import type { AdminIdentity } from '../../handler.ts'
import type { ApprovalModel, Tx } from '../../db.ts'
import { leastOf, working } from '../admins/service-tokens.ts'

interface Rights {
  role: AdminRole
  appIds: string[] | null
}

/**
 * What an admin may do at this moment; undefined for one who is gone. The row is locked until the end of the transaction: a demotion comes
 * before, and is seen, or after.
 */
export const rightsNow = async (tx: Tx, adminId: number): Promise<Rights | undefined> => {
  const [row] = await tx.$queryRaw<Rights[]>`
    SELECT role, CASE WHEN "allApps" THEN NULL ELSE "appIds"::text[] END AS "appIds"
    FROM "Admin" WHERE id = ${adminId} AND "deletedAt" IS NULL FOR SHARE`
  return row
}

/** The requester as it may act at this moment, by itself or by its service token; undefined where it is gone or the token has ended. */
export const requesterNow = async (
  tx: Tx,
  { requestedById, tokenId, call }: Pick<ApprovalModel, 'requestedById' | 'tokenId' | 'call'>,
  sessionId: string,
): Promise<AdminIdentity | undefined> => {
  const rights = await rightsNow(tx, requestedById)
  if (!rights) return undefined
  const admin = { kind: 'admin', adminId: requestedById, sessionId } as const
  if (tokenId === null) return { ...admin, ...rights }
  const token = await tx.serviceToken.findFirst({ where: { id: tokenId, adminId: requestedById, ...working() } })
  const calls = (token?.calls ?? null) as string[] | null
  if (!token || !coversCall(calls, call)) return undefined
  // The column has no other values: "ServiceToken_role_check".
  const own = { role: token.role as AdminRole, appIds: token.allApps ? null : token.appIds }
  const { name, expiresAt } = token
  return { ...admin, ...leastOf(own, rights), sessionId: token.id, serviceToken: { name, calls, expiresAt } }
}
