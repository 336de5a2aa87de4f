import { type App, endpoints } from '@openauth/client'
import { Card } from '@openauth/ui/card'
import { EmptyState } from '@openauth/ui/empty-state'
import { useQuery } from '@tanstack/react-query'
import WebhookIcon from 'lucide-react/icons/webhook'
import { useNavigate, useParams } from 'react-router-dom'
import { AddLink } from '../../components/add-link.tsx'
import { AppScreen } from '../../components/app-screen.tsx'
import { EntryTable } from '../../components/entry-table.tsx'
import { useAddCommand } from '../../components/use-add-command.ts'
import '../../i18n/webhook-words.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { webhookColumns } from './webhook-columns.tsx'
import { WebhookPanel } from './webhook-panel.tsx'
import { webhooksPath } from './webhooks-path.ts'
import { type Webhook, webhooksQuery } from './webhooks-query.ts'
import './webhooks.css'

const NEW = 'new'

const Add = ({ appId }: { appId: string }) => {
  const t = useTranslate()
  return <AddLink call={endpoints.webhooks.create} to={webhooksPath(appId, NEW)} title={t('webhooks.add')} />
}

const None = ({ appId }: { appId: string }) => {
  const t = useTranslate()
  return (
    <Card>
      <EmptyState
        icon={<WebhookIcon size={18} />}
        title={t('webhooks.none')}
        reason={t('webhooks.noneReason')}
        action={<Add appId={appId} />}
      />
    </Card>
  )
}

const nameOf = ({ url }: Webhook) => url

const Webhooks = ({ app: { id: appId }, opened }: { app: App; opened: string | undefined }) => {
  const t = useTranslate()
  const navigate = useNavigate()
  const query = useQuery(webhooksQuery(appId))
  const webhook = query.data?.find(({ id }) => id === opened)
  const show = (id?: string) => void navigate(webhooksPath(appId, id))
  return (
    <>
      <EntryTable
        query={query}
        label={t('webhookScreens.title')}
        columnsOf={webhookColumns}
        nameOf={nameOf}
        storageKey="webhooks"
        onOpen={({ id }) => show(id)}
        none={<None appId={appId} />}
      />
      {query.data && opened !== undefined && (
        <WebhookPanel
          key={opened}
          appId={appId}
          webhook={webhook}
          isGone={opened !== NEW && webhook === undefined}
          onClose={() => show()}
          onAdded={({ id }) => show(id)}
        />
      )}
    </>
  )
}

/** The webhook endpoints of an app; the one that the address names is open beside the list. */
export const WebhooksScreen = () => {
  const t = useTranslate()
  const { appId = '', webhookId } = useParams()
  useAddCommand({
    id: 'webhooks.add',
    title: t('webhooks.add'),
    to: webhooksPath(appId, NEW),
    call: endpoints.webhooks.create,
  })
  return (
    <AppScreen title={t('webhookScreens.title')} lead={t('webhooks.lead')} actions={<Add appId={appId} />}>
      {(app) => <Webhooks key={app.id} app={app} opened={webhookId} />}
    </AppScreen>
  )
}
