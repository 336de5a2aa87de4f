import type { Client } from '@openauth/client'
import { type DataColumn, DataTable } from '@openauth/ui/data-table'
import { FilterBar } from '@openauth/ui/filter-bar'
import { Select } from '@openauth/ui/select'
import { Time } from '@openauth/ui/time'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import History from 'lucide-react/icons/history'
import { useMemo } from 'react'
import { client, queries } from '../../../api/queries.ts'
import { CsvExport, type ReadPage } from '../../../components/csv-export.tsx'
import { CursorPages } from '../../../components/cursor-pages.tsx'
import { errorStateOf } from '../../../components/loaded.tsx'
import { type MessageId, type Translate, useLocale, useTranslate } from '../../../i18n/i18n.ts'
import { useListAddress } from '../../../lib/list-address.ts'
import { actionText } from './action-text.ts'
import { useShownUser } from './user-ref.ts'

type Event = Awaited<ReturnType<Client['audit']['list']>>['data'][number]

const actors: Record<Event['actor'], MessageId> = {
  admin: 'users.actorAdmin',
  app: 'users.actorApp',
  user: 'users.actorUser',
  server: 'users.actorServer',
}

const who = ({ actor, actorName }: Event, t: Translate) => {
  const kind = t(actors[actor])
  return actorName === null ? kind : `${actorName} (${kind})`
}

/** `networks: ["base"], messageSigning: false` */
const detailsText = ({ details }: Event): string =>
  Object.entries(details)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')

const eventColumns = (t: Translate): DataColumn<Event>[] => [
  {
    ...{ id: 'action', title: t('users.event'), isRequired: true, width: 'minmax(12rem, 1.2fr)' },
    cell: ({ action }) => <span title={action}>{actionText(action, t)}</span>,
  },
  {
    ...{ id: 'actor', title: t('users.actor') },
    cell: (event) => (
      <span dir="auto" title={event.actorId ?? undefined}>
        {who(event, t)}
      </span>
    ),
  },
  {
    ...{ id: 'details', title: t('users.details'), width: 'minmax(12rem, 1.6fr)' },
    cell: (event) => <code title={detailsText(event)}>{detailsText(event)}</code>,
  },
  { id: 'ip', title: t('users.ip'), cell: ({ ip }) => (ip ? <code>{ip}</code> : '–') },
  {
    ...{ id: 'createdAt', title: t('users.time'), isSortable: true, isDescendingFirst: true },
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
]

const csvColumns = (t: Translate) => [
  { title: t('users.time'), value: ({ createdAt }: Event) => new Date(createdAt) },
  { title: t('users.event'), value: ({ action }: Event) => action },
  { title: t('users.actor'), value: (event: Event) => who(event, t) },
  { title: t('users.details'), value: detailsText },
  { title: t('users.ip'), value: ({ ip }: Event) => ip },
]

const idOf = ({ id }: Event) => id

/** What was done to the user's account by operators, its app and itself; account changes and connected dapps among it. */
export const Activity = () => {
  const t = useTranslate()
  const locale = useLocale()
  const address = useListAddress()
  const { scope } = useShownUser()
  const isBy = address.params.get('view') === 'by'
  const order = address.params.get('sort') === 'createdAt' ? ('asc' as const) : ('desc' as const)
  const filters = { order, ...(isBy ? { actorId: scope.id } : { targetId: scope.id }) }
  const { cursor, limit, before } = address.page
  const events = useQuery({
    ...queries.audit.list({ ...filters, limit, ...(cursor && { cursor }) }),
    placeholderData: keepPreviousData,
  })
  // oxlint-disable-next-line react/exhaustive-deps -- `t` is the same function in every language.
  const columns = useMemo(() => eventColumns(t), [locale])
  const rows = events.data?.data
  const readPage: ReadPage<Event> = (next, signal) =>
    client.audit.list({ ...filters, limit: 100, ...(next && { cursor: next }) }, { signal })
  return (
    <DataTable
      label={t('users.activity')}
      columns={columns}
      rows={rows}
      rowId={idOf}
      rowName={({ action }) => actionText(action, t)}
      sort={{ id: 'createdAt', isDescending: order === 'desc' }}
      onSortChange={({ isDescending }) => address.change({ sort: isDescending ? undefined : 'createdAt' })}
      isLoading={events.isPending || events.isPlaceholderData}
      total={events.data?.meta.totalIsCapped ? undefined : events.data?.meta.totalItems}
      firstIndex={before}
      storageKey="audit-of-user"
      toolbar={
        <FilterBar>
          <Select
            className="user-filter-select"
            label={t('users.activity')}
            isLabelHidden
            value={isBy ? 'by' : 'about'}
            options={[
              { value: 'about', label: t('users.aboutUser') },
              { value: 'by', label: t('users.byUser') },
            ]}
            onValueChange={(view) => address.change({ view: view === 'by' ? view : undefined })}
          />
        </FilterBar>
      }
      actions={<CsvExport name="activity" columns={csvColumns(t)} readPage={readPage} />}
      footer={<CursorPages address={address} meta={events.data?.meta} shown={rows?.length ?? 0} />}
      error={errorStateOf(events)}
      empty={{ icon: <History size={18} />, title: t('users.noActivity'), reason: t('users.noActivityReason') }}
    />
  )
}
