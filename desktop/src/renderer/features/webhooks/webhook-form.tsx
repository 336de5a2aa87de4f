import { endpoints } from '@openauth/client'
import { useZodForm } from '@openauth/ui/form'
import { useMemo } from 'react'
import { VersionedForm } from '../../components/versioned-form.tsx'
import { useTranslate } from '../../i18n/i18n.ts'
import { useSaveWebhook } from './use-save-webhook.ts'
import { WebhookFields } from './webhook-fields.tsx'
import { newWebhook, valuesOf, webhookSchema } from './webhook-values.ts'
import type { Webhook } from './webhooks-query.ts'

interface Props {
  appId: string
  /** Undefined for a new one. */
  webhook: Webhook | undefined
  /** Somebody deleted the endpoint after it was shown here. */
  isGone: boolean
  /** Called after a new endpoint was added. */
  onAdded: (webhook: Webhook) => void
}

/** Adds an endpoint, or saves what was edited of one. */
export const WebhookForm = ({ appId, webhook, isGone, onAdded }: Props) => {
  const t = useTranslate()
  const saving = useSaveWebhook(appId, webhook, isGone)
  const noEvents = t('webhooks.noEvents')
  const schema = useMemo(() => webhookSchema(noEvents), [noEvents])
  const values = useMemo(() => (webhook ? valuesOf(webhook) : newWebhook), [webhook])
  const form = useZodForm(schema, { values })
  return (
    <VersionedForm
      {...{ form, isGone, saving, valuesOf, onAdded }}
      entry={webhook}
      calls={endpoints.webhooks}
      addLabel={t('webhooks.add')}
    >
      {() => <WebhookFields />}
    </VersionedForm>
  )
}
