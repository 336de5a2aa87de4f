import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import {
  type AdminRole,
  includesRole,
  isServiceToken,
  SERVICE_TOKEN_LETTERS,
  SERVICE_TOKEN_PREFIX,
  SERVICE_TOKEN_RANDOM,
  serviceTokenChecksum,
} from '@openauth/client'
import type { AdminIdentity } from '../../handler.ts'
import type { Database, Statement, Tx } from '../../db.ts'
import { Problem } from '../../errors.ts'

/** A new token: random letters and their checksum. */
export const newServiceToken = (): string => {
  const letters = Array.from({ length: SERVICE_TOKEN_RANDOM }, () => SERVICE_TOKEN_LETTERS[randomInt(62)]!).join('')
  return `${SERVICE_TOKEN_PREFIX}${letters}${serviceTokenChecksum(letters)}`
}

/** SHA-256, under which service tokens are stored and looked up. */
export const serviceTokenDigest = (token: string): Buffer<ArrayBuffer> => createHash('sha256').update(token).digest()

/** Those that work: neither revoked nor expired. */
export const working = () => ({ revokedAt: null, expiresAt: { gt: new Date() } })

interface Rights {
  role: AdminRole
  appIds: string[] | null
}

interface TokenRow extends Rights {
  id: string
  adminId: number
  name: string
  digest: Buffer
  calls: string[] | null
  expiresAt: Date
  isExpired: boolean
  isRevoked: boolean
  /** Whether its last use was recorded more than a minute ago. */
  isStale: boolean
  adminRole: AdminRole
  adminAppIds: string[] | null
}

const find: Statement = {
  name: 'service-token',
  text: `
    SELECT t.id, t."adminId", t.name, t.digest, t.calls, t."expiresAt", t."expiresAt" <= now() AS "isExpired",
      t."revokedAt" IS NOT NULL OR a."deletedAt" IS NOT NULL AS "isRevoked",
      t."lastUsedAt" IS NULL OR t."lastUsedAt" < now() - interval '1 minute' AS "isStale",
      t.role, CASE WHEN t."allApps" THEN NULL ELSE t."appIds"::text[] END AS "appIds",
      a.role AS "adminRole", CASE WHEN a."allApps" THEN NULL ELSE a."appIds"::text[] END AS "adminAppIds"
    FROM "ServiceToken" t JOIN "Admin" a ON a.id = t."adminId"
    WHERE t.digest = $1`,
}

/** Records a use. Of concurrent calls one writes: the others wait for its row and then find it recent. */
const recordUse: Statement = {
  name: 'service-token-use',
  text: `
    UPDATE "ServiceToken" SET "lastUsedAt" = now(), "lastUsedIp" = $2
    WHERE id = $1 AND ("lastUsedAt" IS NULL OR "lastUsedAt" < now() - interval '1 minute')`,
}

/** What both of two may do: the lower role, and the apps of both. */
export const leastOf = (one: Rights, other: Rights): Rights => ({
  role: includesRole(one.role, other.role) ? other.role : one.role,
  appIds:
    one.appIds === null
      ? other.appIds
      : other.appIds === null
        ? one.appIds
        : one.appIds.filter((id) => other.appIds!.includes(id)),
})

/**
 * The admin in whose name a service token acts, with what both may do now; undefined for other texts. Each call reads the
 * database, so that a revocation holds on all servers at once, and so do a lower role and fewer apps of the admin.
 * Throws `service_token_expired`, `service_token_revoked`.
 */
export const admitServiceToken = async (
  db: Database,
  token: string,
  ip: string,
): Promise<AdminIdentity | undefined> => {
  if (!isServiceToken(token)) return undefined
  const digest = serviceTokenDigest(token)
  const [row] = await db.query<TokenRow>(find, [digest])
  if (!row || !timingSafeEqual(row.digest, digest)) return undefined
  const { id, adminId, name, calls, expiresAt } = row
  if (row.isRevoked) throw new Problem('service_token_revoked')
  if (row.isExpired) throw new Problem('service_token_expired')
  if (row.isStale) await db.query(recordUse, [id, ip])
  const rights = leastOf(row, { role: row.adminRole, appIds: row.adminAppIds })
  return { kind: 'admin', adminId, sessionId: id, ...rights, serviceToken: { name, calls, expiresAt } }
}

/** Revokes all working tokens of an admin; resolves to how many. */
export const revokeServiceTokens = async (tx: Tx, adminId: number): Promise<number> => {
  const { count } = await tx.serviceToken.updateMany({
    where: { adminId, ...working() },
    data: { revokedAt: new Date() },
  })
  return count
}
