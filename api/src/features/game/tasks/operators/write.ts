import { randomUUID } from 'node:crypto'
import { MOST_TASKS, type TaskCheck } from '@openauth/client'
import type { Context } from '../../../../handler.ts'
import type { Prisma, Tx } from '../../../../db.ts'
import type { Platform } from '../../../../resources.ts'
import { Problem } from '../../../../errors.ts'
import { withoutUndefined } from '../../../content/changes.ts'
import { storePictures } from '../../../pictures/address.ts'
import { nextVersion, requireUnchanged } from '../../../versions.ts'
import { taskPictures } from '../list-tasks.ts'
import { LIMITED_SLOT } from '../pay.ts'
import { sealNewSecret } from '../secrets.ts'
import { readTasks, type StoredTask, toTask } from '../stored-task.ts'
import { changeOf, tell, toldFields } from './audit.ts'
import { checkFields, requireFetchable, requireFuture } from './check-fields.ts'
import { lockTask, type TaskKey } from './find.ts'
import { inOrder } from './order.ts'
import { keyOf } from './task-key.ts'

type WriteNeeds = Pick<Platform, 'db' | 'keys' | 'clock'> & { settings: Pick<Platform['settings'], 'outboundAllow'> }

/** The fields of a task as the contract decodes them. */
type Fields = Omit<
  StoredTask,
  | ('id' | 'appId' | 'key' | 'position' | 'createdAt' | 'updatedAt' | 'deletedAt')
  | ('sealedSecret' | 'sealedPrevious' | 'previousUntil')
  | ('reward' | 'maxCompletions')
> & { reward: number; maxCompletions: number | null; check: TaskCheck }

/** Makes a task at the end of its app's list. Throws `app_not_found`, `task_exists`, `too_many_tasks`, `invalid_input`. */
export const createTask = async (
  deps: WriteNeeds,
  { appId, key: wanted, ...fields }: Fields & { appId: string; key?: string | undefined },
  context: Context,
): Promise<StoredTask> => {
  requireFetchable(fields.check, deps.settings.outboundAllow)
  requireFuture(fields.endsAt, deps.clock())
  return inOrder(deps.db, appId, async (tx) => {
    const others = await readTasks(tx, appId)
    if (others.length >= MOST_TASKS) throw new Problem('too_many_tasks')
    const taken = others.map(({ key }) => key)
    if (wanted !== undefined && taken.includes(wanted)) throw new Problem('task_exists')
    await checkFields(tx, { appId, ...fields })
    const id = randomUUID()
    const key = wanted ?? keyOf(fields.title, taken)
    const given = await storePictures(tx, fields, taskPictures)
    const secret = fields.check.kind === 'webhook' ? await sealNewSecret(tx, deps, { id, appId }) : undefined
    const task = toTask(
      await tx.gameTask.create({
        data: {
          ...given,
          id,
          appId,
          key,
          position: (others.at(-1)?.position ?? 0) + 1,
          ...(secret ? { sealedSecret: secret.sealed } : {}),
        },
      }),
    )
    await tx.taskCount.create({ data: { taskId: id, slot: LIMITED_SLOT } })
    await tell(tx, context, { verb: 'create', appId, id }, toldFields(task))
    return task
  })
}

type Change = TaskKey & { [K in keyof Fields]?: Fields[K] | undefined } & { expectedUpdatedAt?: Date | undefined }

const update = async (tx: Tx, { appId, id, expectedUpdatedAt, ...fields }: Change, context: Context) => {
  const before = await lockTask(tx, { appId, id })
  requireUnchanged(before.updatedAt, expectedUpdatedAt)
  const given = await storePictures(tx, withoutUndefined(fields), taskPictures)
  if (given.check && given.check.kind !== before.check.kind) throw new Problem('task_kind_fixed')
  await checkFields(tx, { ...before, ...given })
  const data = { ...given, updatedAt: nextVersion(before.updatedAt) } as Prisma.GameTaskUpdateInput
  const after = toTask(await tx.gameTask.update({ where: { id }, data }))
  await tell(tx, context, { verb: 'update', appId, id }, { title: after.title, ...changeOf(before, after) })
  return after
}

/** Changes fields of a task. Throws `app_not_found`, `task_not_found`, `changed_meanwhile`, `task_kind_fixed`, `invalid_input`. */
export const updateTask = async (
  { db, settings }: WriteNeeds,
  change: Change,
  context: Context,
): Promise<StoredTask> => {
  requireFetchable(change.check, settings.outboundAllow)
  return db.transaction((tx) => update(tx, change, context))
}

/** Removes a task. Housekeeping deletes its rows. Throws `app_not_found`, `task_not_found`. */
export const deleteTask = ({ db }: WriteNeeds, key: TaskKey, context: Context): Promise<void> =>
  inOrder(db, key.appId, async (tx) => {
    const task = await lockTask(tx, key)
    await tx.gameTask.update({ where: { id: key.id }, data: { deletedAt: new Date(), enabled: false } })
    await tell(tx, context, { verb: 'delete', ...key }, toldFields(task))
  })
