import type { Tx } from '../../db.ts'
import type { Platform } from '../../resources.ts'
import { Problem } from '../../errors.ts'
import type { Handlers } from '../../handler.ts'
import { lockApp, requireApp } from '../apps/require-app.ts'
import { addReadSecret, rotateReadSecret, rotateSecret } from '../apps/secrets.ts'
import { record } from '../audit/record.ts'

const select = {
  id: true,
  kind: true,
  name: true,
  lastFour: true,
  createdAt: true,
  createdBy: true,
  lastUsedAt: true,
  expiresAt: true,
}

const working = () => ({ OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }] })

/** Secrets in the form of the API, with the usernames of their creators, who may have been deleted since. */
const withCreators = async <R extends { createdBy: number | null }>(tx: Tx, rows: R[]) => {
  const ids = rows.flatMap(({ createdBy }) => (createdBy === null ? [] : [createdBy]))
  const admins = await tx.admin.findMany({ where: { id: { in: ids } }, select: { id: true, username: true } })
  const names = new Map(admins.map(({ id, username }) => [id, username]))
  return rows.map((row) => ({ ...row, createdBy: row.createdBy === null ? null : (names.get(row.createdBy) ?? null) }))
}

const read = async (tx: Tx, id: string) =>
  (await withCreators(tx, [await tx.appSecret.findUniqueOrThrow({ where: { id }, select })]))[0]!

const find = async (tx: Tx, appId: string, id: string) => {
  const secret = await tx.appSecret.findFirst({ where: { id, appId, ...working() }, select })
  if (!secret) throw new Problem('app_secret_not_found')
  return secret
}

export const appSecretHandlers = ({ db, keys }: Pick<Platform, 'db' | 'keys'>): Handlers<'appSecrets'> => ({
  list: async ({ appId }) => {
    await requireApp(db.prisma, appId)
    const orderBy = [{ createdAt: 'desc' }, { id: 'desc' }] as const
    const rows = await db.prisma.appSecret.findMany({ where: { appId, ...working() }, select, orderBy: [...orderBy] })
    return withCreators(db.prisma, rows)
  },

  create: async ({ appId, name }, context) =>
    db.transaction(async (tx) => {
      await lockApp(tx, appId)
      const { appSecret, id } = await addReadSecret(tx, { appId, name, createdBy: context.identity.adminId })
      await record(tx, context, { action: 'app.secret-create', appId, targetId: id, details: { kind: 'read', name } })
      return { ...(await read(tx, id)), appSecret }
    }),

  rotate: async ({ appId, secretId, overlapSeconds }, context) => {
    const previousExpiresAt = new Date(Date.now() + overlapSeconds * 1000)
    return db.transaction(async (tx) => {
      await lockApp(tx, appId)
      const { kind, name, expiresAt } = await find(tx, appId, secretId)
      if (expiresAt) throw new Problem('secret_rotated')
      const by = { appId, createdBy: context.identity.adminId }
      const { id, appSecret } = await (kind === 'full'
        ? rotateSecret(tx, keys, by, previousExpiresAt)
        : rotateReadSecret(tx, { ...by, id: secretId, name }, previousExpiresAt))
      const details = { kind, name, overlapSeconds, replacedBy: id }
      await record(tx, context, { action: 'app.secret-rotate', appId, targetId: secretId, details })
      return { ...(await read(tx, id)), appSecret, previousExpiresAt }
    })
  },

  revoke: async ({ appId, secretId }, context) =>
    db.transaction(async (tx) => {
      await lockApp(tx, appId)
      const secret = await find(tx, appId, secretId)
      if (secret.kind === 'full' && !secret.expiresAt) throw new Problem('current_secret')
      await tx.appSecret.delete({ where: { id: secretId } })
      const details = { kind: secret.kind, name: secret.name }
      await record(tx, context, { action: 'app.secret-revoke', appId, targetId: secretId, details })
      return {}
    }),
})
