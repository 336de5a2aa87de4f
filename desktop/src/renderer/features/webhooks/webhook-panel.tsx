import { endpoints } from '@openauth/client'
import { Button, buttonClass } from '@openauth/ui/button'
import { ConfirmDialog } from '@openauth/ui/confirm-dialog'
import { Notice } from '@openauth/ui/notice'
import { Section } from '@openauth/ui/section'
import { SidePanel } from '@openauth/ui/side-panel'
import { toast } from '@openauth/ui/toaster'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { client } from '../../api/queries.ts'
import { useMay } from '../../api/rights.ts'
import { EntryGone } from '../../components/entry-notices.tsx'
import { May, NotAllowed } from '../../components/may.tsx'
import { useTranslate } from '../../i18n/i18n.ts'
import { useCrumb } from '../../navigation/crumb.ts'
import { TestWebhook } from './test-webhook.tsx'
import { WebhookForm } from './webhook-form.tsx'
import { WebhookSecret } from './webhook-secret.tsx'
import { WebhookState } from './webhook-state.tsx'
import { deliveriesPath } from './webhooks-path.ts'
import { useWebhooksChanged, type Webhook } from './webhooks-query.ts'

interface WebhookProps {
  appId: string
  webhook: Webhook
}

const Delete = ({ appId, webhook: { id, url }, onDone }: WebhookProps & { onDone: () => void }) => {
  const t = useTranslate()
  const changed = useWebhooksChanged()
  const name = new URL(url).host
  const remove = async () => {
    await client.webhooks.delete({ appId, id })
    onDone()
    await changed()
    toast.success(t('content.deleted', { name }))
  }
  return (
    <div className="webhook-end">
      <ConfirmDialog
        title={t('content.deleteTitle', { name })}
        description={t('webhooks.deleteLead')}
        confirmLabel={t('content.delete')}
        onConfirm={remove}
        trigger={<Button variant="danger">{t('webhooks.delete')}</Button>}
      />
    </div>
  )
}

/** Why the server switched it off, and what to do. */
const SwitchedOff = ({ webhook: { disabledBecause } }: Pick<WebhookProps, 'webhook'>) => {
  const t = useTranslate()
  if (disabledBecause === null) return null
  return (
    <Notice tone="danger" title={t(disabledBecause === 'gone' ? 'webhooks.disabledGone' : 'webhooks.disabledFailing')}>
      <p>{t('webhooks.disabledNext')}</p>
    </Notice>
  )
}

const Existing = ({ appId, webhook, onClose }: WebhookProps & { onClose: () => void }) => {
  const t = useTranslate()
  const toDeliveries = (
    <Link className={buttonClass()} to={deliveriesPath(appId, webhook.id)}>
      {t('webhooks.showDeliveries')}
    </Link>
  )
  return (
    <>
      <Section title={t('webhooks.deliveries')} description={t('webhooks.deliveriesLead')} actions={toDeliveries}>
        {null}
      </Section>
      <WebhookSecret appId={appId} webhook={webhook} />
      <May call={endpoints.webhooks.test}>
        <TestWebhook key={webhook.updatedAt} appId={appId} webhookId={webhook.id} />
      </May>
      <May call={endpoints.webhooks.delete}>
        <Delete appId={appId} webhook={webhook} onDone={onClose} />
      </May>
    </>
  )
}

interface Props {
  appId: string
  /** Undefined for a new one. */
  webhook: Webhook | undefined
  /** The address names an endpoint that is not there. */
  isGone: boolean
  onClose: () => void
  onAdded: (webhook: Webhook) => void
}

/** An endpoint beside the list: its fields, what was sent, its secret, a test, and its end. */
export const WebhookPanel = ({ appId, webhook, isGone, onClose, onAdded }: Props) => {
  const t = useTranslate()
  const mayCreate = useMay(endpoints.webhooks.create)
  const [shown, setShown] = useState(webhook)
  // A deleted endpoint stays in its form: what was typed there is not lost.
  if (webhook !== undefined && webhook !== shown) setShown(webhook)
  const title = shown ? new URL(shown.url).host : t(isGone ? 'content.gone' : 'webhooks.add')
  useCrumb(title)
  return (
    <SidePanel
      open
      title={<span dir="auto">{title}</span>}
      description={webhook && <WebhookState webhook={webhook} />}
      onClose={onClose}
    >
      {webhook && <SwitchedOff webhook={webhook} />}
      {isGone && shown === undefined ? (
        <EntryGone />
      ) : shown === undefined && !mayCreate ? (
        <NotAllowed call={endpoints.webhooks.create} />
      ) : (
        <WebhookForm {...{ appId, webhook: shown, isGone, onAdded }} />
      )}
      {webhook && <Existing appId={appId} webhook={webhook} onClose={onClose} />}
    </SidePanel>
  )
}
