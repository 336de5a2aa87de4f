import type { Handlers } from '../../handler.ts'
import { requireApp } from '../apps/require-app.ts'
import { presentClient, storedClient } from './clients.ts'
import { listConnectedApps, revokeConnectedApp } from './connected-apps.ts'
import type { OidcProviderNeeds } from './needs.ts'
import { createClient, deleteClient, rotateClientSecret, updateClient } from './write.ts'

/** The clients of an app as OpenID provider, for its operators. */
export const oidcClientHandlers = (deps: Pick<OidcProviderNeeds, 'db' | 'settings'>): Handlers<'oidcClients'> => {
  const { db, settings } = deps
  const present = presentClient.bind(undefined, settings.publicUrl)
  return {
    list: async ({ appId }) => {
      await requireApp(db.prisma, appId)
      const rows = await db.prisma.oidcClient.findMany({ where: { appId }, orderBy: [{ name: 'asc' }, { id: 'asc' }] })
      return rows.map((row) => present(storedClient(row)))
    },
    create: async (input, context) => {
      const { client, clientSecret } = await createClient(deps, input, context)
      return { ...present(client), clientSecret }
    },
    update: async (input, context) => present(await updateClient(deps, input, context)),
    rotateSecret: async (key, context) => {
      const { client, clientSecret } = await rotateClientSecret(deps, key, context)
      return { ...present(client), clientSecret }
    },
    delete: async (key, context) => {
      await deleteClient(deps, key, context)
      return {}
    },
  }
}

/** The programs that a user logged in to, for the user. */
export const connectedAppHandlers = ({ db }: Pick<OidcProviderNeeds, 'db'>): Handlers<'connectedApps'> => ({
  list: async (_, { identity }) => listConnectedApps(db, identity),
  revoke: async ({ clientId }, context) => {
    await revokeConnectedApp(db, clientId, context)
    return {}
  },
})
