import { webhookEventTypes } from '@openauth/client'
import { FormCheckbox } from '@openauth/ui/form/checkbox'
import { FormSwitch } from '@openauth/ui/form/switch'
import { FormTextField } from '@openauth/ui/form/text-field'
import { useWatch } from 'react-hook-form'
import { useTranslate } from '../../i18n/i18n.ts'
import { fieldOf, type WebhookValues } from './webhook-values.ts'

const Events = () => {
  const t = useTranslate()
  const isAll = useWatch<WebhookValues, 'isAll'>({ name: 'isAll' })
  return (
    <>
      <FormSwitch name="isAll" label={t('webhooks.allEvents')} hint={t('webhooks.allEventsHint')} />
      {!isAll && (
        <fieldset className="webhook-events">
          <legend className="webhook-soft">{t('webhooks.chosenEvents')}</legend>
          {webhookEventTypes.map((type) => (
            <FormCheckbox key={type} name={`picked.${fieldOf(type)}`} label={<code>{type}</code>} />
          ))}
        </fieldset>
      )}
    </>
  )
}

/** The fields of an endpoint. */
export const WebhookFields = () => {
  const t = useTranslate()
  return (
    <>
      <FormSwitch name="enabled" label={t('webhooks.enabled')} hint={t('webhooks.enabledHint')} />
      <FormTextField
        name="url"
        label={t('webhooks.url')}
        hint={t('webhooks.urlHint')}
        placeholder="https://partner.example/events"
        inputMode="url"
        spellCheck={false}
        autoCapitalize="none"
        dir="ltr"
      />
      <FormTextField name="description" label={t('webhooks.description')} dir="auto" optional />
      <Events />
      <FormSwitch name="orderedByUser" label={t('webhooks.ordered')} hint={t('webhooks.orderedHint')} />
    </>
  )
}
