import { type App, endpoints, type OidcResource } from '@openauth/client'
import { Card } from '@openauth/ui/card'
import { EmptyState } from '@openauth/ui/empty-state'
import { useQuery } from '@tanstack/react-query'
import Braces from 'lucide-react/icons/braces'
import { useNavigate, useParams } from 'react-router-dom'
import { AddLink } from '../../components/add-link.tsx'
import { AppScreen } from '../../components/app-screen.tsx'
import { EntryTable } from '../../components/entry-table.tsx'
import { useAddCommand } from '../../components/use-add-command.ts'
import '../../i18n/connection-words.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import '../login-methods/login-methods.css'
import { ProviderOff } from '../oidc-clients/provider-off.tsx'
import { resourceColumns } from './resource-columns.tsx'
import { ResourcePanel } from './resource-panel.tsx'
import { resourcesPath } from './resources-path.ts'
import { resourcesQuery } from './resources-query.ts'

const NEW = 'new'

const Add = ({ appId }: { appId: string }) => {
  const t = useTranslate()
  return <AddLink call={endpoints.oidcResources.create} to={resourcesPath(appId, NEW)} title={t('oidcResources.add')} />
}

const None = ({ appId }: { appId: string }) => {
  const t = useTranslate()
  return (
    <Card>
      <EmptyState
        icon={<Braces size={18} />}
        title={t('oidcResources.none')}
        reason={t('oidcResources.noneReason')}
        action={<Add appId={appId} />}
      />
    </Card>
  )
}

const nameOf = ({ name }: OidcResource) => name

const Resources = ({ app: { id: appId, oidcProviderEnabled }, opened }: { app: App; opened: string | undefined }) => {
  const t = useTranslate()
  const navigate = useNavigate()
  const query = useQuery(resourcesQuery(appId))
  const resource = query.data?.find(({ id }) => id === opened)
  const show = (id?: string) => void navigate(resourcesPath(appId, id))
  return (
    <>
      {!oidcProviderEnabled && <ProviderOff appId={appId} next={t('oidcResources.offNext')} />}
      <EntryTable
        query={query}
        label={t('login-methods.oidcResources')}
        columnsOf={resourceColumns}
        nameOf={nameOf}
        storageKey="oidc-resources"
        onOpen={({ id }) => show(id)}
        none={<None appId={appId} />}
      />
      {query.data && opened !== undefined && (
        <ResourcePanel
          key={opened}
          appId={appId}
          resource={resource}
          isGone={opened !== NEW && resource === undefined}
          onClose={() => show()}
          onAdded={({ id }) => show(id)}
        />
      )}
    </>
  )
}

/** The APIs for which an app issues access tokens; the one that the address names is open beside the list. */
export const ResourcesScreen = () => {
  const t = useTranslate()
  const { appId = '', resourceId } = useParams()
  useAddCommand({
    id: 'oidcResources.add',
    title: t('oidcResources.add'),
    to: resourcesPath(appId, NEW),
    call: endpoints.oidcResources.create,
  })
  return (
    <AppScreen title={t('login-methods.oidcResources')} lead={t('oidcResources.lead')} actions={<Add appId={appId} />}>
      {(app) => <Resources key={app.id} app={app} opened={resourceId} />}
    </AppScreen>
  )
}
