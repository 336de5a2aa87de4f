import { ApiError } from '@openauth/client'
import { useQueryClient } from '@tanstack/react-query'
import { client } from '../../api/queries.ts'
import { codeOf, withFieldIssue } from '../../components/problems.ts'
import { type OtherFields, useSaveVersioned } from '../../components/use-save-versioned.ts'
import { type Translate, useTranslate } from '../../i18n/i18n.ts'
import type { ConnectionInput } from './connection-values.ts'
import { type Connection, connectionsQuery, useConnectionsChanged } from './connections-query.ts'
import { allTitles, type ConnectionField } from './field-titles.ts'

const names = Object.keys(allTitles) as ConnectionField[]

/** What a field contains, as the form says it. */
const fieldText = (value: unknown, t: Translate): string => {
  if (typeof value === 'boolean') return t(value ? 'login-methods.on' : 'login-methods.off')
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The fields in which two versions differ. No version shows its secret: what else is the same has another one. */
const changedFields = (before: Connection, now: Connection, t: Translate): OtherFields => {
  const valueOf = (connection: Connection, name: ConnectionField) =>
    name === 'clientSecret' ? undefined : connection[name]
  const changed = names
    .filter((name) => JSON.stringify(valueOf(before, name)) !== JSON.stringify(valueOf(now, name)))
    .map((name) => ({ label: t(allTitles[name]), value: fieldText(valueOf(now, name), t) }))
  const secret = { label: t(allTitles.clientSecret), value: t('login-methods.nowReplaced') }
  return changed.length > 0 ? changed : [secret]
}

/** A refusal with its words at the field that caused it. */
const explained = (error: unknown, t: Translate): unknown => {
  const [issue] = error instanceof ApiError ? error.issues : []
  if (!(error instanceof Error) || codeOf(error) !== 'domain_taken' || !issue) return withFieldIssue(error, ['key'])
  const message = t('oidcConnections.domainTaken', { domain: issue.message.replace(/^has /, '') })
  return Object.assign(new Error(message, { cause: error }), { issues: [{ path: 'domains', message }] })
}

/** Adds or saves a connection: see useSaveVersioned. */
export const useSaveConnection = (appId: string, connection: Connection | undefined, isGone: boolean) => {
  const t = useTranslate()
  const queryClient = useQueryClient()
  const changed = useConnectionsChanged()
  const { save, ...state } = useSaveVersioned<Connection>(
    {
      changed,
      notFound: 'connection_not_found',
      nameOf: ({ title }) => title,
      create: (values) => client.oidcConnections.create({ ...(values as ConnectionInput), appId }),
      update: ({ id, updatedAt }, _, edited) =>
        client.oidcConnections.update({ ...edited, appId, connectionId: id, expectedUpdatedAt: updatedAt }),
      read: async ({ id }) => {
        const connections = await queryClient.fetchQuery({ ...connectionsQuery(appId), staleTime: 0 })
        return connections.find((one) => one.id === id)
      },
      changedFields: (before, now) => changedFields(before, now, t),
    },
    connection,
    isGone,
  )
  const saveOrExplain: typeof save = (values, edited) =>
    save(values, edited).catch((error: unknown) => {
      throw explained(error, t)
    })
  return { ...state, save: saveOrExplain }
}
