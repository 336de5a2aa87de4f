import { endpoints } from '@openauth/client'
import type { Client } from '@openauth/client'
import { Button } from '@openauth/ui/button'
import { DataTable, type DataColumn } from '@openauth/ui/data-table'
import { PageHeader } from '@openauth/ui/page-header'
import { Section } from '@openauth/ui/section'
import { Time } from '@openauth/ui/time'
import { toast } from '@openauth/ui/toaster'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import ListChecks from 'lucide-react/icons/list-checks'
import { useMemo } from 'react'
import { queries } from '../../api/queries.ts'
import { tableOf } from '../../components/loaded.tsx'
import { codeOf } from '../../components/problems.ts'
import { May } from '../../components/may.tsx'
import { type Translate, useLocale, useTranslate } from '../../i18n/i18n.ts'
import { jobKindText } from '../../lib/job-kind.ts'

type Report = Awaited<ReturnType<Client['jobs']['list']>>
type Kind = Report['kinds'][number]
type Failed = Report['failed'][number]

/** How often the list is read again. Milliseconds. */
const REFRESH = 10_000

const KindName = ({ kind, t }: { kind: string; t: Translate }) => <span title={kind}>{jobKindText(kind, t)}</span>

const kindColumns = (t: Translate): DataColumn<Kind>[] => [
  {
    id: 'kind',
    title: t('jobs.kind'),
    isRequired: true,
    width: 'minmax(12rem, 2fr)',
    cell: ({ kind }) => <KindName kind={kind} t={t} />,
  },
  { id: 'waiting', title: t('jobs.waiting'), isNumber: true, cell: ({ waiting }) => waiting },
  { id: 'active', title: t('jobs.active'), isNumber: true, cell: ({ active }) => active },
  { id: 'delayed', title: t('jobs.delayed'), isNumber: true, cell: ({ delayed }) => delayed },
  { id: 'failed', title: t('jobs.failed'), isNumber: true, cell: ({ failed }) => failed },
  {
    id: 'nextRunAt',
    title: t('jobs.nextRun'),
    cell: ({ nextRunAt }) => (nextRunAt === null ? '–' : <Time at={nextRunAt} />),
  },
]

/** Retries a job. Says so if another operator has retried it already. */
const Retry = ({ job: { kind, id }, t }: { job: Failed; t: Translate }) => {
  const queryClient = useQueryClient()
  const retry = useMutation({
    ...queries.jobs.retry(),
    onSuccess: () => toast.success(t('jobs.retried')),
    onError: (error) => (codeOf(error) === 'job_not_found' ? toast.info(t('jobs.gone')) : toast.error(error.message)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queries.jobs.list().queryKey }),
  })
  return (
    <Button size="small" loading={retry.isPending} onClick={() => retry.mutate({ kind, id })}>
      {t('jobs.retry')}
    </Button>
  )
}

const failedColumns = (t: Translate): DataColumn<Failed>[] => [
  {
    id: 'kind',
    title: t('jobs.kind'),
    isRequired: true,
    width: 'minmax(12rem, 2fr)',
    cell: ({ kind }) => <KindName kind={kind} t={t} />,
  },
  {
    id: 'error',
    title: t('jobs.error'),
    width: 'minmax(16rem, 3fr)',
    cell: ({ error }) => (
      <span title={error ?? undefined} dir="auto">
        {error ?? '–'}
      </span>
    ),
  },
  { id: 'attempts', title: t('jobs.attempts'), isNumber: true, width: '7rem', cell: ({ attempts }) => attempts },
  { id: 'failedAt', title: t('jobs.failedAt'), cell: ({ failedAt }) => <Time at={failedAt} /> },
  {
    id: 'retry',
    title: t('jobs.retry'),
    isTitleHidden: true,
    isRequired: true,
    width: '8rem',
    cell: (job) => (
      <May call={endpoints.jobs.retry}>
        <Retry job={job} t={t} />
      </May>
    ),
  },
]

const kindId = ({ kind }: Kind) => kind
const failedId = ({ kind, id }: Failed) => `${kind} ${id}`

/** Work in the background: what waits, what failed, and a second try. */
export const Jobs = () => {
  const t = useTranslate()
  const locale = useLocale()
  const jobs = useQuery({ ...queries.jobs.list(), refetchInterval: REFRESH })
  // oxlint-disable-next-line react/exhaustive-deps -- `t` is the same function in every language.
  const columns = useMemo(() => ({ kinds: kindColumns(t), failed: failedColumns(t) }), [locale])
  const hasFailed = jobs.isError && jobs.data === undefined
  return (
    <div className="screen">
      <title>{`${t('jobs.title')} · OpenAuth`}</title>
      <PageHeader title={t('jobs.title')} description={t('jobs.lead')} />
      <DataTable
        label={t('jobs.kinds')}
        columns={columns.kinds}
        {...tableOf(jobs, jobs.data?.kinds)}
        rowId={kindId}
        rowName={({ kind }) => jobKindText(kind, t)}
        empty={{ title: t('jobs.none'), reason: t('jobs.noneReason'), icon: <ListChecks size={18} /> }}
      />
      {!hasFailed && (
        <Section title={t('jobs.failedTitle')} description={t('jobs.failedLead')}>
          <DataTable
            label={t('jobs.failedTitle')}
            columns={columns.failed}
            {...tableOf(jobs, jobs.data?.failed)}
            rowId={failedId}
            rowName={({ kind, id }) => `${jobKindText(kind, t)} ${id}`}
            empty={{ title: t('jobs.noneFailed'), reason: t('jobs.noneFailedReason') }}
          />
        </Section>
      )}
    </div>
  )
}
