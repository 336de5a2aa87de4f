import { Problem } from '../../errors.ts'
import type { Handlers } from '../../handler.ts'
import { requireApp } from '../apps/require-app.ts'
import { record } from '../audit/record.ts'
import { callbackUrl } from '../../lib/providers/callback-url.ts'
import { type StoredConnection, storedConnection } from './connections.ts'
import { testConnection } from './test-connection.ts'
import { createConnection, deleteConnection, updateConnection } from './write.ts'
import type { ConnectionNeeds } from './needs.ts'

/** A connection in the form of the API, without its secret. */
const presentConnection = (publicUrl: string, { sealedSecret, appId, ...connection }: StoredConnection) => ({
  ...connection,
  hasSecret: sealedSecret.length > 0,
  callbackUrl: callbackUrl(publicUrl, { appId, provider: 'oidc', connection: connection.key }),
})

/** The connections of an app to OpenID providers, for its operators. */
export const oidcConnectionHandlers = (deps: ConnectionNeeds): Handlers<'oidcConnections'> => {
  const { db, settings } = deps
  const present = presentConnection.bind(undefined, settings.publicUrl)
  return {
    list: async ({ appId }) => {
      await requireApp(db.prisma, appId)
      const rows = await db.prisma.oidcConnection.findMany({ where: { appId }, orderBy: { key: 'asc' } })
      return rows.map((row) => present(storedConnection(row)))
    },
    create: async (input, context) => present(await createConnection(deps, input, context)),
    update: async (input, context) => present(await updateConnection(deps, input, context)),
    delete: async (key, context) => {
      await deleteConnection(deps, key, context)
      return {}
    },
    test: async ({ appId, connectionId: id }, context) => {
      await requireApp(db.prisma, appId)
      const row = await db.prisma.oidcConnection.findFirst({ where: { id, appId } })
      if (!row) throw new Problem('connection_not_found')
      await deps.attempts.consume(['methodTestByAdmin', String(context.identity.adminId)])
      const found = await testConnection(deps, storedConnection(row))
      const details = { title: row.title, code: found.code }
      await record(db.prisma, context, { action: 'oidc-connection.test', appId, targetId: id, details })
      return found
    },
  }
}
