import type { PrismaClient } from '../../../db.ts'

/** Rows of one statement. */
const BATCH = 5000
/** Statements of one run for a task: the next run goes on. */
const MOST_BATCHES = 200

type Delete = (taskId: string) => Promise<number>

/** Whether all rows are gone. */
const deleteAll = async (remove: Delete, taskId: string): Promise<boolean> => {
  for (let batch = 0; batch < MOST_BATCHES; batch += 1) if ((await remove(taskId)) < BATCH) return true
  return false
}

/**
 * Deletes what deleted tasks have left, and then the tasks: millions of players may have begun one, so it is done in batches, beside
 * requests. Rings that a task paid stay in the ledger.
 */
export const purgeDeletedTasks = async (prisma: PrismaClient): Promise<void> => {
  const tables: Delete[] = [
    (taskId) => prisma.$executeRaw`
      DELETE FROM "TaskProgress" WHERE ("userId", "taskId") IN (
        SELECT "userId", "taskId" FROM "TaskProgress" WHERE "taskId" = ${taskId}::uuid LIMIT ${BATCH}::int)`,
    (taskId) => prisma.$executeRaw`
      DELETE FROM "TaskCode" WHERE ("taskId", digest) IN (
        SELECT "taskId", digest FROM "TaskCode" WHERE "taskId" = ${taskId}::uuid LIMIT ${BATCH}::int)`,
    (taskId) => prisma.$executeRaw`
      DELETE FROM "TaskAccount" WHERE ("taskId", period, digest) IN (
        SELECT "taskId", period, digest FROM "TaskAccount" WHERE "taskId" = ${taskId}::uuid LIMIT ${BATCH}::int)`,
    (taskId) => prisma.$executeRaw`DELETE FROM "TaskCount" WHERE "taskId" = ${taskId}::uuid`,
  ]
  const deleted = await prisma.gameTask.findMany({ where: { deletedAt: { not: null } }, select: { id: true } })
  for (const { id } of deleted) {
    const gone: boolean[] = []
    for (const remove of tables) gone.push(await deleteAll(remove, id))
    if (gone.every(Boolean)) await prisma.gameTask.delete({ where: { id } })
  }
}

/** Deletes which accounts completed daily tasks before a day, such as 2026-11-25. */
export const purgeUsedAccounts = async (prisma: PrismaClient, day: string): Promise<void> => {
  const daily = await prisma.gameTask.findMany({ where: { repeat: 'daily' }, select: { id: true } })
  for (const { id } of daily)
    await deleteAll(
      (taskId) => prisma.$executeRaw`
        DELETE FROM "TaskAccount" WHERE ("taskId", period, digest) IN (
          SELECT "taskId", period, digest FROM "TaskAccount"
          WHERE "taskId" = ${taskId}::uuid AND period > '' AND period < ${day} LIMIT ${BATCH}::int)`,
      id,
    )
}
