import { endpoints } from '@openauth/client'
import { Button } from '@openauth/ui/button'
import { CodeBlock } from '@openauth/ui/code-block'
import { DefinitionList } from '@openauth/ui/definition-list'
import { Section } from '@openauth/ui/section'
import { SidePanel } from '@openauth/ui/side-panel'
import { Time } from '@openauth/ui/time'
import { toast } from '@openauth/ui/toaster'
import { useMutation, useQuery } from '@tanstack/react-query'
import { client, queries } from '../../api/queries.ts'
import { Loaded } from '../../components/loaded.tsx'
import { May } from '../../components/may.tsx'
import { useTranslate } from '../../i18n/i18n.ts'
import { DeliveryState } from './webhook-state.tsx'
import { type DeliveryDetails, useWebhooksChanged } from './webhooks-query.ts'

interface Props {
  appId: string
  webhookId: string
  deliveryId: string
  onClose: () => void
}

/** How often a delivery that waits is read anew. Milliseconds. */
const REFRESH = 2000

type Attempt = DeliveryDetails['log'][number]

const AttemptOf = ({ attempt }: { attempt: Attempt }) => {
  const t = useTranslate()
  const { at, ms, status, error, response } = attempt
  return (
    <li className="webhook-attempt">
      <p>
        <Time at={at} /> · {error ?? t('webhooks.answered', { status: status ?? 0 })} · {t('webhooks.took', { ms })}
      </p>
      {response !== null && <CodeBlock code={response} title={t('webhooks.response')} />}
    </li>
  )
}

const pretty = (body: string): string => JSON.stringify(JSON.parse(body), null, 2)

const Details = ({ delivery }: { delivery: DeliveryDetails }) => {
  const t = useTranslate()
  return (
    <>
      <DefinitionList
        items={[
          { term: t('webhooks.deliveryId'), value: <code>{delivery.id}</code> },
          { term: t('webhooks.happened'), value: <Time at={delivery.createdAt} /> },
          { term: t('webhooks.attempts'), value: delivery.attempts },
          {
            term: t('webhooks.nextAttempt'),
            value: delivery.nextAttemptAt === null ? null : <Time at={delivery.nextAttemptAt} />,
          },
        ]}
      />
      <CodeBlock code={pretty(delivery.body)} title={t('webhooks.body')} />
      <Section title={t('webhooks.attempts')}>
        {delivery.log.length === 0 ? (
          <p className="webhook-soft">{t('webhooks.noAttempts')}</p>
        ) : (
          <ol className="webhook-attempts">
            {delivery.log.toReversed().map((attempt) => (
              <AttemptOf key={attempt.at} attempt={attempt} />
            ))}
          </ol>
        )}
      </Section>
    </>
  )
}

const Replay = ({ appId, webhookId, deliveryId }: Omit<Props, 'onClose'>) => {
  const t = useTranslate()
  const changed = useWebhooksChanged()
  const replay = useMutation({
    mutationFn: () => client.webhooks.replay({ appId, id: webhookId, deliveryId }),
    onSuccess: async () => {
      toast.success(t('webhooks.replayed', { count: 1 }))
      await changed()
    },
    onError: ({ message }) => toast.error(message),
  })
  return (
    <Button loading={replay.isPending} onClick={() => replay.mutate()}>
      {t('webhooks.replay')}
    </Button>
  )
}

/** A delivery beside the list: what is sent, each attempt and its answer, and a button that sends it again. */
export const DeliveryPanel = ({ onClose, ...ids }: Props) => {
  const t = useTranslate()
  const { appId, webhookId: id, deliveryId } = ids
  const query = useQuery({
    ...queries.webhooks.delivery({ appId, id, deliveryId }),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? REFRESH : false),
  })
  return (
    <SidePanel
      open
      title={query.data?.type ?? t('webhooks.delivery')}
      description={query.data && <DeliveryState status={query.data.status} />}
      onClose={onClose}
    >
      <Loaded query={query} lines={8}>
        {(delivery) => <Details delivery={delivery} />}
      </Loaded>
      <May call={endpoints.webhooks.replay}>
        <div className="webhook-end">
          <Replay {...ids} />
        </div>
      </May>
    </SidePanel>
  )
}
