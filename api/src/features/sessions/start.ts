import { randomInt, randomUUID } from 'node:crypto'
import type { Database, Numbered, Statement } from '../../db.ts'
import { createLargeCache } from '../../lib/large-cache.ts'
import type { FindPlace } from '../../lib/places.ts'
import type { Tokens } from '../../lib/tokens.ts'
import { activeToday, MAX_SESSION_SECONDS, ttlOf } from './lifetime.ts'

/** The maximum number of sessions of a user; further logins end the least recently used ones. */
export const MAX_SESSIONS = 100
/** One of this many logins of a user removes surplus sessions, so that the others are faster. */
const TRIM_EVERY = 10

/** The origin of a login by its request. */
export interface LoginOrigin {
  ip: string
  userAgent: string | null
}

/** A credential that can be replayed, such as a provider's token, as `OneTime` records its first use. */
interface ReusableDigest {
  digest: Buffer
  /** When the credential expires; null if it never does: no session of such a credential confirms account changes. */
  expiresAt: Date | null
}

/** A user that a login has verified, and for a password login the hash that matched. */
export interface CheckedUser {
  userId: string
  appId: string
  jwtTTL: number
  passwordHash?: string | undefined
  /** `loginVersion` when the identity or passkey was found. */
  loginVersion?: number | undefined
  /** The passkey of the login, if any. */
  passkeyId?: string | undefined
  /** Set for a replayable credential: only the first session that begins with it confirms account changes. */
  reusable?: ReusableDigest | undefined
}

/**
 * Starts sessions and updates their users' last sight in one statement, so that concurrent logins cost one flush to
 * disk. Users' rows are locked first, in order, and must be unchanged since the login was checked: a changed password,
 * a removed login method or a disabling ends the sessions that it finds, and must not miss this one. The first use of
 * a replayable credential is recorded in the same statement: of several concurrent sessions, one is not a replay.
 */
const begin: Statement = {
  name: 'session-begin',
  text: `
    WITH given AS MATERIALIZED (
      SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::float8[], $7::text[], $8::int[], $9::text[], $10::bytea[], $11::timestamptz[], $12::uuid[], $13::text[], $14::text[])
        WITH ORDINALITY AS g (id, "userId", method, ip, "userAgent", ttl, hash, version, passkey, digest, until, app, country, city, n)
    ), locked AS MATERIALIZED (
      SELECT id FROM "User" WHERE id IN (SELECT "userId" FROM given) ORDER BY id FOR NO KEY UPDATE
    ), seen AS (
      UPDATE "User" u SET "lastSeenAt" = now(), ${activeToday} FROM locked
      WHERE u.id = locked.id AND u."deletedAt" IS NULL AND u."disabledAt" IS NULL
      RETURNING u.id, u."passwordHash", u."loginVersion"
    ), checked AS MATERIALIZED (
      SELECT g.* FROM given g JOIN seen ON seen.id = g."userId"
      WHERE (g.hash IS NULL OR g.hash = seen."passwordHash") AND (g.version IS NULL OR g.version = seen."loginVersion")
    ), first AS MATERIALIZED (
      SELECT DISTINCT ON (app, digest) n, app, digest, until FROM checked
      WHERE digest IS NOT NULL AND until IS NOT NULL ORDER BY app, digest, n
    ), used AS (
      INSERT INTO "OneTime" (kind, digest, "appId", data, "expiresAt")
      SELECT 'spent', digest, app, '{}', until FROM first
      ON CONFLICT DO NOTHING RETURNING "appId", digest
    ), begun AS (
      INSERT INTO "Session" (id, "userId", method, "passkeyId", replayed, ip, country, city, "userAgent", "expiresAt")
      SELECT c.id, c."userId", c.method, c.passkey, c.digest IS NOT NULL AND used.digest IS NULL, c.ip, c.country, c.city, c."userAgent",
        now() + make_interval(secs => c.ttl)
      FROM checked c LEFT JOIN first ON first.n = c.n
        LEFT JOIN used ON used."appId" = first.app AND used.digest = first.digest
      RETURNING id
    )
    SELECT g.n, g.id FROM given g JOIN begun ON begun.id = g.id`,
}

/** Skips rows that another statement is ending: two statements that end the same rows could deadlock. */
const trim: Statement = {
  name: 'session-trim',
  text: `
    DELETE FROM "Session" WHERE id IN (
      SELECT id FROM "Session" WHERE id IN (
        SELECT id FROM "Session" WHERE "userId" = $1 AND "expiresAt" > now()
        ORDER BY "lastUsedAt" DESC, id OFFSET $2
      )
      FOR UPDATE SKIP LOCKED
    )`,
}

/** Ends surplus sessions occasionally, without being awaited; a later login repeats a failed attempt. */
const createTrimmer = (db: Database): ((userId: string) => void) => {
  const logins = createLargeCache<number>(50_000)
  return (userId) => {
    // Starts at a random number, so that users with few logins on this server are included.
    const count = (logins.get(userId) ?? randomInt(TRIM_EVERY)) + 1
    logins.set(userId, count % TRIM_EVERY)
    if (count === TRIM_EVERY) void db.query(trim, [userId, MAX_SESSIONS]).catch(() => {})
  }
}

/**
 * Starts a session for a verified user. Returns its token, or undefined if the user changed since the verification:
 * deleted, disabled, with another password than `passwordHash`, or with a login method removed.
 */
export type StartSession = (user: CheckedUser, method: string, origin: LoginOrigin) => Promise<string | undefined>

export const createStart = (db: Database, tokens: Tokens, findPlace: FindPlace): StartSession => {
  const trimOccasionally = createTrimmer(db)
  return async (
    { userId, appId, jwtTTL, passwordHash, loginVersion, passkeyId, reusable },
    method,
    { ip, userAgent },
  ) => {
    const { country, city } = findPlace(ip)
    const values = [
      randomUUID(),
      userId,
      method,
      ip,
      userAgent,
      ttlOf(jwtTTL),
      passwordHash ?? null,
      loginVersion ?? null,
      passkeyId ?? null,
      reusable?.digest ?? null,
      reusable?.expiresAt ?? null,
      appId,
      country,
      city,
    ]
    const started = await db.batch<Numbered & { id: string }>(begin, values)
    if (!started) return undefined
    trimOccasionally(userId)
    const claims = { userId, appId, sessionId: started.id }
    return tokens.signUser(claims, new Date(Date.now() + MAX_SESSION_SECONDS * 1000))
  }
}
