import type { Tx } from '../../db.ts'
import { ALL_APPS } from './rollup.ts'

/**
 * The exact number of users of some apps, or of all apps, without those that are deleted. It reads totals that are kept
 * up as users come and go, so it costs the same for one user and for millions. A deleted app has none.
 */
export const countUsers = async (tx: Tx, appIds: readonly string[] = [ALL_APPS]): Promise<number> => {
  const [row] = await tx.$queryRaw<[{ users: number }]>`
    SELECT coalesce(sum(CASE kind WHEN 'registrations' THEN count ELSE -count END), 0)::float8 AS users FROM (
      SELECT kind, count FROM "Statistic"
      WHERE "appId" = ANY (${appIds}::uuid[]) AND period = 'ever' AND at = to_timestamp(0)
        AND kind IN ('registrations', 'deletions')
      UNION ALL
      SELECT d.kind, d.count FROM "StatisticDelta" d JOIN "App" a ON a.id = d."appId" AND a."deletedAt" IS NULL
      WHERE d.kind IN ('registrations', 'deletions')
        AND (${ALL_APPS}::uuid = ANY (${appIds}::uuid[]) OR d."appId" = ANY (${appIds}::uuid[]))
    ) AS counted`
  return row.users
}
