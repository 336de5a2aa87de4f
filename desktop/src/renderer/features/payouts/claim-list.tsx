import { type AdminRingClaim, decimalAmount, ringClaimStatuses, type RingClaimStatus } from '@openauth/client'
import { Status } from '@openauth/ui/badge'
import { type DataColumn, DataTable } from '@openauth/ui/data-table'
import { Section } from '@openauth/ui/section'
import { Time } from '@openauth/ui/time'
import { truncateMiddle } from '@openauth/ui/truncate'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { queries } from '../../api/queries.ts'
import { numberedPageOf } from '../../components/numbered-pages.tsx'
import { QueryTabs } from '../../components/query-tabs.tsx'
import { type Translate, useLocale, useTranslate } from '../../i18n/i18n.ts'
import { pageIn } from '../../lib/page-in.ts'
import { UserLink } from '../users/detail/user-link.tsx'
import '../users/users.css'
import { ClaimActions } from './claim-actions.tsx'
import { claimProblemWords, claimStatusWords } from './claim-words.ts'
import { ClaimSignature } from './claim-signature.tsx'

const PAGE = 25
/** How often the claims are read again. Milliseconds. */
const REFRESH = 15_000

const statusIn = (params: URLSearchParams): RingClaimStatus | undefined =>
  ringClaimStatuses.find((status) => status === params.get('status'))

const idOf = ({ id }: AdminRingClaim) => id

const State = ({ claim: { status, problem }, t }: { claim: AdminRingClaim; t: Translate }) => {
  const why = problem === null ? undefined : t(claimProblemWords[problem])
  return (
    <span className="payouts-status" title={why}>
      <Status tone={claimStatusWords[status].tone}>{t(claimStatusWords[status].text)}</Status>
      {why && <small>{why}</small>}
    </span>
  )
}

/** The narrowest tracks together are below the 988 px that a window of 1280 px leaves. */
const columnsOf = (t: Translate, format: (rings: number) => string, appId: string): DataColumn<AdminRingClaim>[] => [
  {
    id: 'player',
    title: t('fairPlay.player'),
    isRequired: true,
    width: 'minmax(8rem, 1.2fr)',
    cell: ({ userId }) => <UserLink appId={appId} id={userId} tab="game" />,
  },
  {
    id: 'rings',
    title: t('game.rings'),
    isNumber: true,
    width: 'minmax(5rem, 0.7fr)',
    cell: ({ rings }) => format(rings),
  },
  {
    id: 'amount',
    title: t('payouts.amount'),
    isNumber: true,
    width: 'minmax(9rem, 1fr)',
    cell: ({ amount, decimals, token }) => (
      <span title={token}>{`${decimalAmount(amount, decimals)} ${truncateMiddle(token, 4, 4)}`}</span>
    ),
  },
  {
    id: 'status',
    title: t('payouts.state'),
    width: 'minmax(10rem, 2fr)',
    cell: (claim) => <State claim={claim} t={t} />,
  },
  {
    id: 'createdAt',
    title: t('payouts.claimedAt'),
    width: 'minmax(6.5rem, 0.8fr)',
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
  { id: 'dueAt', title: t('payouts.dueAt'), width: 'minmax(6rem, 0.8fr)', cell: ({ dueAt }) => <Time at={dueAt} /> },
  {
    id: 'signature',
    title: t('transactions.signature'),
    width: 'minmax(9.5rem, 1fr)',
    cell: ({ signature }) => <ClaimSignature value={signature} />,
  },
  {
    id: 'actions',
    title: t('secrets.actions'),
    isTitleHidden: true,
    isRequired: true,
    width: '3.5rem',
    cell: (claim) => <ClaimActions appId={appId} claim={claim} />,
  },
]

/** The claims of an app that are paid on chain, the newest first. */
export const ClaimList = ({ appId }: { appId: string }) => {
  const t = useTranslate()
  const locale = useLocale()
  const [params, setParams] = useSearchParams()
  const [status, page] = [statusIn(params), pageIn(params)]
  const list = useQuery({
    ...queries.ringClaims.list({ appId, page, limit: PAGE, ...(status && { status }) }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH,
  })
  // oxlint-disable-next-line react/exhaustive-deps -- `t` is the same function in every language.
  const columns = useMemo(() => columnsOf(t, new Intl.NumberFormat(locale).format, appId), [locale, appId])
  const turn = (to: number) => setParams({ ...(status && { status }), page: String(to) })
  return (
    <Section title={t('payouts.claims')}>
      <QueryTabs
        label={t('payouts.state')}
        name="status"
        tabs={[
          { value: '', title: t('fairPlay.all') },
          ...ringClaimStatuses.map((value) => ({ value, title: t(claimStatusWords[value].text) })),
        ]}
        shown={status ?? ''}
      />
      <DataTable
        label={t('payouts.claims')}
        columns={columns}
        {...numberedPageOf(list, { page, pageSize: PAGE, onPageChange: turn })}
        empty={{ title: t('payouts.noClaims'), reason: t('payouts.noClaimsReason') }}
        rowId={idOf}
        rowName={({ rings }) => t('gameRules.rings', { rings })}
        storageKey="ring-claims"
      />
    </Section>
  )
}
