import { DataTable } from '@openauth/ui/data-table'
import { PageHeader } from '@openauth/ui/page-header'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import UserRoundCheck from 'lucide-react/icons/user-round-check'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { queries } from '../../api/queries.ts'
import { numberedPageOf } from '../../components/numbered-pages.tsx'
import { QueryTabs } from '../../components/query-tabs.tsx'
import '../../i18n/device-words.ts'
import { useLocale, useTranslate } from '../../i18n/i18n.ts'
import { type Approval, approvalsQuery, type Shown } from './approvals-query.ts'
import { approvalColumns } from './columns.tsx'
import { FourEyesCard } from './four-eyes.tsx'
import { ShowApproval } from './show-approval.tsx'
import './approvals.css'

const idOf = ({ id }: Approval) => id
const nameOf = ({ call }: Approval) => call
const PAGE_SIZE = 20
/** How often what waits is read anew: another admin may decide it. Milliseconds. */
const REFRESH = 15_000

const Requests = ({ shown }: { shown: Shown }) => {
  const t = useTranslate()
  const locale = useLocale()
  const [page, setPage] = useState(1)
  const [openId, setOpenId] = useState<string>()
  const list = useQuery({
    ...approvalsQuery(shown, page, PAGE_SIZE),
    refetchInterval: REFRESH,
    placeholderData: keepPreviousData,
  })
  // The list may have it no more: what was decided waits no longer.
  const opened = useQuery({ ...queries.approvals.get({ id: openId ?? '' }), enabled: openId !== undefined })
  const apps = useQuery(queries.apps.list()).data
  const appName = useMemo(() => {
    const names = new Map(apps?.map(({ id, name }) => [id, name]))
    return (id: string) => names.get(id) ?? id
  }, [apps])
  const columns = useMemo(
    () => approvalColumns({ t, appName, open: ({ id }) => setOpenId(id) }),
    // oxlint-disable-next-line react/exhaustive-deps -- `t` is the same function in every language.
    [locale, appName],
  )
  return (
    <>
      <DataTable
        label={t('admins.approvals')}
        columns={columns}
        {...numberedPageOf(list, { page, pageSize: PAGE_SIZE, onPageChange: setPage })}
        rowId={idOf}
        rowName={nameOf}
        empty={{
          title: t(shown === '' ? 'approvals.nonePending' : 'approvals.none'),
          reason: t('approvals.noneLead'),
          icon: <UserRoundCheck size={18} />,
        }}
      />
      {openId !== undefined && opened.data && (
        <ShowApproval approval={opened.data} appName={appName} onClose={() => setOpenId(undefined)} />
      )}
    </>
  )
}

/** Calls that wait for a second admin, what became of earlier ones, and which calls wait. */
export const Approvals = () => {
  const t = useTranslate()
  const [search] = useSearchParams()
  const shown: Shown = search.get('show') === 'all' ? 'all' : ''
  const tabs = [
    { value: '', title: t('approvals.waiting') },
    { value: 'all', title: t('approvals.history') },
  ] as const
  return (
    <div className="screen">
      <title>{`${t('admins.approvals')} · OpenAuth`}</title>
      <PageHeader title={t('admins.approvals')} description={t('approvals.lead')} />
      <QueryTabs label={t('admins.approvals')} name="show" tabs={tabs} shown={shown} />
      <Requests key={shown} shown={shown} />
      <FourEyesCard />
    </div>
  )
}
