import { endpoints } from '@openauth/client'
import { buttonClass } from '@openauth/ui/button'
import { Notice } from '@openauth/ui/notice'
import { Section } from '@openauth/ui/section'
import { Link } from 'react-router-dom'
import { client } from '../../api/queries.ts'
import { DeleteEntry } from '../../components/delete-entry.tsx'
import { May } from '../../components/may.tsx'
import { VersionedPanel } from '../../components/versioned-panel.tsx'
import { useTranslate } from '../../i18n/i18n.ts'
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

const nameOf = ({ url }: Webhook) => new URL(url).host

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
  const changed = useWebhooksChanged()
  const toDeliveries = (
    <Link className={buttonClass()} to={deliveriesPath(appId, webhook.id)}>
      {t('webhooks.showDeliveries')}
    </Link>
  )
  return (
    <>
      <Section title={t('webhookScreens.deliveries')} description={t('webhooks.deliveriesLead')} actions={toDeliveries}>
        {null}
      </Section>
      <WebhookSecret appId={appId} webhook={webhook} />
      <May call={endpoints.webhooks.test}>
        <TestWebhook key={webhook.updatedAt} appId={appId} webhookId={webhook.id} />
      </May>
      <May call={endpoints.webhooks.delete}>
        <div className="webhook-end">
          <DeleteEntry
            name={nameOf(webhook)}
            label={t('webhooks.delete')}
            consequences={t('webhooks.deleteLead')}
            remove={() => client.webhooks.delete({ appId, id: webhook.id })}
            changed={changed}
            onDone={onClose}
          />
        </div>
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
  return (
    <VersionedPanel
      {...{ isGone, nameOf, onClose }}
      entry={webhook}
      addLabel={t('webhooks.add')}
      create={endpoints.webhooks.create}
      description={webhook && <WebhookState webhook={webhook} />}
      notice={webhook && <SwitchedOff webhook={webhook} />}
      renderForm={(shown) => <WebhookForm {...{ appId, webhook: shown, isGone, onAdded }} />}
    >
      {webhook && <Existing appId={appId} webhook={webhook} onClose={onClose} />}
    </VersionedPanel>
  )
}
