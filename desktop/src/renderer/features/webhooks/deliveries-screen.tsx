import { endpoints, webhookStatuses } from '@openauth/client'
import { Button } from '@openauth/ui/button'
import { ConfirmDialog } from '@openauth/ui/confirm-dialog'
import { DataTable } from '@openauth/ui/data-table'
import { toast } from '@openauth/ui/toaster'
import { useInfiniteQuery, type UseInfiniteQueryResult, useQuery } from '@tanstack/react-query'
import Send from 'lucide-react/icons/send'
import { useMemo } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import { client } from '../../api/queries.ts'
import { AppScreen } from '../../components/app-screen.tsx'
import { errorStateOf } from '../../components/loaded.tsx'
import { May } from '../../components/may.tsx'
import { QueryTabs } from '../../components/query-tabs.tsx'
import '../../i18n/webhook-words.ts'
import { useLocale, useTranslate } from '../../i18n/i18n.ts'
import { useCrumb } from '../../navigation/crumb.ts'
import { DeliveryPanel } from './delivery-panel.tsx'
import { deliveryColumns } from './webhook-columns.tsx'
import { statusTitles } from './webhook-state.tsx'
import { type Delivery, useWebhooksChanged, webhooksQuery } from './webhooks-query.ts'
import './webhooks.css'

/** How often what is shown is read again, and how many rows a page has. */
const REFRESH = 5000
const PAGE = 50

type Status = Delivery['status']

interface Which {
  appId: string
  id: string
  status: Status | undefined
}

const deliveriesQuery = ({ appId, id, status }: Which) => ({
  queryKey: ['webhooks', 'deliveries', appId, id, status],
  queryFn: ({ pageParam, signal }: { pageParam: string | undefined; signal: AbortSignal }) => {
    const filter = status === undefined ? {} : { status }
    const from = pageParam === undefined ? {} : { before: pageParam }
    return client.webhooks.deliveries({ appId, id, ...filter, ...from, limit: PAGE }, { signal })
  },
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ meta }: { meta: { nextBefore: string | null } }) => meta.nextBefore ?? undefined,
  refetchInterval: REFRESH,
})

const idOf = ({ id }: Delivery) => id
const nameOf = ({ type, id }: Delivery) => `${type} ${id}`

const ReplayFailed = ({ appId, id }: Pick<Which, 'appId' | 'id'>) => {
  const t = useTranslate()
  const changed = useWebhooksChanged()
  const replay = async () => {
    const { replayed } = await client.webhooks.replay({ appId, id, from: 0, status: 'failed' })
    toast.success(t('webhooks.replayed', { count: replayed }))
    await changed()
  }
  return (
    <May call={endpoints.webhooks.replay}>
      <ConfirmDialog
        title={t('webhooks.replayFailed')}
        description={t('webhooks.replayFailedLead')}
        confirmLabel={t('webhooks.replay')}
        isDanger={false}
        onConfirm={replay}
        trigger={<Button>{t('webhooks.replayFailed')}</Button>}
      />
    </May>
  )
}

/** The delivery that the address names, and a way to have it name another one or none. */
const useOpened = (status: Status | undefined) => {
  const [params, setParams] = useSearchParams()
  const open = (id?: string) => setParams({ ...(status ? { status } : {}), ...(id ? { delivery: id } : {}) })
  return { opened: params.get('delivery'), open }
}

const More = ({ query }: { query: UseInfiniteQueryResult }) => {
  const t = useTranslate()
  return (
    query.hasNextPage && (
      <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {t('webhooks.more')}
      </Button>
    )
  )
}

const Deliveries = (which: Which) => {
  const t = useTranslate()
  const locale = useLocale()
  const { opened, open } = useOpened(which.status)
  const query = useInfiniteQuery(deliveriesQuery(which))
  // oxlint-disable-next-line react/exhaustive-deps -- `t` is the same function in every language.
  const columns = useMemo(() => deliveryColumns(t), [locale])
  const rows = useMemo(() => query.data?.pages.flatMap(({ data }) => data), [query.data])
  return (
    <>
      <DataTable
        label={t('webhookScreens.deliveries')}
        columns={columns}
        rows={rows}
        rowId={idOf}
        rowName={nameOf}
        onOpen={({ id }) => open(id)}
        isLoading={query.isPending}
        error={rows ? undefined : errorStateOf(query)}
        empty={{
          icon: <Send size={18} />,
          title: t('webhooks.noDeliveries'),
          reason: t('webhooks.noDeliveriesReason'),
        }}
        storageKey="webhook-deliveries"
        footer={<More query={query} />}
      />
      {opened !== null && (
        <DeliveryPanel
          key={opened}
          appId={which.appId}
          webhookId={which.id}
          deliveryId={opened}
          onClose={() => open()}
        />
      )}
    </>
  )
}

const isStatus = (text: string | null): text is Status => (webhookStatuses as readonly (string | null)[]).includes(text)

/** What was sent to an endpoint, newest first; the delivery that the address names is open beside the list. */
export const DeliveriesScreen = () => {
  const t = useTranslate()
  const { appId = '', webhookId: id = '' } = useParams()
  const [params] = useSearchParams()
  const given = params.get('status')
  const status = isStatus(given) ? given : undefined
  const webhooks = useQuery(webhooksQuery(appId))
  const url = webhooks.data?.find((webhook) => webhook.id === id)?.url
  const host = url && new URL(url).host
  const title = host ? t('webhooks.deliveriesTo', { host }) : t('webhookScreens.deliveries')
  useCrumb(host ?? title)
  const tabs = [
    { value: '' as const, title: t('webhooks.every') },
    ...webhookStatuses.map((value) => ({ value, title: t(statusTitles[value]) })),
  ]
  return (
    <AppScreen title={title} actions={<ReplayFailed appId={appId} id={id} />}>
      {() => (
        <>
          <QueryTabs label={t('webhookScreens.deliveries')} name="status" tabs={tabs} shown={status ?? ''} />
          <Deliveries key={status} appId={appId} id={id} status={status} />
        </>
      )}
    </AppScreen>
  )
}
