import type { Database, Statement } from '../../db.ts'
import { ALL_APPS } from './rollup.ts'

const find: Statement = {
  name: 'user-total',
  text: `
    SELECT coalesce(sum(CASE kind WHEN 'registrations' THEN count ELSE -count END), 0)::float8 AS users FROM (
      SELECT kind, count FROM "Statistic"
      WHERE "appId" = $1 AND period = 'ever' AND at = to_timestamp(0) AND kind IN ('registrations', 'deletions')
      UNION ALL
      SELECT d.kind, d.count FROM "StatisticDelta" d JOIN "App" a ON a.id = d."appId" AND a."deletedAt" IS NULL
      WHERE d.kind IN ('registrations', 'deletions') AND ($1::uuid = '${ALL_APPS}' OR d."appId" = $1)
    ) AS counted`,
}

/**
 * The exact number of users of an app, or of all apps, without those that are deleted. It reads totals that are kept up
 * as users come and go, so it costs the same for one user and for millions. A deleted app has none.
 */
export const countUsers = async (db: Database, appId?: string): Promise<number> => {
  const [row] = await db.query<{ users: number }>(find, [appId ?? ALL_APPS])
  return row!.users
}
