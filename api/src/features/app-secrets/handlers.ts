import type { Tx } from '../../db.ts'
import type { Deps } from '../../deps.ts'
import { Problem } from '../../errors.ts'
import type { Handlers } from '../../mount.ts'
import { addReadSecret } from '../apps/secrets.ts'
import { record } from '../audit/record.ts'

const select = { id: true, kind: true, name: true, createdAt: true, expiresAt: true } as const

const working = () => ({ OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }] })

/** Locks the app's row, so that changes of its secrets are serialized. */
const lockApp = async (tx: Tx, id: string): Promise<void> => {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT id FROM "App" WHERE id = ${id}::uuid AND "deletedAt" IS NULL FOR UPDATE`
  if (rows.length === 0) throw new Problem('app_not_found')
}

export const appSecretHandlers = ({ db }: Deps): Handlers<'appSecrets'> => ({
  list: async ({ appId }) => {
    if ((await db.prisma.app.count({ where: { id: appId, deletedAt: null } })) === 0) throw new Problem('app_not_found')
    const orderBy = [{ createdAt: 'desc' }, { id: 'desc' }] as const
    return db.prisma.appSecret.findMany({ where: { appId, ...working() }, select, orderBy: [...orderBy] })
  },

  create: async ({ appId, name }, context) =>
    db.transaction(async (tx) => {
      await lockApp(tx, appId)
      const { appSecret, id } = await addReadSecret(tx, appId, name)
      await record(tx, context, { action: 'app.secret-create', appId, targetId: id, details: { kind: 'read', name } })
      return { ...(await tx.appSecret.findUniqueOrThrow({ where: { id }, select })), appSecret }
    }),

  revoke: async ({ appId, secretId }, context) =>
    db.transaction(async (tx) => {
      await lockApp(tx, appId)
      const secret = await tx.appSecret.findFirst({ where: { id: secretId, appId }, select })
      if (!secret) throw new Problem('app_secret_not_found')
      if (secret.kind === 'full' && !secret.expiresAt) throw new Problem('current_secret')
      await tx.appSecret.delete({ where: { id: secretId } })
      const details = { kind: secret.kind, name: secret.name }
      await record(tx, context, { action: 'app.secret-revoke', appId, targetId: secretId, details })
      return {}
    }),
})
