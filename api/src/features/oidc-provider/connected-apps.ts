import type { OidcScope } from '@openauth/client'
import type { Context, UserIdentity } from '../../handler.ts'
import type { Database, Statement } from '../../db.ts'
import { Problem } from '../../errors.ts'
import { record } from '../audit/record.ts'

interface ConnectedRow extends Record<string, unknown> {
  clientId: string
  name: string
  scopes: OidcScope[]
  connectedAt: Date
  lastUsedAt: Date
}

const list: Statement = {
  name: 'connected-apps',
  text: `
    SELECT c.id AS "clientId", c.name, c.scopes,
      min(r."createdAt") FILTER (WHERE r.kind = 'Grant') AS "connectedAt", max(r."createdAt") AS "lastUsedAt"
    FROM "OidcRecord" r JOIN "OidcClient" c ON c.id = r."clientId"
    WHERE r."userId" = $1 AND r."sessionId" IS NOT NULL AND r."expiresAt" > now()
    GROUP BY c.id HAVING count(*) FILTER (WHERE r.kind = 'Grant') > 0
    ORDER BY "lastUsedAt" DESC, c.id`,
}

/** The programs with access to a user's account, last used first. */
export const listConnectedApps = ({ query }: Pick<Database, 'query'>, { userId }: UserIdentity) =>
  query<ConnectedRow>(list, [userId])

/** Ends all access of a client to the caller's account. Throws `connected_app_not_found`. */
export const revokeConnectedApp = (db: Database, clientId: string, context: Context<UserIdentity>): Promise<void> => {
  const { userId, appId } = context.identity
  return db.transaction(async (tx) => {
    const client = await tx.oidcClient.findFirst({ where: { id: clientId, appId }, select: { name: true } })
    const { count } = await tx.oidcRecord.deleteMany({ where: { userId, clientId } })
    if (!client || count === 0) throw new Problem('connected_app_not_found')
    const details = { name: client.name }
    await record(tx, context, { action: 'oidc-client.revoke', appId, targetId: clientId, details })
  })
}
