import type { Tx } from '../../../../db.ts'
import { Problem } from '../../../../errors.ts'
import { requireApp } from '../../../apps/require-app.ts'
import { type StoredTask, toTask } from '../stored-task.ts'

export interface TaskKey {
  appId: string
  id: string
}

/** Throws `app_not_found`, `task_not_found`. */
export const findTask = async (tx: Tx, { appId, id }: TaskKey): Promise<StoredTask> => {
  await requireApp(tx, appId)
  const row = await tx.gameTask.findFirst({ where: { id, appId, deletedAt: null } })
  if (!row) throw new Problem('task_not_found')
  return toTask(row)
}

/** The same, locked until the end of the transaction: payments of the task wait. */
export const lockTask = async (tx: Tx, key: TaskKey): Promise<StoredTask> => {
  await tx.$queryRaw`SELECT 1 FROM "GameTask" WHERE id = ${key.id}::uuid FOR UPDATE`
  return findTask(tx, key)
}
