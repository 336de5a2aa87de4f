import { useQueryClient } from '@tanstack/react-query'
import { client } from '../../api/queries.ts'
import { type OtherFields, useSaveVersioned } from '../../components/use-save-versioned.ts'
import { type Translate, useTranslate } from '../../i18n/i18n.ts'
import type { ClientInput } from './client-values.ts'
import { clientsQuery, type OidcClient, useClientsChanged } from './clients-query.ts'
import { allTitles, type ClientField } from './field-titles.ts'

const names = Object.keys(allTitles) as ClientField[]

const fieldText = (value: unknown, t: Translate): string => {
  if (typeof value === 'boolean') return t(value ? 'login-methods.on' : 'login-methods.off')
  if (Array.isArray(value))
    return value.map((item) => (typeof item === 'string' ? item : JSON.stringify(item))).join(', ')
  return typeof value === 'string' ? value : '–'
}

const changedFields = (before: OidcClient, now: OidcClient, t: Translate): OtherFields =>
  names
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(now[name]))
    .map((name) => ({ label: t(allTitles[name]), value: fieldText(now[name], t) }))

/** Adds or saves a client: see useSaveVersioned. `onSecret` gets the secret of a new one, which is shown once. */
export const useSaveClient = (
  appId: string,
  shown: OidcClient | undefined,
  isGone: boolean,
  onSecret: (secret: string) => void,
) => {
  const t = useTranslate()
  const queryClient = useQueryClient()
  const changed = useClientsChanged()
  return useSaveVersioned<OidcClient>(
    {
      changed,
      notFound: 'oidc_client_not_found',
      nameOf: ({ name }) => name,
      create: async (values) => {
        const { clientSecret, ...added } = await client.oidcClients.create({ ...(values as ClientInput), appId })
        if (clientSecret !== null) onSecret(clientSecret)
        return added
      },
      update: ({ id, updatedAt }, _, edited) =>
        client.oidcClients.update({ ...edited, appId, clientId: id, expectedUpdatedAt: updatedAt }),
      read: async ({ id }) => {
        const clients = await queryClient.fetchQuery({ ...clientsQuery(appId), staleTime: 0 })
        return clients.find((one) => one.id === id)
      },
      changedFields: (before, now) => changedFields(before, now, t),
    },
    shown,
    isGone,
  )
}
