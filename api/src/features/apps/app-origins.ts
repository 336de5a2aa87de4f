import type { Database, Statement } from '../../db.ts'
import { cachedFor } from '../../lib/cached-for.ts'

/** How long the origins of apps are cached: the maximum delay of a change. Milliseconds. */
const CACHE_TTL = 500

/** All at once: strangers can make up as many origins as they like, and none of those costs a statement or a cache entry. */
const read: Statement = {
  name: 'app-origins',
  text: `
    SELECT origin, array_agg(id::text) AS apps FROM "App", unnest("redirectOrigins") AS o (origin)
    WHERE "deletedAt" IS NULL GROUP BY origin`,
}

/** The ids of the apps on whose list of origins (`redirectOrigins`) this one is; undefined if it is on none. */
export type FindAppsOfOrigin = (origin: string) => Promise<ReadonlySet<string> | undefined>

export const createFindAppsOfOrigin = (db: Pick<Database, 'query'>): FindAppsOfOrigin => {
  const origins = cachedFor(CACHE_TTL, async () => {
    const rows = await db.query<{ origin: string; apps: string[] }>(read, [])
    return new Map(rows.map(({ origin, apps }) => [origin, new Set(apps)]))
  })
  return async (origin) => (await origins()).get(origin)
}
