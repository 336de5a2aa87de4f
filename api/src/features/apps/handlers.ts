import type { Database, Tx } from '../../db.ts'
import { Problem } from '../../errors.ts'
import type { Handlers } from '../../handler.ts'
import { record } from '../audit/record.ts'
import { publicPem } from '../signing-keys/token-keys.ts'
import { deleteStatistics } from '../rollups/rollup.ts'
import { appsInReach } from '../../admin-rights.ts'
import { createApp } from './create.ts'
import { duplicateApp } from './duplicate.ts'
import { lockApp } from './require-app.ts'
import { revealSecret, rotateSecret } from './secrets.ts'
import { presentApp } from './settings.ts'
import { updateApp } from './update.ts'
import type { AppNeeds } from './needs.ts'

const include = { credentials: true }

const find = async (tx: Tx, id: string) => {
  const app = await tx.app.findFirst({ where: { id, deletedAt: null }, include })
  if (!app) throw new Problem('app_not_found')
  return app
}

const markDeleted = async (db: Database, id: string, note: (tx: Tx) => Promise<void>) =>
  db.transaction(async (tx) => {
    await lockApp(tx, id)
    await tx.app.update({ where: { id }, data: { deletedAt: new Date(), nameKey: null } })
    await tx.$executeRaw`UPDATE "Admin" SET "appIds" = array_remove("appIds", ${id}::uuid) WHERE ${id}::uuid = ANY("appIds")`
    await deleteStatistics(tx, id)
    await note(tx)
  })

export const appHandlers = ({ db, keys, settings, sessions, tokenKeys, loginApps }: AppNeeds): Handlers<'apps'> => ({
  list: async (_, { identity }) => {
    const own = appsInReach(identity)
    const where = { deletedAt: null, ...(own && { id: { in: [...own] } }) }
    const apps = await db.prisma.app.findMany({ where, include, orderBy: { nameKey: 'asc' } })
    return Promise.all(apps.map((app) => presentApp(db.prisma, { keys, settings }, app)))
  },

  create: (input, context) => createApp({ db, keys, settings }, input, context),

  get: async ({ id }) => presentApp(db.prisma, { keys, settings }, await find(db.prisma, id)),

  update: (input, context) => updateApp({ db, keys, settings, loginApps }, input, context),

  duplicate: (input, context) => duplicateApp({ db, keys, settings }, input, context),

  delete: async ({ id }, context) => {
    await markDeleted(db, id, (tx) => record(tx, context, { action: 'app.delete', appId: id, targetId: id }))
    sessions.invalidate()
    loginApps.invalidate()
    return {}
  },

  secret: async ({ id }, context) => {
    await find(db.prisma, id)
    const appSecret = await revealSecret(db.prisma, keys, id)
    await record(db.prisma, context, { action: 'app.secret-reveal', appId: id, targetId: id })
    return { appSecret, jwtSecret: publicPem((await tokenKeys.current()).publicKey) }
  },

  rotateSecret: async ({ id, overlapSeconds }, context) => {
    const previousExpiresAt = new Date(Date.now() + overlapSeconds * 1000)
    return db.transaction(async (tx) => {
      await lockApp(tx, id)
      const rotation = { appId: id, createdBy: context.identity.adminId }
      const { appSecret } = await rotateSecret(tx, keys, rotation, previousExpiresAt)
      await record(tx, context, { action: 'app.secret-rotate', appId: id, targetId: id, details: { overlapSeconds } })
      return { appSecret, previousExpiresAt }
    })
  },
})
