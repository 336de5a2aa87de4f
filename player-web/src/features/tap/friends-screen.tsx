import type { GameProfile } from '@openauth/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Avatar } from '../../components/avatar.tsx'
import { Empty, NextPage, Unloaded } from '../../components/states.tsx'
import { useLocale, useTranslate } from '../../i18n/i18n.ts'
import { Invite } from '../referral/invite.tsx'
import { useGameQueries } from './tap-calls.ts'
import '../referral/referral-page.css'

const PAGE_SIZE = 50

const useFriends = () => {
  const queries = useGameQueries()
  const pageOf = (page: number) => queries.referrals({ page, limit: PAGE_SIZE })
  return useInfiniteQuery({
    queryKey: pageOf(1).queryKey,
    queryFn: ({ pageParam, signal }) => pageOf(pageParam).queryFn({ signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }, all) => (all.length * PAGE_SIZE < meta.totalUser ? all.length + 1 : undefined),
  })
}

const Friends = () => {
  const t = useTranslate()
  const { format } = new Intl.NumberFormat(useLocale())
  const query = useFriends()
  if (!query.data) return <Unloaded query={query} className="skeleton-rows" lines={3} />
  const friends = query.data.pages.flatMap(({ data }) => data)
  if (friends.length === 0) return <Empty icon="invite">{t('referral.none')}</Empty>
  return (
    <>
      <ul className="card-list">
        {friends.map(({ avatar, username, rings, isPaid }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the list has no other key
          <li key={index} className="card">
            <Avatar src={avatar} name={username ?? '?'} />
            <span className="card-words">
              <strong>{username ?? t('referral.anonymous')}</strong>
              <small>{isPaid ? t('tap.invitePaid') : t('tap.inviteOpen')}</small>
            </span>
            <strong>{format(rings)}</strong>
          </li>
        ))}
      </ul>
      <NextPage query={query} label={t('referral.more')} />
    </>
  )
}

/** The invitation, and the invited players with what they have earned. */
export const FriendsScreen = ({ profile: { referCode, referralReward } }: { profile: GameProfile }) => {
  const t = useTranslate()
  return (
    <>
      <Invite referCode={referCode} reward={referralReward} />
      <p className="note">{t('tap.verifiedHint')}</p>
      <h2 className="page-subtitle">{t('referral.invited')}</h2>
      <Friends />
    </>
  )
}
