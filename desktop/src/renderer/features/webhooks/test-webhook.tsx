import { Button } from '@openauth/ui/button'
import { Notice } from '@openauth/ui/notice'
import { Section } from '@openauth/ui/section'
import { useMutation } from '@tanstack/react-query'
import { client } from '../../api/queries.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { useWebhooksChanged } from './webhooks-query.ts'

/** Sends a test event, and says what came of it. */
export const TestWebhook = ({ appId, webhookId }: { appId: string; webhookId: string }) => {
  const t = useTranslate()
  const changed = useWebhooksChanged()
  const test = useMutation({
    mutationFn: () => client.webhooks.test({ appId, id: webhookId }),
    onSuccess: changed,
  })
  const found = test.isPending ? undefined : test.data
  const last = found?.log.at(-1)
  return (
    <Section
      title={t('webhooks.test')}
      description={t('webhooks.testLead')}
      actions={
        <Button loading={test.isPending} onClick={() => test.mutate()}>
          {t('webhooks.sendTest')}
        </Button>
      }
    >
      <div aria-live="polite">
        {last && last.error === null && (
          <Notice tone="success" title={t('webhooks.testDelivered', { status: last.status ?? 0, ms: last.ms })} />
        )}
        {last && last.error !== null && (
          <Notice tone="danger" title={t('webhooks.testFailed')}>
            <p>{last.error}</p>
          </Notice>
        )}
        {test.error && <Notice tone="danger" title={test.error.message} />}
      </div>
    </Section>
  )
}
