import { Prisma, type Database } from '../db.ts'
import { LONGEST, type Retention } from '../retention-settings.ts'
import { type MappedName, tableOf } from './data-map/data-map.ts'
import { HOURS_KEPT } from './rollups/rollup.ts'

/** Rows of one statement: none holds many locks for long. */
const BATCH = 5000

/** Milliseconds. */
const DAY = 86_400_000

/** How long an expired service token is told from an unknown one. Days. */
const ENDED_TOKENS_KEPT = 30

interface Sweep {
  /** The table whose rows end. */
  model: MappedName
  /** Which rows have ended. */
  where: Prisma.Sql
  /** Columns that are cleared in place of a deletion of the row. */
  clears?: readonly string[]
}

const agoOf = (now: Date) => (days: number) => Prisma.sql`${new Date(now.getTime() - days * DAY)}::timestamptz`

/** What ends when it has expired, which its rows say themselves. */
const expiring: readonly MappedName[] = [
  ...(['Session', 'AdminSession', 'DeviceLogin', 'AdminInvitation', 'AppSecret'] as const),
  ...(['OneTime', 'OidcRecord', 'EmailCode'] as const),
]

/** All tables whose rows end by time alone, and which rows have ended. */
export const sweepsAt = (now: Date, retention: Retention): Sweep[] => {
  const ago = agoOf(now)
  const expired = Prisma.sql`"expiresAt" < ${now}::timestamptz`
  const listed = Prisma.sql`"createdAt" < ${ago(Math.min(retention.accountChanges, LONGEST.accountChanges))}`
  const figures = Prisma.sql`(period = 'hour' AND at < ${ago(HOURS_KEPT + 1)}) OR (period = 'day' AND at < ${ago(retention.statistics + 1)})`
  return [
    ...expiring.map((model) => ({ model, where: expired })),
    { model: 'ServiceToken', where: Prisma.sql`"expiresAt" < ${ago(ENDED_TOKENS_KEPT)}` },
    { model: 'AccountChange', where: listed },
    { model: 'SupportSession', where: listed },
    // A row says when the longest time is over.
    { model: 'KnownClient', where: Prisma.sql`"expiresAt" < ${ago(retention.knownClients - LONGEST.knownClients)}` },
    {
      model: 'LoginOutcome',
      where: Prisma.sql`greatest("succeededAt", "failedAt") < ${ago(retention.loginOutcomes)}`,
    },
    { model: 'Statistic', where: figures },
    { model: 'RateLimit', where: Prisma.sql`expire < ${now.getTime()}::bigint` },
    // A copy that is nobody's picture: the user has another, or none.
    {
      model: 'Avatar',
      where: Prisma.sql`"createdAt" < ${ago(1)} AND NOT EXISTS (
        SELECT FROM "User" u WHERE u.id = "userId" AND u.avatar = '/avatars/' || "Avatar".id || '.webp')`,
    },
    // Events about users who are deleted, which were sent first; that of the deletion stays for its time.
    {
      model: 'WebhookDelivery',
      where: Prisma.sql`status <> 'pending' AND type <> 'user.deleted' AND "userId" IN (
        SELECT id FROM "User" WHERE "deletedAt" > ${ago(retention.deliveries + 1)})`,
    },
    // An idempotency key is kept for a day, and until its transaction is settled.
    {
      model: 'Transaction',
      where: Prisma.sql`"idempotencyKey" IS NOT NULL AND "settledAt" IS NOT NULL AND "createdAt" < ${ago(1)}`,
      clears: ['idempotencyKey'],
    },
    {
      model: 'Transaction',
      where: Prisma.sql`"initiatorIp" IS NOT NULL AND "settledAt" IS NOT NULL AND "createdAt" < ${ago(retention.sendAddresses)}`,
      clears: ['initiatorIp'],
    },
  ]
}

const batch = ({ prisma }: Pick<Database, 'prisma'>, { model, where, clears }: Sweep): Promise<number> => {
  const table = Prisma.raw(`"${tableOf(model)}"`)
  const rows = Prisma.sql`ctid = ANY (ARRAY (SELECT ctid FROM ${table} WHERE ${where} LIMIT ${BATCH}::int))`
  if (!clears) return prisma.$executeRaw`DELETE FROM ${table} WHERE ${rows}`
  const nothing = Prisma.raw(clears.map((column) => `"${column}" = NULL`).join(', '))
  return prisma.$executeRaw`UPDATE ${table} SET ${nothing} WHERE ${rows}`
}

/** Deletes what has ended, batch by batch. Every instance may run it at any time. */
export const sweep = async (db: Pick<Database, 'prisma'>, now: Date, retention: Retention): Promise<void> => {
  for (const each of sweepsAt(now, retention)) while ((await batch(db, each)) === BATCH);
}
