import { PageHeader } from '@openauth/ui/page-header'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import ScrollText from 'lucide-react/icons/scroll-text'
import { useMemo, useState } from 'react'
import { useParams } from 'react-router-dom'
import { client, queries } from '../../api/queries.ts'
import { CursorList } from '../../components/cursor-list.tsx'
import { useLocale, useTranslate } from '../../i18n/i18n.ts'
import { useListAddress } from '../../lib/list-address.ts'
import { auditColumns, auditCsv } from './columns.tsx'
import { EventDetails } from './details.tsx'
import { type AuditEvent, filtersIn, pageInput } from './events.ts'
import { auditFields } from './fields.ts'
import './audit.css'

const nameOf = (event: AuditEvent) => event.action

const useFields = (appId: string | undefined) => {
  const t = useTranslate()
  const locale = useLocale()
  const apps = useQuery({ ...queries.apps.list(), enabled: appId === undefined })
  // oxlint-disable-next-line react/exhaustive-deps -- `t` is the same function in every language.
  return useMemo(() => auditFields(t, apps.data, appId), [locale, apps.data, appId])
}

const Events = ({ appId }: { appId: string | undefined }) => {
  const t = useTranslate()
  const locale = useLocale()
  const address = useListAddress()
  const [opened, setOpened] = useState<AuditEvent>()
  const filters = filtersIn(address.params, appId)
  const input = pageInput(filters, address.page)
  const list = useQuery({ ...queries.audit.list(input), placeholderData: keepPreviousData })
  // oxlint-disable-next-line react/exhaustive-deps -- `t` is the same function in every language.
  const columns = useMemo(() => auditColumns(t, appId !== undefined), [locale, appId])
  return (
    <>
      <CursorList
        name="audit"
        icon={<ScrollText size={18} />}
        address={address}
        fields={useFields(appId)}
        filters={filtersIn(address.params, undefined)}
        list={list}
        columns={columns}
        csv={auditCsv}
        rowName={nameOf}
        readPage={(page, signal) => client.audit.list(pageInput(filters, page), { signal })}
        onOpen={setOpened}
      />
      <EventDetails event={opened} onClose={() => setOpened(undefined)} onFilter={address.change} />
    </>
  )
}

/** The audit trail of the server; within an app, of that app. */
export const Audit = () => {
  const t = useTranslate()
  const { appId } = useParams()
  return (
    <div className="screen">
      <title>{`${t('audit.title')} · OpenAuth`}</title>
      <PageHeader title={t('audit.title')} description={t(appId ? 'audit.leadApp' : 'audit.lead')} />
      <Events key={appId} appId={appId} />
    </div>
  )
}
