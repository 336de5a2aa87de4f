import type { Database } from '../../db.ts'

/** How long settled deliveries are kept, and those that wait for an endpoint that is off or whose app is deleted. Days. */
const KEPT_FOR = 14
/** The most deliveries of an endpoint; the oldest go first, also of those that wait. */
export const MOST_KEPT = 500_000
/** Rows of one statement. */
const BATCH = 10_000

/** Deletes in steps, so that no statement holds many locks for long. */
const inSteps = async (step: () => Promise<number>): Promise<void> => {
  while ((await step()) === BATCH);
}

/** Deliveries of endpoints that are gone: events that were under way when the endpoint was deleted. The index skips from one to the next. */
const purgeOrphans = async ({ prisma }: Database): Promise<void> => {
  const orphans = await prisma.$queryRaw<{ id: string }[]>`
    WITH RECURSIVE found AS (
      (SELECT "webhookId" AS id FROM "WebhookDelivery" ORDER BY "webhookId" LIMIT 1)
      UNION ALL
      SELECT (SELECT d."webhookId" FROM "WebhookDelivery" d WHERE d."webhookId" > found.id ORDER BY d."webhookId" LIMIT 1)
      FROM found WHERE found.id IS NOT NULL
    )
    SELECT id FROM found WHERE id IS NOT NULL AND NOT EXISTS (SELECT FROM "Webhook" w WHERE w.id = found.id)`
  for (const { id } of orphans)
    await inSteps(
      () => prisma.$executeRaw`
        DELETE FROM "WebhookDelivery" WHERE id IN (
          SELECT id FROM "WebhookDelivery" WHERE "webhookId" = ${id}::uuid LIMIT ${BATCH}::int)`,
    )
}

const purgeOld = ({ prisma }: Database, before: Date): Promise<void> =>
  inSteps(
    () => prisma.$executeRaw`
      DELETE FROM "WebhookDelivery" WHERE id IN (
        SELECT d.id FROM "WebhookDelivery" d JOIN "Webhook" w ON w.id = d."webhookId" JOIN "App" a ON a.id = w."appId"
        WHERE d."createdAt" < ${before}::timestamptz
          AND (d.status <> 'pending' OR NOT w.enabled OR a."deletedAt" IS NOT NULL)
        LIMIT ${BATCH}::int)`,
  )

const purgeSurplus = async ({ prisma }: Database, most: number): Promise<void> => {
  for (const { id } of await prisma.webhook.findMany({ select: { id: true } }))
    await inSteps(
      () => prisma.$executeRaw`
        DELETE FROM "WebhookDelivery" WHERE id IN (
          SELECT id FROM "WebhookDelivery" WHERE "webhookId" = ${id}::uuid AND seq <= (
            SELECT seq FROM "WebhookDelivery" WHERE "webhookId" = ${id}::uuid ORDER BY seq DESC OFFSET ${most}::int LIMIT 1)
          ORDER BY seq LIMIT ${BATCH}::int)`,
    )
}

/**
 * Deletes old deliveries, those of endpoints that are gone, and what an endpoint has above `most`. One that waits while its endpoint is on
 * is not old: it has an attempt a day at least, and fails within four days.
 */
export const purgeDeliveries = async (
  db: Database,
  now: Date,
  { most = MOST_KEPT, keptFor = KEPT_FOR }: { most?: number; keptFor?: number } = {},
): Promise<void> => {
  await purgeOrphans(db)
  await purgeOld(db, new Date(now.getTime() - keptFor * 86_400_000))
  await purgeSurplus(db, most)
}
