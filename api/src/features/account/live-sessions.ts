import type { Database, Keyed, Statement } from '../../db.ts'
import type { UserClaims } from '../../lib/tokens.ts'

/** The default idle lifetime of a session. Seconds. */
const DEFAULT_TTL = 30 * 86_400
/** The maximum lifetime of a session, the `exp` of its token. Seconds. */
export const MAX_SESSION_SECONDS = 365 * 86_400

/** How long a session's state is cached; a revocation on another server takes effect after this at the latest. Milliseconds. */
const CACHE_TTL = 500
/** A cached state of this age is read again along with another session's, so that the sessions in use share statements. Milliseconds. */
const REFRESH_AFTER = CACHE_TTL / 2
/** The maximum number of sessions of one statement: each delays the answer to the call that needs it. */
const LARGEST_BATCH = 64
/** The maximum number of cached sessions. */
const CACHE_SIZE = 50_000

/** The idle lifetime of an app's sessions. Seconds. */
export const ttlOf = (jwtTTL: number): number => jwtTTL || DEFAULT_TTL

/** The minimum interval of writes to a session: a minute, or a tenth of its lifetime. Seconds. */
const minWriteInterval = (ttl: number): number => Math.min(60, ttl / 10)

/** A session is valid only with its user and app, so deleting an app or disabling a user ends its tokens at once. */
const findLive: Statement = {
  name: 'sessions-live',
  text: `
    SELECT s.id AS key, a."jwtTTL" AS ttl, extract(epoch FROM now() - s."lastUsedAt")::float8 AS idle
    FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS g (id, "userId", "appId")
    JOIN "Session" s ON s.id = g.id AND s."userId" = g."userId" AND s."expiresAt" > now()
    JOIN "User" u ON u.id = s."userId" AND u."deletedAt" IS NULL AND u."disabledAt" IS NULL
    JOIN "App" a ON a.id = u."appId" AND a.id = g."appId" AND a."deletedAt" IS NULL`,
}

const extendSession: Statement = {
  name: 'session-slide',
  text: `
    UPDATE "Session"
    SET "lastUsedAt" = now(),
        "expiresAt" = least(now() + make_interval(secs => $2), "createdAt" + make_interval(secs => $3))
    WHERE id = $1 AND "expiresAt" > now()`,
}

/** Separate from the extension: a statement that locks a session and its user could deadlock with one that ends sessions. */
const updateLastSeen: Statement = { name: 'user-seen', text: 'UPDATE "User" SET "lastSeenAt" = now() WHERE id = $1' }

interface CachedSession {
  claims: UserClaims
  /** When the state was asked for. */
  askedAt: number
  live: Promise<boolean>
  /** Whether a call has used this state. */
  used: boolean
  /** The lifetime by which the next call extends the session, if that is due. Seconds. */
  extendBy?: number | undefined
}

/** A cached state is valid only for the user of the session. */
const isOf = (session: UserClaims, other: UserClaims): boolean =>
  session === other || (session.userId === other.userId && session.appId === other.appId)

export interface LiveSessions {
  /** Whether the session of a verified token is valid; extends a valid one. */
  isActive: (claims: UserClaims) => Promise<boolean>
  /** Empties the cache after a change that ends sessions. */
  invalidate: () => void
}

/**
 * Caches for half a second whether sessions are valid. A statement that reads one session also reads those that were used
 * lately and whose state is old: with many users, a statement for each would cost more than the calls.
 */
export const createLiveSessions = (db: Pick<Database, 'query'>, now: () => number = Date.now): LiveSessions => {
  // In the order in which the states were asked for, the oldest first.
  const cached = new Map<string, CachedSession>()

  /** Removes old states, and returns the sessions of those that calls have used. */
  const takeOld = (time: number): UserClaims[] => {
    const used: UserClaims[] = []
    for (const [id, session] of cached) {
      const age = time - session.askedAt
      if (used.length >= LARGEST_BATCH - 1 || age < REFRESH_AFTER) break
      if (session.used) used.push(session.claims)
      if (session.used || age >= CACHE_TTL) cached.delete(id)
    }
    return used
  }

  const read = async (all: UserClaims[]): Promise<Map<string, { ttl: number; idle: number }>> => {
    const values = [all.map((each) => each.sessionId), all.map((each) => each.userId), all.map((each) => each.appId)]
    const rows = await db.query<Keyed & { ttl: number; idle: number }>(findLive, values)
    return new Map(rows.map((row) => [row.key, row]))
  }

  const ask = (claims: UserClaims, time: number): CachedSession => {
    cached.delete(claims.sessionId)
    const all = [claims, ...takeOld(time)]
    const rows = read(all)
    const [asked] = all.map((each): CachedSession => {
      const live = rows.then((found) => {
        const row = found.get(each.sessionId)
        const ttl = ttlOf(row?.ttl ?? 0)
        if (row && row.idle > minWriteInterval(ttl)) session.extendBy = ttl
        return row !== undefined
      })
      const session: CachedSession = { claims: each, askedAt: time, live, used: false }
      cached.set(each.sessionId, session)
      // A failed read, such as without a database, is not cached.
      live.catch(() => removeIfSame(session))
      return session
    })
    const [oldest] = cached.keys()
    if (cached.size > CACHE_SIZE) cached.delete(oldest!)
    return asked!
  }

  const removeIfSame = (session: CachedSession) => {
    if (cached.get(session.claims.sessionId) === session) cached.delete(session.claims.sessionId)
  }

  const extend = async ({ sessionId, userId }: UserClaims, ttl: number): Promise<boolean> => {
    await db.query(extendSession, [sessionId, ttl, MAX_SESSION_SECONDS])
    await db.query(updateLastSeen, [userId])
    return true
  }

  /** Only a call extends its session, and not a read along with another's. */
  const use = (session: CachedSession): Promise<boolean> => {
    session.used = true
    const { extendBy } = session
    if (extendBy === undefined) return session.live
    session.extendBy = undefined
    session.live = extend(session.claims, extendBy)
    session.live.catch(() => removeIfSame(session))
    return session.live
  }

  return {
    isActive: (claims) => {
      const time = now()
      const known = cached.get(claims.sessionId)
      if (known && time - known.askedAt < CACHE_TTL && isOf(known.claims, claims)) return use(known)
      const asked = ask(claims, time)
      asked.used = true
      return asked.live.then(() => use(asked))
    },
    invalidate: () => cached.clear(),
  }
}
