import type { Deps } from '../../deps.ts'
import { Problem } from '../../errors.ts'
import type { Handlers } from '../../mount.ts'
import { lockApp, requireApp } from '../apps/require-app.ts'
import { addReadSecret } from '../apps/secrets.ts'
import { record } from '../audit/record.ts'

const select = { id: true, kind: true, name: true, createdAt: true, expiresAt: true } as const

const working = () => ({ OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }] })

export const appSecretHandlers = ({ db }: Deps): Handlers<'appSecrets'> => ({
  list: async ({ appId }) => {
    await requireApp(db.prisma, appId)
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
