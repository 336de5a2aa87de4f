import { type App, endpoints } from '@openauth/client'
import { Card } from '@openauth/ui/card'
import { EmptyState } from '@openauth/ui/empty-state'
import { useQuery } from '@tanstack/react-query'
import KeySquare from 'lucide-react/icons/key-square'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { AddLink } from '../../components/add-link.tsx'
import { AppScreen } from '../../components/app-screen.tsx'
import { EntryTable } from '../../components/entry-table.tsx'
import '../../i18n/connection-words.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import '../login-methods/login-methods.css'
import { ShownOnce } from '../../components/shown-once.tsx'
import { useAddCommand } from '../../components/use-add-command.ts'
import { clientColumns } from './client-columns.tsx'
import { ClientPanel } from './client-panel.tsx'
import { clientsPath } from './clients-path.ts'
import { clientsQuery, type OidcClient } from './clients-query.ts'
import { ProviderOff } from './provider-off.tsx'

const NEW = 'new'

const Add = ({ appId }: { appId: string }) => {
  const t = useTranslate()
  return <AddLink call={endpoints.oidcClients.create} to={clientsPath(appId, NEW)} title={t('oidcClients.add')} />
}

const None = ({ appId }: { appId: string }) => {
  const t = useTranslate()
  return (
    <Card>
      <EmptyState
        icon={<KeySquare size={18} />}
        title={t('oidcClients.none')}
        reason={t('oidcClients.noneReason')}
        action={<Add appId={appId} />}
      />
    </Card>
  )
}

const nameOf = ({ name }: OidcClient) => name

const Clients = ({ app: { id: appId, oidcProviderEnabled }, opened }: { app: App; opened: string | undefined }) => {
  const t = useTranslate()
  const navigate = useNavigate()
  const query = useQuery(clientsQuery(appId))
  const [secret, setSecret] = useState<string>()
  const client = query.data?.find(({ id }) => id === opened)
  const show = (id?: string) => void navigate(clientsPath(appId, id))
  return (
    <>
      {!oidcProviderEnabled && <ProviderOff appId={appId} next={t('oidcClients.offNext')} />}
      <EntryTable
        query={query}
        label={t('login-methods.oidcClients')}
        columnsOf={clientColumns}
        nameOf={nameOf}
        storageKey="oidc-clients"
        onOpen={({ id }) => show(id)}
        none={<None appId={appId} />}
      />
      {query.data && opened !== undefined && (
        <ClientPanel
          key={opened}
          appId={appId}
          client={client}
          isGone={opened !== NEW && client === undefined}
          onClose={() => show()}
          onAdded={({ id }) => show(id)}
          onSecret={setSecret}
        />
      )}
      <ShownOnce
        value={secret}
        name={t('oidcClients.secret')}
        title={t('oidcClients.secretTitle')}
        description={t('oidcClients.secretLead')}
        onClose={() => setSecret(undefined)}
      />
    </>
  )
}

/** The programs that log users in with an app; the client that the address names is open beside the list. */
export const ClientsScreen = () => {
  const t = useTranslate()
  const { appId = '', clientId } = useParams()
  useAddCommand({
    id: 'oidcClients.add',
    title: t('oidcClients.add'),
    to: clientsPath(appId, NEW),
    call: endpoints.oidcClients.create,
  })
  return (
    <AppScreen title={t('login-methods.oidcClients')} lead={t('oidcClients.lead')} actions={<Add appId={appId} />}>
      {(app) => <Clients key={app.id} app={app} opened={clientId} />}
    </AppScreen>
  )
}
