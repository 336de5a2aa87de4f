import type { Database, Statement, TaskProgressModel, Tx } from '../../../db.ts'
import type { PlayerIdentity } from '../open-account.ts'
import { periodOf, type StoredTask } from './stored-task.ts'

/** What a player has begun or completed of a task in its present period. */
export interface Progress {
  startedAt: number
  /** Null until it is paid. */
  completedAt: number | null
  /** What it paid. */
  reward: number | null
}

const toProgress = ({ startedAt, completedAt, reward }: TaskProgressModel): Progress => ({
  startedAt: Number(startedAt),
  completedAt: completedAt === null ? null : Number(completedAt),
  reward: reward === null ? null : Number(reward),
})

/** A player's progress by task, of the tasks' present periods. */
export const readProgress = async (
  tx: Tx,
  userId: string,
  tasks: Pick<StoredTask, 'id' | 'repeat'>[],
  now: number,
): Promise<Map<string, Progress>> => {
  const periods = new Map(tasks.map((task) => [task.id, periodOf(task, now)]))
  const rows = await tx.taskProgress.findMany({ where: { userId, taskId: { in: [...periods.keys()] } } })
  const present = rows.filter(({ taskId, period }) => periods.get(taskId) === period)
  return new Map(present.map((row) => [row.taskId, toProgress(row)]))
}

/**
 * Begins a task, or a day of it; one that was begun stays as it is. The player's lock keeps a user that is being deleted from getting a
 * row.
 */
const begin: Statement = {
  name: 'task-begin',
  text: `
    INSERT INTO "TaskProgress" AS t ("userId", "taskId", period, "startedAt")
    SELECT p."userId", $2, $3, $4 FROM "Player" p WHERE p."userId" = $1 FOR KEY SHARE
    ON CONFLICT ("userId", "taskId") DO UPDATE
      SET period = excluded.period, "startedAt" = excluded."startedAt", "completedAt" = NULL, reward = NULL
      WHERE t.period < excluded.period`,
}

/** The player's progress after the task was begun at the latest now. */
export const beginTask = async (
  { query, prisma }: Pick<Database, 'query' | 'prisma'>,
  { userId }: PlayerIdentity,
  task: StoredTask,
  now: number,
): Promise<Progress> => {
  const find = async () => (await readProgress(prisma, userId, [task], now)).get(task.id)
  const known = await find()
  if (known) return known
  await query(begin, [userId, task.id, periodOf(task, now), now])
  return (await find()) ?? { startedAt: now, completedAt: null, reward: null }
}
