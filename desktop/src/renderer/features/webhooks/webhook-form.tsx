import { endpoints } from '@openauth/client'
import { Form, FormActions, useZodForm } from '@openauth/ui/form'
import { useEffect, useMemo, useRef, useState } from 'react'
import { EntryGone, EntryNotices } from '../../components/entry-notices.tsx'
import { MayEdit } from '../../components/may.tsx'
import { UnsavedChanges } from '../../components/unsaved-changes.tsx'
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
  const { save, others, isDeleted } = useSaveWebhook(appId, webhook, isGone)
  const isNew = webhook === undefined || isDeleted
  const noEvents = t('webhooks.noEvents')
  const schema = useMemo(() => webhookSchema(noEvents), [noEvents])
  const values = useMemo(() => (webhook ? valuesOf(webhook) : newWebhook), [webhook])
  const form = useZodForm(schema, { values })
  const [added, setAdded] = useState<Webhook>()
  const savedLast = useRef<Webhook>(undefined)
  const submit = async (all: object, edited: object) => {
    const saved = await save(all, edited)
    if (isNew) setAdded(saved)
    savedLast.current = saved
  }
  // Only once nothing counts as unsaved any more: leaving is not asked about then.
  useEffect(() => {
    if (added) onAdded(added)
    // oxlint-disable-next-line react/exhaustive-deps -- It is called once.
  }, [added])
  const { isDirty } = form.formState
  // Nothing was typed that could be lost.
  if (isGone && !isDirty && !added) return <EntryGone />
  const submitLabel = isDeleted ? 'content.addAgain' : webhook ? 'content.save' : 'webhooks.add'
  return (
    <Form form={form} onSubmit={submit} afterSave={() => valuesOf(savedLast.current!)}>
      <UnsavedChanges isDirty={isDirty && !added} />
      <MayEdit call={isNew ? endpoints.webhooks.create : endpoints.webhooks.update}>
        <WebhookFields />
        <EntryNotices isDeleted={isDeleted} others={others} />
        <FormActions submitLabel={t(submitLabel)} needsChange={!isNew} />
      </MayEdit>
    </Form>
  )
}
