import type { Squad } from '@openauth/client'
import { Button } from '@openauth/ui/button'
import { useState } from 'react'
import { Avatar } from '../../../components/avatar.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { Failure, Skeleton } from '../../../components/states.tsx'
import { useLocale, useTranslate } from '../../../i18n/i18n.ts'
import { useSquad, useSquadChange } from './use-squads.ts'

interface Props {
  userId: string
  squad: Squad
  /** The squad that the player is in now. */
  mine: Squad | null
  onClose: () => void
}

/** The best members of a squad. */
const Members = ({ userId, id }: { userId: string; id: string }) => {
  const t = useTranslate()
  const { format } = new Intl.NumberFormat(useLocale())
  const query = useSquad(userId, id)
  if (query.isPending) return <Skeleton className="skeleton-rows" lines={3} />
  if (!query.data) return <Failure isBusy={query.isFetching} onRetry={() => void query.refetch()} />
  return (
    <ol className="board-rows">
      {query.data.best.map((member) => (
        <li key={member.id} data-me={member.isMe || undefined}>
          <span className="board-rank">{format(member.rank)}</span>
          <Avatar src={member.avatar} name={member.username ?? '?'} />
          <span className="board-name">
            <bdi>{member.username ?? t('referral.anonymous')}</bdi>
            {member.isLeader && <small>{t('squads.leader')}</small>}
          </span>
          <span className="board-rings">{format(member.rings)}</span>
        </li>
      ))}
    </ol>
  )
}

/** Leaving asks once more: the place in the squad is lost. */
const Leave = ({ onLeft }: { onLeft: () => void }) => {
  const t = useTranslate()
  const { change, isBusy, message } = useSquadChange()
  const [isAsking, setAsking] = useState(false)
  const leave = async () => {
    if (await change((calls) => calls.leave())) onLeft()
  }
  if (!isAsking) return <Button onClick={() => setAsking(true)}>{t('squads.leave')}</Button>
  return (
    <>
      <p className="note" role="alert">
        {t(message ?? 'squads.leaveHint')}
      </p>
      <Button variant="danger" loading={isBusy} onClick={() => void leave()}>
        {t('squads.leaveNow')}
      </Button>
    </>
  )
}

const Join = ({ id, onJoined }: { id: string; onJoined: () => void }) => {
  const t = useTranslate()
  const { change, isBusy, message } = useSquadChange()
  const join = async () => {
    if (await change((calls) => calls.join({ id }))) onJoined()
  }
  return (
    <>
      {message && (
        <p className="note" role="alert">
          {t(message)}
        </p>
      )}
      <Button variant="primary" loading={isBusy} onClick={() => void join()}>
        {t('squads.join')}
      </Button>
    </>
  )
}

/** A squad with its best members, and joining or leaving it. */
export const SquadDialog = ({ userId, squad, mine, onClose }: Props) => {
  const t = useTranslate()
  const { format } = new Intl.NumberFormat(useLocale())
  const { id, name, rank, members, rings, isMine } = squad
  return (
    <Dialog title={name} onClose={onClose}>
      <p className="note">{t('squads.facts', { rank: format(rank), members, rings: format(rings) })}</p>
      <Members userId={userId} id={id} />
      {isMine && <Leave onLeft={onClose} />}
      {mine === null && <Join id={id} onJoined={onClose} />}
      {mine !== null && !isMine && <p className="note">{t('squads.inOne')}</p>}
    </Dialog>
  )
}
