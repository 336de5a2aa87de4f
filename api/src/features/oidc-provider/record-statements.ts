import type { Statement } from '../../db.ts'

const LIVE = `"expiresAt" > now() AND NOT EXISTS (
  SELECT 1 FROM "Session" s WHERE s.id = r."sessionId" AND s."expiresAt" <= now()
)`

/** A session that has ended deleted its records; one that has expired may not have been deleted yet. */
const findBy = (name: string, condition: string): Statement => ({
  name,
  text: `SELECT r.digest, r.sealed, r."consumedAt" FROM "OidcRecord" r WHERE r."appId" = $1 AND r.kind = $2 AND ${condition} AND ${LIVE}`,
})
export const find = findBy('oidc-record', 'r.digest = $3')
export const findByUid = findBy('oidc-record-by-uid', 'r."uidDigest" = $3')
export const findByCode = findBy('oidc-record-by-code', 'r."codeDigest" = $3')

/**
 * Stores a record. What belongs to a grant gets the grant's user session, and is not stored once the grant is gone: so nothing
 * outlives the session that it began with. What was consumed stays consumed.
 */
export const store: Statement = {
  name: 'oidc-record-store',
  text: `
    WITH bound AS (
      SELECT g."sessionId", g."userId" FROM "OidcRecord" g
      WHERE g."appId" = $1 AND g.kind = 'Grant' AND g.digest = ANY($10::bytea[]) AND g."sessionId" IS NOT NULL
        AND ($9::uuid IS NULL OR g."userId" = $9)
      ORDER BY g."createdAt" DESC LIMIT 1
    )
    INSERT INTO "OidcRecord" ("appId", kind, digest, "uidDigest", "codeDigest", "grant", "clientId", sealed, "expiresAt", "userId", "sessionId")
    SELECT $1, $2, $3, $4, $5, $6, $7, $8, now() + make_interval(secs => $11), coalesce($9, bound."userId"), bound."sessionId"
    FROM (SELECT 1) one LEFT JOIN bound ON true
    WHERE NOT $12 OR bound."sessionId" IS NOT NULL
    ON CONFLICT ("appId", kind, digest) DO UPDATE SET
      "uidDigest" = excluded."uidDigest", "codeDigest" = excluded."codeDigest", "grant" = excluded."grant",
      sealed = excluded.sealed, "expiresAt" = excluded."expiresAt", "userId" = excluded."userId",
      "sessionId" = coalesce(excluded."sessionId", "OidcRecord"."sessionId")
    RETURNING xmax = 0 AS "isNew"`,
}

/** Of several concurrent calls one consumes. */
export const consume: Statement = {
  name: 'oidc-record-consume',
  text: `
    UPDATE "OidcRecord" SET "consumedAt" = now()
    WHERE "appId" = $1 AND kind = $2 AND digest = $3 AND "consumedAt" IS NULL AND "expiresAt" > now() RETURNING kind`,
}

/** Ends the grant of a record with all that belongs to it. */
export const endGrantOf: Statement = {
  name: 'oidc-record-end-grant',
  text: `
    DELETE FROM "OidcRecord" WHERE "appId" = $1 AND "grant" = (
      SELECT "grant" FROM "OidcRecord" WHERE "appId" = $1 AND kind = $2 AND digest = $3
    )`,
}

export const destroy: Statement = {
  name: 'oidc-record-destroy',
  text: `DELETE FROM "OidcRecord" WHERE "appId" = $1 AND kind = $2 AND digest = $3`,
}

export const destroyOfGrant: Statement = {
  name: 'oidc-record-destroy-of-grant',
  text: `DELETE FROM "OidcRecord" WHERE "appId" = $1 AND kind = $2 AND "grant" = $3`,
}

/** A grant with all that belongs to it. */
export const destroyGrant: Statement = {
  name: 'oidc-grant-destroy',
  text: `DELETE FROM "OidcRecord" WHERE "appId" = $1 AND "grant" = $2`,
}

/** Binds a grant to the session of a user that is live; of a session that has ended there is no row. */
export const bindGrant: Statement = {
  name: 'oidc-grant-bind',
  text: `
    UPDATE "OidcRecord" SET "sessionId" = s.id FROM "Session" s
    WHERE "appId" = $1 AND kind = 'Grant' AND digest = $2 AND s.id = $3 AND s."userId" = "OidcRecord"."userId" RETURNING kind`,
}

export const sessionOfGrant: Statement = {
  name: 'oidc-grant-session',
  text: `SELECT "sessionId" FROM "OidcRecord" WHERE "appId" = $1 AND kind = 'Grant' AND digest = $2`,
}

/** Counts a login of a client, and notes the client's name for the session where it is to be told of its end. */
export const countLogin: Statement = {
  name: 'oidc-client-login',
  text: `
    WITH counted AS (UPDATE "OidcClient" SET logins = logins + 1, "lastLoginAt" = now() WHERE id = $1)
    UPDATE "OidcRecord" SET sid = $4 WHERE "appId" = $2 AND kind = 'Grant' AND digest = $3 AND $4::text IS NOT NULL`,
}

/** The user's session behind a session of the provider. */
export const sessionBehind: Statement = {
  name: 'oidc-session-behind',
  text: `SELECT "sessionId" AS id, "userId" FROM "OidcRecord" WHERE "appId" = $1 AND kind = 'Session' AND digest = $2 AND "sessionId" IS NOT NULL`,
}
