import type { Context } from '../../../../handler.ts'
import type { Database, Tx } from '../../../../db.ts'
import { Problem } from '../../../../errors.ts'
import { requireApp } from '../../../apps/require-app.ts'
import { withKeyedMutex } from '../../../../lib/keyed-mutex.ts'
import { readTasks, type StoredTask } from '../stored-task.ts'
import { tell } from './audit.ts'
import type { TaskKey } from './find.ts'

/** Runs changes of an app's list of tasks one after another. */
export const inOrder = <T>(db: Database, appId: string, work: (tx: Tx) => Promise<T>): Promise<T> =>
  withKeyedMutex(`game tasks ${appId}`, () =>
    db.transaction(async (tx) => {
      await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`game tasks ${appId}`}, 0))::text`
      await requireApp(tx, appId)
      return work(tx)
    }),
  )

/** Numbers tasks from 1, in the order of the ids. */
export const writeOrder = (tx: Tx, ids: readonly string[]) => tx.$executeRaw`
  UPDATE "GameTask" AS task SET position = wanted."at"
  FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS wanted("id", "at") WHERE task.id = wanted."id" AND task.position <> wanted."at"`

const titles = (tasks: readonly StoredTask[]) => ({ order: tasks.map(({ title }) => title) })

/** Puts all tasks of an app in the order of the ids. Throws `app_not_found`, `order_outdated`. */
export const reorder = (db: Database, { appId, ids }: { appId: string; ids: string[] }, context: Context) =>
  inOrder(db, appId, async (tx) => {
    const before = await readTasks(tx, appId)
    const after = ids.flatMap((id) => before.find((task) => task.id === id) ?? [])
    if (after.length !== ids.length || after.length !== before.length) throw new Problem('order_outdated')
    await writeOrder(tx, ids)
    await tell(
      tx,
      context,
      { verb: 'reorder', appId },
      { changed: ['order'], before: titles(before), after: titles(after) },
    )
  })

interface Move extends TaskKey {
  before?: string | undefined
  after?: string | undefined
}

/** The task after which each stands, for the audit trail. */
const followed = (tasks: readonly StoredTask[], id: string): string | null =>
  tasks[tasks.findIndex((task) => task.id === id) - 1]?.title ?? null

/** Puts a task directly before or after another one. Throws `app_not_found`, `task_not_found`, `neighbour_gone`. */
export const move = (db: Database, { appId, id, before, after }: Move, context: Context) =>
  inOrder(db, appId, async (tx) => {
    const tasks = await readTasks(tx, appId)
    const moved = tasks.find((task) => task.id === id)
    if (!moved) throw new Problem('task_not_found')
    const beside = before ?? after
    if (beside === id) return
    const others = tasks.filter((task) => task !== moved)
    const at = others.findIndex((task) => task.id === beside)
    if (at < 0) throw new Problem('neighbour_gone')
    const placed = others.toSpliced(before === undefined ? at + 1 : at, 0, moved)
    if (placed.every((task, index) => task === tasks[index])) return
    await writeOrder(
      tx,
      placed.map((task) => task.id),
    )
    const [was, is] = [tasks, placed].map((list) => ({ follows: followed(list, id) }))
    await tell(
      tx,
      context,
      { verb: 'move', appId, id },
      { title: moved.title, changed: ['follows'], before: was!, after: is! },
    )
  })
