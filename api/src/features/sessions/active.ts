import type { Database, Statement } from '../../db.ts'
import { createLargeCache } from '../../lib/large-cache.ts'
import type { UserClaims } from '../../lib/tokens.ts'
import { activeToday, MAX_SESSION_SECONDS, ttlOf } from './lifetime.ts'

/** How long a session's state is cached; a revocation on another server takes effect after this at the latest. Milliseconds. */
const CACHE_TTL = 500

interface LiveSession {
  ttl: number
  /** Seconds since the last recorded use. */
  idle: number
  /** Whether no use of today (UTC) is recorded. */
  isFirstToday: boolean
}

/** A session is valid only with its user and app, so deleting an app or disabling a user ends its tokens at once. */
const findLive: Statement = {
  name: 'session-live',
  text: `
    SELECT a."jwtTTL" AS ttl, extract(epoch FROM now() - s."lastUsedAt")::float8 AS idle,
      s."lastUsedAt" < date_trunc('day', now(), 'UTC') AS "isFirstToday"
    FROM "Session" s
    JOIN "User" u ON u.id = s."userId" AND u."deletedAt" IS NULL AND u."disabledAt" IS NULL
    JOIN "App" a ON a.id = u."appId" AND a."deletedAt" IS NULL
    WHERE s.id = $1 AND s."userId" = $2 AND a.id = $3 AND s."expiresAt" > now()`,
}

const extend: Statement = {
  name: 'session-slide',
  text: `
    UPDATE "Session"
    SET "lastUsedAt" = now(),
        "expiresAt" = least(now() + make_interval(secs => $2), "createdAt" + make_interval(secs => $3))
    WHERE id = $1 AND "expiresAt" > now()`,
}

/** Separate from the extension: a statement that locks a session and its user could deadlock with one that ends sessions. */
const updateLastSeen: Statement = {
  name: 'user-seen',
  text: `UPDATE "User" u SET "lastSeenAt" = now(), ${activeToday} WHERE id = $1`,
}

/** The minimum interval of writes to a session: a minute, or a tenth of its lifetime. Seconds. */
const minWriteInterval = (ttl: number): number => Math.min(60, ttl / 10)

/** Whether the session is valid; extends a valid one. */
const readActive = async (db: Database, { sessionId, userId, appId }: UserClaims): Promise<boolean> => {
  const [row] = await db.query<LiveSession>(findLive, [sessionId, userId, appId])
  if (!row) return false
  const ttl = ttlOf(row.ttl)
  if (row.isFirstToday || row.idle > minWriteInterval(ttl)) {
    await db.query(extend, [sessionId, ttl, MAX_SESSION_SECONDS])
    await db.query(updateLastSeen, [userId])
  }
  return true
}

interface CachedSession {
  until: number
  standing: Promise<boolean>
  claims: UserClaims
}

/** A cached state is valid only for the user of the session. */
const isOf = (session: UserClaims, other: UserClaims): boolean =>
  session === other || (session.userId === other.userId && session.appId === other.appId)

export interface ActiveSessions {
  /** Whether the session of a verified token is valid; extends a valid one. */
  isActive: (claims: UserClaims) => Promise<boolean>
  /** Empties the cache after a change that ends many sessions at once: an app deleted, a user disabled. */
  invalidate: () => void
}

/** The state of sessions, cached for a moment, since every call of a user asks for it. */
export const createActiveSessions = (db: Database): ActiveSessions => {
  const cached = createLargeCache<CachedSession>(50_000)
  return {
    isActive: (claims) => {
      const now = Date.now()
      const known = cached.get(claims.sessionId)
      if (known && known.until > now && isOf(known.claims, claims)) return known.standing
      const standing = readActive(db, claims)
      cached.set(claims.sessionId, { until: now + CACHE_TTL, standing, claims })
      // A failed read, such as without a database, is not cached.
      standing.catch(() => cached.delete(claims.sessionId))
      return standing
    },

    invalidate: () => cached.clear(),
  }
}
