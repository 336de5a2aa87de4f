import { endpoints } from '@openauth/client'
import { Button } from '@openauth/ui/button'
import { ConfirmDialog } from '@openauth/ui/confirm-dialog'
import { Section } from '@openauth/ui/section'
import { Time } from '@openauth/ui/time'
import { useState } from 'react'
import { client } from '../../api/queries.ts'
import { May } from '../../components/may.tsx'
import { useTranslate } from '../../i18n/i18n.ts'
import { OverlapField, type Overlap } from '../secrets/overlap-field.tsx'
import { ShownOnce } from '../../components/shown-once.tsx'
import { useWebhooksChanged, type Webhook } from './webhooks-query.ts'

interface Props {
  appId: string
  webhook: Webhook
}

const Rotate = ({ appId, webhook, onShow }: Props & { onShow: (secret: string) => void }) => {
  const t = useTranslate()
  const changed = useWebhooksChanged()
  const [overlap, setOverlap] = useState<Overlap>('86400')
  const rotate = async () => {
    const { secret } = await client.webhooks.rotate({ appId, id: webhook.id, overlapSeconds: Number(overlap) })
    onShow(secret)
    await changed()
  }
  return (
    <ConfirmDialog
      title={t('secrets.rotateTitle', { name: t('webhooks.secret') })}
      description={t('webhooks.rotateLead')}
      confirmLabel={t('secrets.rotate')}
      isDanger={overlap === '0'}
      onConfirm={rotate}
      trigger={<Button>{t('secrets.rotate')}</Button>}
    >
      <OverlapField value={overlap} onChange={setOverlap} />
    </ConfirmDialog>
  )
}

/** The secret that signs what an endpoint gets. It is in no query's cache: it is asked for each time. */
export const WebhookSecret = (props: Props) => {
  const t = useTranslate()
  const [secret, setSecret] = useState<string>()
  const { appId, webhook } = props
  const reveal = async () => setSecret((await client.webhooks.secret({ appId, id: webhook.id })).secret)
  return (
    <Section title={t('webhooks.secret')} description={t('webhooks.secretLead')}>
      {webhook.previousExpiresAt !== null && (
        <p className="webhook-soft">
          {t('webhooks.previousUntil')} <Time at={webhook.previousExpiresAt} />
        </p>
      )}
      <div className="webhook-buttons">
        <May call={endpoints.webhooks.secret}>
          <ConfirmDialog
            title={t('webhooks.revealTitle')}
            description={t('webhooks.revealLead')}
            confirmLabel={t('secrets.reveal')}
            isDanger={false}
            onConfirm={reveal}
            trigger={<Button>{t('secrets.reveal')}</Button>}
          />
        </May>
        <May call={endpoints.webhooks.rotate}>
          <Rotate {...props} onShow={setSecret} />
        </May>
      </div>
      <ShownOnce
        value={secret}
        name={t('webhooks.secret')}
        title={t('webhooks.secret')}
        description={t('webhooks.secretShown')}
        onClose={() => setSecret(undefined)}
      />
    </Section>
  )
}
