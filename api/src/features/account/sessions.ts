import { randomInt, randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Database, Numbered, Statement, Tx } from '../../db.ts'
import type { Tokens, UserClaims } from '../../lib/tokens.ts'

/** The sliding life of a session where the app sets none. Seconds. */
const DEFAULT_TTL = 30 * 86_400
/** No session outlives this, however often it is used; it is the `exp` of its token. Seconds. */
export const MAX_SESSION_SECONDS = 365 * 86_400
/** How many sessions of a user stand; logins beyond that end those that were not used for longest. */
export const MAX_SESSIONS = 100
/** One login in so many of the same user looks for sessions beyond that, so that the others pay nothing for it. */
const TRIM_EVERY = 10
/** How long a session's state is cached; a revocation on another server takes effect after this at the latest. Milliseconds. */
const CACHE_TTL = 500

/** Where a login came from, as told by the request. */
export interface LoginOrigin {
  ip: string
  userAgent: string | null
}

/** A user that a login has checked, and the hash that its password was checked against, where it was one. */
export interface CheckedUser {
  userId: string
  appId: string
  jwtTTL: number
  passwordHash?: string | undefined
  /** `loginVersion` as it stood when the identity or passkey was found. */
  loginVersion?: number | undefined
  /** The passkey that was shown, where it was one. */
  passkeyId?: string | undefined
}

export interface Sessions {
  /**
   * Starts a session for a user that proved who it is; the answer is its token, or undefined where the user is no longer
   * as it was checked: deleted, disabled, with another password than the one of `passwordHash`, or with a way to log in
   * taken away since.
   */
  start: (user: CheckedUser, method: string, origin: LoginOrigin) => Promise<string | undefined>
  /** Whether the session of a verified token still stands; a standing one slides. */
  isActive: (claims: UserClaims) => Promise<boolean>
  /** Ends sessions in a transaction of the caller's; they stop here at once, elsewhere within a second. */
  end: (tx: Tx, which: { userId: string; id?: string; except?: string; method?: string }) => Promise<number>
  /** Empties the cache after a change that ends many sessions at once: an app deleted, a user disabled. */
  invalidate: () => void
}

/** A session counts while its user and app do: a deleted app or a disabled user needs no sweep to stop its tokens. */
const findLive: Statement = {
  name: 'session-live',
  text: `
    SELECT a."jwtTTL" AS ttl, extract(epoch FROM now() - s."lastUsedAt")::float8 AS idle
    FROM "Session" s
    JOIN "User" u ON u.id = s."userId" AND u."deletedAt" IS NULL AND u."disabledAt" IS NULL
    JOIN "App" a ON a.id = u."appId" AND a."deletedAt" IS NULL
    WHERE s.id = $1 AND s."userId" = $2 AND a.id = $3 AND s."expiresAt" > now()`,
}

const slide: Statement = {
  name: 'session-slide',
  text: `
    UPDATE "Session"
    SET "lastUsedAt" = now(),
        "expiresAt" = least(now() + make_interval(secs => $2), "createdAt" + make_interval(secs => $3))
    WHERE id = $1 AND "expiresAt" > now()`,
}

/** Apart from the slide: a statement that locks a session and its user could deadlock with one that ends sessions. */
const see: Statement = { name: 'user-seen', text: 'UPDATE "User" SET "lastSeenAt" = now() WHERE id = $1' }

/**
 * Sessions and their users' last sight in one statement, so that the logins of a moment cost one flush to disk. Users'
 * rows are locked first, in order, and must still be as they were when the login was checked: a password changed, a way to
 * log in taken away or a user disabled meanwhile, which ends the sessions that it finds, leaves none behind.
 */
const begin: Statement = {
  name: 'session-begin',
  text: `
    WITH given AS MATERIALIZED (
      SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::float8[], $7::text[], $8::int[], $9::text[])
        WITH ORDINALITY AS g (id, "userId", method, ip, "userAgent", ttl, hash, version, passkey, n)
    ), locked AS MATERIALIZED (
      SELECT id FROM "User" WHERE id IN (SELECT "userId" FROM given) ORDER BY id FOR NO KEY UPDATE
    ), seen AS (
      UPDATE "User" u SET "lastSeenAt" = now() FROM locked
      WHERE u.id = locked.id AND u."deletedAt" IS NULL AND u."disabledAt" IS NULL
      RETURNING u.id, u."passwordHash", u."loginVersion"
    ), begun AS (
      INSERT INTO "Session" (id, "userId", method, "passkeyId", ip, "userAgent", "expiresAt")
      SELECT g.id, seen.id, g.method, g.passkey, g.ip, g."userAgent", now() + make_interval(secs => g.ttl)
      FROM given g JOIN seen ON seen.id = g."userId"
      WHERE (g.hash IS NULL OR g.hash = seen."passwordHash") AND (g.version IS NULL OR g.version = seen."loginVersion")
      RETURNING id
    )
    SELECT g.n, g.id FROM given g JOIN begun ON begun.id = g.id`,
}

/** Rows that somebody else is ending are left to him: two statements that end many of the same could deadlock. */
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

const ttlOf = (jwtTTL: number): number => jwtTTL || DEFAULT_TTL

/** A session that was used this recently is not written again: once a minute, or ten times in its life. Seconds. */
const slideAfter = (ttl: number): number => Math.min(60, ttl / 10)

interface CachedSession {
  until: number
  standing: Promise<boolean>
  claims: UserClaims
}

/** A cached state counts only for the user whose session it is. */
const isOf = (one: UserClaims, other: UserClaims): boolean =>
  one === other || (one.userId === other.userId && one.appId === other.appId)

/** Ends surplus sessions now and then. Nobody waits for it; what fails is done by a later login. */
const createTrimmer = (db: Database): ((userId: string) => void) => {
  const logins = new LRUCache<string, number>({ max: 50_000 })
  return (userId) => {
    // From a random number on: users whom this server sees seldom come to their turn too.
    const count = (logins.get(userId) ?? randomInt(TRIM_EVERY)) + 1
    logins.set(userId, count % TRIM_EVERY)
    if (count === TRIM_EVERY) void db.query(trim, [userId, MAX_SESSIONS]).catch(() => {})
  }
}

export const createSessions = (db: Database, tokens: Tokens): Sessions => {
  const cached = new LRUCache<string, CachedSession>({ max: 50_000 })
  const trimSometimes = createTrimmer(db)

  const ask = async ({ sessionId, userId, appId }: UserClaims): Promise<boolean> => {
    const [row] = await db.query<{ ttl: number; idle: number }>(findLive, [sessionId, userId, appId])
    if (!row) return false
    const ttl = ttlOf(row.ttl)
    if (row.idle > slideAfter(ttl)) {
      await db.query(slide, [sessionId, ttl, MAX_SESSION_SECONDS])
      await db.query(see, [userId])
    }
    return true
  }

  return {
    start: async ({ userId, appId, jwtTTL, passwordHash, loginVersion, passkeyId }, method, { ip, userAgent }) => {
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
      ]
      const started = await db.batch<Numbered & { id: string }>(begin, values)
      if (!started) return undefined
      trimSometimes(userId)
      return tokens.signUser(
        { userId, appId, sessionId: started.id },
        new Date(Date.now() + MAX_SESSION_SECONDS * 1000),
      )
    },

    isActive: (claims) => {
      const now = Date.now()
      const known = cached.get(claims.sessionId)
      if (known && known.until > now && isOf(known.claims, claims)) return known.standing
      const standing = ask(claims)
      cached.set(claims.sessionId, { until: now + CACHE_TTL, standing, claims })
      // A question that failed, such as by a lost database, is asked again.
      standing.catch(() => cached.delete(claims.sessionId))
      return standing
    },

    end: async (tx, { userId, id, except, method }) => {
      const where = {
        userId,
        ...(id ? { id } : {}),
        ...(except ? { NOT: { id: except } } : {}),
        ...(method ? { method } : {}),
      }
      const { count } = await tx.session.deleteMany({ where })
      cached.clear()
      return count
    },

    invalidate: () => cached.clear(),
  }
}
