import type { Tx } from '../../../db.ts'

interface CountRow {
  taskId: string
  count: number
}

/** How often each task was completed. */
export const readCounts = async (tx: Tx, taskIds: string[]): Promise<Map<string, number>> => {
  if (taskIds.length === 0) return new Map()
  const rows = await tx.$queryRaw<CountRow[]>`
    SELECT "taskId", sum(count)::float8 AS count FROM "TaskCount" WHERE "taskId" = ANY(${taskIds}::uuid[]) GROUP BY "taskId"`
  return new Map(rows.map(({ taskId, count }) => [taskId, count]))
}
