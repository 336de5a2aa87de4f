import { switchOf, type TaskProblem } from '@openauth/client'
import type { Tx } from '../../../../db.ts'
import type { LoginApp } from '../../../apps/login-apps.ts'
import { presentPictures } from '../../../pictures/address.ts'
import { readCounts } from '../counts.ts'
import { taskPictures } from '../list-tasks.ts'
import type { StoredTask } from '../stored-task.ts'

/** Used and unused codes by task, of tasks that have codes. */
const readCodes = async (tx: Tx, tasks: StoredTask[]): Promise<Map<string, { unused: number; used: number }>> => {
  const ids = tasks.filter(({ check }) => check.kind === 'code').map(({ id }) => id)
  const rows =
    ids.length === 0
      ? []
      : await tx.$queryRaw<{ taskId: string; unused: number; used: number }[]>`
          SELECT "taskId", (count(*) FILTER (WHERE "usedAt" IS NULL))::int AS unused, count("usedAt")::int AS used
          FROM "TaskCode" WHERE "taskId" = ANY(${ids}::uuid[]) GROUP BY "taskId"`
  const found = new Map(rows.map(({ taskId, unused, used }) => [taskId, { unused, used }]))
  return new Map(ids.map((id) => [id, found.get(id) ?? { unused: 0, used: 0 }]))
}

/** Why nobody can complete a task as its app is set up now; null where nothing speaks against it. */
const problemOf = ({ check }: StoredTask, app: LoginApp): TaskProblem | null => {
  if (check.kind === 'telegram_member' && !app.telegramBotToken) return 'no_bot'
  return check.kind === 'identity' && !app[switchOf[check.provider]] ? 'provider_off' : null
}

/** Tasks of an app as operators see them. Signing secrets are left out. */
export const presentTasks = async (tx: Tx, publicUrl: string, app: LoginApp, tasks: StoredTask[]) => {
  const counts = await readCounts(
    tx,
    tasks.map(({ id }) => id),
  )
  const codes = await readCodes(tx, tasks)
  return tasks.map((task) => ({
    ...presentPictures(publicUrl, task, taskPictures),
    reward: Number(task.reward),
    maxCompletions: task.maxCompletions === null ? null : Number(task.maxCompletions),
    completions: counts.get(task.id) ?? 0,
    codes: codes.get(task.id) ?? null,
    problem: problemOf(task, app),
  }))
}
