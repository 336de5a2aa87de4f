import type { Keyed, Statement } from '../../db.ts'

/** A record as it is read. */
export interface RecordRow extends Keyed {
  digest: Buffer
  sealed: Buffer
  consumedAt: Date | null
}

/** A session that has ended deleted its records; one that has expired may not have been deleted yet. `record` is an alias. */
export const isLive = (record: string): string => `${record}."expiresAt" > now() AND NOT EXISTS (
  SELECT 1 FROM "Session" s WHERE s.id = ${record}."sessionId" AND s."expiresAt" <= now()
)`

/** Reads one record for each key (`db.find`): the app, the kind and a digest in hexadecimal, separated by blanks. */
const findBy = (name: string, column: string): Statement => ({
  name,
  text: `
    SELECT k AS key, r.digest, r.sealed, r."consumedAt" FROM unnest($1::text[]) k JOIN "OidcRecord" r
      ON r."appId" = split_part(k, ' ', 1)::uuid AND r.kind = split_part(k, ' ', 2) AND r.${column} = decode(split_part(k, ' ', 3), 'hex')
    WHERE ${isLive('r')}`,
})
export const find = findBy('oidc-record', 'digest')
export const findByUid = findBy('oidc-record-by-uid', '"uidDigest"')
export const findByCode = findBy('oidc-record-by-code', '"codeDigest"')

/** The key of a record for `find` and its like. */
export const recordKey = (appId: string, kind: string, digest: Buffer): string =>
  `${appId} ${kind} ${digest.toString('hex')}`

/**
 * Stores records, one for each row of arguments (`db.batch`). What belongs to a grant gets the grant's user session, and is not stored once
 * the grant is gone: so nothing outlives the session that it began with. What was consumed stays consumed. Of several rows for one
 * record the last is stored, and the others have no result. The grants of a row are digests in hexadecimal, separated by commas.
 */
const storeText = `
    WITH given AS (
      SELECT DISTINCT ON ("appId", kind, digest) g.* FROM unnest(
        $1::uuid[], $2::text[], $3::bytea[], $4::bytea[], $5::bytea[], $6::bytea[], $7::uuid[], $8::bytea[], $9::uuid[], $10::text[], $11::float8[], $12::boolean[]
      ) WITH ORDINALITY AS g(
        "appId", kind, digest, "uidDigest", "codeDigest", "grant", "clientId", sealed, "userId", grants, seconds, "mustBeBound", n
      ) ORDER BY "appId", kind, digest, n DESC
    ), stored AS (
      INSERT INTO "OidcRecord" ("appId", kind, digest, "uidDigest", "codeDigest", "grant", "clientId", sealed, "expiresAt", "userId", "sessionId")
      SELECT g."appId", g.kind, g.digest, g."uidDigest", g."codeDigest", g."grant", g."clientId", g.sealed,
        now() + make_interval(secs => g.seconds), coalesce(g."userId", bound."userId"), bound."sessionId"
      FROM given g LEFT JOIN LATERAL (
        SELECT r."sessionId", r."userId" FROM "OidcRecord" r
        WHERE r."appId" = g."appId" AND r.kind = 'Grant' AND r."sessionId" IS NOT NULL
          AND r.digest IN (SELECT decode(hex, 'hex') FROM unnest(string_to_array(g.grants, ',')) hex)
          AND (g."userId" IS NULL OR r."userId" = g."userId")
        ORDER BY r."createdAt" DESC LIMIT 1
      ) bound ON true
      WHERE NOT g."mustBeBound" OR bound."sessionId" IS NOT NULL
      ON CONFLICT ("appId", kind, digest) DO UPDATE SET
        "uidDigest" = excluded."uidDigest", "codeDigest" = excluded."codeDigest", "grant" = excluded."grant",
        sealed = excluded.sealed, "expiresAt" = excluded."expiresAt", "userId" = excluded."userId",
        "sessionId" = coalesce(excluded."sessionId", "OidcRecord"."sessionId")
      RETURNING "appId", kind, digest, xmax = 0 AS "isNew"
    )
    SELECT g.n, s."isNew" FROM given g JOIN stored s ON s."appId" = g."appId" AND s.kind = g.kind AND s.digest = g.digest`
export const store: Statement = { name: 'oidc-record-store', text: storeText }

/** Consumes records, one for each row of arguments (`db.batch`). Of several concurrent calls one has a result. */
export const consume: Statement = {
  name: 'oidc-record-consume',
  text: `
    UPDATE "OidcRecord" r SET "consumedAt" = now()
    FROM unnest($1::uuid[], $2::text[], $3::bytea[]) WITH ORDINALITY AS g("appId", kind, digest, n)
    WHERE r."appId" = g."appId" AND r.kind = g.kind AND r.digest = g.digest AND r."consumedAt" IS NULL AND r."expiresAt" > now()
    RETURNING g.n`,
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
