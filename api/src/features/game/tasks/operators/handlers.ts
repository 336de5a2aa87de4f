import type { Handlers } from '../../../../handler.ts'
import { requireApp } from '../../../apps/require-app.ts'
import { pageOf, skipTake } from '../../../page.ts'
import { type StoredTask, taskOrder, toTask } from '../stored-task.ts'
import { createCodes, revokeCodes } from './codes.ts'
import { findTask } from './find.ts'
import { move, reorder } from './order.ts'
import { presentTasks } from './present.ts'
import { revealSecret, rotateSecret } from './secret.ts'
import { createTask, deleteTask, updateTask } from './write.ts'
import type { GameNeeds } from '../../needs.ts'

export const gameTaskHandlers = (deps: GameNeeds): Handlers<'gameTasks'> => {
  const { db, settings, loginApps } = deps
  const present = async (appId: string, tasks: StoredTask[]) =>
    presentTasks(db.prisma, settings.publicUrl, await loginApps.get(appId), tasks)
  const presentOne = async (task: StoredTask) => (await present(task.appId, [task]))[0]!
  return {
    list: async ({ appId, ...page }) => {
      await requireApp(db.prisma, appId)
      const where = { appId, deletedAt: null }
      const rows = await db.prisma.gameTask.findMany({ where, orderBy: taskOrder, ...skipTake(page) })
      return pageOf(await present(appId, rows.map(toTask)), await db.prisma.gameTask.count({ where }), page.limit)
    },
    create: async (fields, context) => presentOne(await createTask(deps, fields, context)),
    get: async (key) => presentOne(await findTask(db.prisma, key)),
    update: async (change, context) => presentOne(await updateTask(deps, change, context)),
    move: async (place, context) => {
      await move(db, place, context)
      return presentOne(await findTask(db.prisma, place))
    },
    reorder: async (order, context) => {
      await reorder(db, order, context)
      return {}
    },
    delete: async (key, context) => {
      await deleteTask(deps, key, context)
      return {}
    },
    createCodes: async (asked, context) => ({ codes: await createCodes(db, asked, context) }),
    revokeCodes: async (key, context) => ({ revoked: await revokeCodes(db, key, context) }),
    secret: async (key, context) => ({ secret: await revealSecret(deps, key, context) }),
    rotateSecret: (asked, context) => rotateSecret(deps, asked, context),
  }
}
