import { keepPreviousData, useQuery } from '@tanstack/react-query'
import ScrollText from 'lucide-react/icons/scroll-text'
import { type ReactNode, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { client, queries } from '../../api/queries.ts'
import { CursorList } from '../../components/cursor-list.tsx'
import type { FilterValues } from '../../components/filter-menu.tsx'
import { useLocale, useTranslate } from '../../i18n/i18n.ts'
import { changedParams, useListAddress } from '../../lib/list-address.ts'
import { auditColumns, auditCsv } from './columns.tsx'
import { EventDetails } from './details.tsx'
import { type AuditEvent, type AuditInput, filtersIn, pageInput } from './events.ts'
import { auditFields } from './fields.ts'
import './audit.css'

interface Props {
  /** What the list is of: an app, or what was done to a user or by one. Empty for the whole server. */
  scope: Pick<AuditInput, 'appId' | 'actorId' | 'targetId'>
  /** A control beside the filters. */
  children?: ReactNode
}

const nameOf = (event: AuditEvent) => event.action

const useFields = (isOfServer: boolean) => {
  const t = useTranslate()
  const locale = useLocale()
  const apps = useQuery({ ...queries.apps.list(), enabled: isOfServer })
  // oxlint-disable-next-line react/exhaustive-deps -- `t` is the same function in every language.
  return useMemo(() => auditFields(t, isOfServer ? (apps.data ?? []) : undefined), [locale, apps.data, isOfServer])
}

/** Filters the list of a server or an app by an actor or object; from the list of a user it leads to the server's. */
const useFilter = ({ actorId, targetId }: Props['scope']) => {
  const navigate = useNavigate()
  const { change } = useListAddress()
  if (actorId === undefined && targetId === undefined) return change
  return (values: FilterValues) => void navigate(`/audit?${changedParams(new URLSearchParams(), values)}`)
}

/** The events of a server, an app or a user, each of which opens with all that was recorded. */
export const EventList = ({ scope, children }: Props) => {
  const t = useTranslate()
  const locale = useLocale()
  const address = useListAddress()
  const onFilter = useFilter(scope)
  const [opened, setOpened] = useState<AuditEvent>()
  const isOfServer = Object.keys(scope).length === 0
  const fields = useFields(isOfServer)
  const filters = filtersIn(address.params)
  const input = { ...filters, ...scope }
  const list = useQuery({
    ...queries.audit.list(pageInput(input, address.page)),
    placeholderData: keepPreviousData,
  })
  // oxlint-disable-next-line react/exhaustive-deps -- `t` is the same function in every language.
  const columns = useMemo(() => auditColumns(t, isOfServer), [locale, isOfServer])
  return (
    <>
      <CursorList
        name="audit"
        icon={<ScrollText size={18} />}
        address={address}
        fields={fields}
        filters={filters}
        list={list}
        columns={columns}
        csv={auditCsv}
        rowName={nameOf}
        readPage={(page, signal) => client.audit.list(pageInput(input, page), { signal })}
        onOpen={setOpened}
      >
        {children}
      </CursorList>
      <EventDetails event={opened} onClose={() => setOpened(undefined)} onFilter={onFilter} />
    </>
  )
}
