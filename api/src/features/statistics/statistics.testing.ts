import type { Database } from '../../db.ts'

type Kind = 'registrations' | 'deletions' | 'logins' | 'failedLogins' | 'activeUsers' | 'sends'

/** Adds counts of the past, as the triggers write them. */
export const addPast = (
  { prisma }: Database,
  appId: string,
  kind: Kind,
  key: string,
  at: Date,
  count: number,
): Promise<number> =>
  prisma.$executeRaw`
    INSERT INTO "StatisticDelta" ("appId", kind, key, at, count)
    VALUES (${appId}::uuid, ${kind}::"StatisticKind", ${key}, date_trunc('hour', ${at}::timestamptz, 'UTC'), ${count})`
