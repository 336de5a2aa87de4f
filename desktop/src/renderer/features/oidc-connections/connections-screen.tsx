import { endpoints } from '@openauth/client'
import type { App } from '@openauth/client'
import { buttonClass } from '@openauth/ui/button'
import { Card } from '@openauth/ui/card'
import { EmptyState } from '@openauth/ui/empty-state'
import { Notice } from '@openauth/ui/notice'
import { useQuery } from '@tanstack/react-query'
import Building2 from 'lucide-react/icons/building-2'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { AddLink } from '../../components/add-link.tsx'
import { AppScreen } from '../../components/app-screen.tsx'
import { EntryTable } from '../../components/entry-table.tsx'
import { useAddCommand } from '../../components/use-add-command.ts'
import '../../i18n/connection-words.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { connectionColumns } from './connection-columns.tsx'
import { ConnectionPanel } from './connection-panel.tsx'
import { connectionsPath } from './connections-path.ts'
import { type Connection, connectionsQuery } from './connections-query.ts'
import '../login-methods/login-methods.css'
import './oidc-connections.css'

const NEW = 'new'

const None = ({ appId }: { appId: string }) => {
  const t = useTranslate()
  return (
    <Card>
      <EmptyState
        icon={<Building2 size={18} />}
        title={t('oidcConnections.none')}
        reason={t('oidcConnections.noneReason')}
        action={
          <AddLink
            call={endpoints.oidcConnections.create}
            to={connectionsPath(appId, NEW)}
            title={t('oidcConnections.add')}
          />
        }
      />
    </Card>
  )
}

/** The method itself is off: no connection counts. */
const MethodOff = ({ appId }: { appId: string }) => {
  const t = useTranslate()
  return (
    <Notice
      tone="warning"
      title={t('oidcConnections.off')}
      action={
        <Link className={buttonClass({ size: 'small' })} to={`/apps/${appId}/login-methods/oidc`}>
          {t('oidcConnections.toSwitch')}
        </Link>
      }
    >
      <p>{t('oidcConnections.offNext')}</p>
    </Notice>
  )
}

const titleOf = ({ title }: Connection) => title

const Connections = ({ app: { id: appId, oidcEnabled }, opened }: { app: App; opened: string | undefined }) => {
  const t = useTranslate()
  const navigate = useNavigate()
  const query = useQuery(connectionsQuery(appId))
  const connection = query.data?.find(({ id }) => id === opened)
  const show = (id?: string) => void navigate(connectionsPath(appId, id))
  return (
    <>
      {!oidcEnabled && <MethodOff appId={appId} />}
      <EntryTable
        query={query}
        label={t('login-methods.oidc')}
        columnsOf={connectionColumns}
        nameOf={titleOf}
        storageKey="oidc-connections"
        onOpen={({ id }) => show(id)}
        none={<None appId={appId} />}
      />
      {query.data && opened !== undefined && (
        <ConnectionPanel
          key={opened}
          appId={appId}
          connection={connection}
          isGone={opened !== NEW && connection === undefined}
          onClose={() => show()}
          onAdded={({ id }) => show(id)}
        />
      )}
    </>
  )
}

/** The OpenID providers of an app; the connection that the address names is open beside the list. */
export const ConnectionsScreen = () => {
  const t = useTranslate()
  const { appId = '', connectionId } = useParams()
  useAddCommand({
    id: 'oidcConnections.add',
    title: t('oidcConnections.add'),
    to: connectionsPath(appId, NEW),
    call: endpoints.oidcConnections.create,
  })
  return (
    <AppScreen
      title={t('login-methods.oidc')}
      lead={t('oidcConnections.lead')}
      actions={
        <AddLink
          call={endpoints.oidcConnections.create}
          to={connectionsPath(appId, NEW)}
          title={t('oidcConnections.add')}
        />
      }
    >
      {(app) => <Connections key={app.id} app={app} opened={connectionId} />}
    </AppScreen>
  )
}
