import { endpoints } from '@openauth/client'
import { useOpenAuth } from '@openauth/client/react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Avatar } from '../../components/avatar.tsx'
import { Empty, Failure, NextPage, Skeleton } from '../../components/states.tsx'
import { useCountUp } from '../../components/use-count-up.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { formatNumber } from '../../lib/format.ts'
import { useCallQueries } from '../../session/queries.ts'
import { totalRewards } from '../../session/rewards.ts'

const tables = { account: endpoints.account }

/** Users on a page of the list. */
const PAGE_SIZE = 50

const useReferrals = () => {
  const { profile } = useOpenAuth()
  const { account } = useCallQueries(tables)
  const pageOf = (page: number) => account.referrals({ page, limit: PAGE_SIZE })
  return useInfiniteQuery({
    queryKey: pageOf(1).queryKey,
    queryFn: ({ pageParam, signal }) => pageOf(pageParam).queryFn({ signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }, all) => (all.length * PAGE_SIZE < meta.totalUser ? all.length + 1 : undefined),
    enabled: profile !== null,
  })
}
type Referrals = ReturnType<typeof useReferrals>

const Total = ({ totalUser }: { totalUser: number }) => {
  const t = useTranslate()
  const total = totalRewards(totalUser)
  const shown = Number(useCountUp(BigInt(total)))
  return (
    <section className="total" aria-label={t('referral.total')}>
      <h2>{t('referral.total')}</h2>
      <p aria-hidden="true">{total === 0 ? 0 : formatNumber(shown)}</p>
      <span className="ui-hidden">{total === 0 ? 0 : formatNumber(total)}</span>
    </section>
  )
}

const List = ({ query }: { query: Referrals }) => {
  const t = useTranslate()
  const users = query.data?.pages.flatMap(({ data }) => data) ?? []
  if (users.length === 0) return <Empty icon="invite">{t('referral.none')}</Empty>
  return (
    <>
      <ul className="card-list">
        {users.map(({ avatar, username }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the list has no other key, and only grows at its end
          <li key={index} className="card">
            <Avatar src={avatar} name={username ?? '?'} />
            <span className="card-words">
              <strong>{username ?? t('referral.anonymous')}</strong>
            </span>
          </li>
        ))}
      </ul>
      <NextPage query={query} label={t('referral.more')} />
    </>
  )
}

/** The rewards of the user's invitations, and the invited users. */
export const Invited = () => {
  const t = useTranslate()
  const query = useReferrals()
  if (query.isPending) return <Skeleton className="skeleton-rows" lines={3} />
  if (!query.data) return <Failure isBusy={query.isFetching} onRetry={() => void query.refetch()} />
  return (
    <>
      <Total totalUser={query.data.pages[0]?.meta.totalUser ?? 0} />
      <h2 className="page-subtitle">{t('referral.invited')}</h2>
      <List query={query} />
    </>
  )
}
