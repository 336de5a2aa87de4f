import type { Squad } from '@openauth/client'
import { Button } from '@openauth/ui/button'
import { useState } from 'react'
import { Avatar } from '../../../components/avatar.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { Icon } from '../../../components/icon.tsx'
import { Unloaded } from '../../../components/states.tsx'
import { useLocale, useTranslate } from '../../../i18n/i18n.ts'
import { FailureNote } from '../failure-note.tsx'
import { useSquad, useSquadChange } from './use-squads.ts'

interface Props {
  squad: Squad
  /** The squad that the player is in now. */
  mine: Squad | null
  onClose: () => void
}

type Member = NonNullable<ReturnType<typeof useSquad>['data']>['best'][number]

const Row = ({ member, onRemove }: { member: Member; onRemove: (() => void) | undefined }) => {
  const t = useTranslate()
  const { format } = new Intl.NumberFormat(useLocale())
  const name = member.username ?? t('referral.anonymous')
  return (
    <li data-me={member.isMe || undefined}>
      <span className="board-rank">{format(member.rank)}</span>
      <Avatar src={member.avatar} name={member.username ?? '?'} />
      <span className="board-name">
        <bdi>{name}</bdi>
        {member.isLeader && <small>{t('squads.leader')}</small>}
      </span>
      <span className="board-rings">{format(member.rings)}</span>
      {onRemove && (
        <button
          type="button"
          className="squad-remove"
          aria-label={t('squads.removeMember', { name })}
          onClick={onRemove}
        >
          <Icon name="close" />
        </button>
      )}
    </li>
  )
}

/** Removing asks once more, and names who goes. */
const Remove = ({ squadId, member, onDone }: { squadId: string; member: Member; onDone: () => void }) => {
  const t = useTranslate()
  const { change, isBusy, message } = useSquadChange()
  const name = member.username ?? t('referral.anonymous')
  const remove = async () => {
    if (await change((calls) => calls.removeMember({ id: squadId, userId: member.id }))) onDone()
  }
  return (
    <>
      <p className="note" role="alert">
        {message ? t(message) : t('squads.removeHint', { name })}
      </p>
      <Button variant="danger" loading={isBusy} onClick={() => void remove()}>
        {t('squads.removeMember', { name })}
      </Button>
      <Button onClick={onDone}>{t('squads.keep')}</Button>
    </>
  )
}

interface MembersProps {
  query: ReturnType<typeof useSquad>
  onRemove: (member: Member) => void
}

/** The best members of a squad; whoever leads it can remove others. */
const Members = ({ query, onRemove }: MembersProps) => {
  if (!query.data) return <Unloaded query={query} className="skeleton-rows" lines={3} />
  const { best, isLeader } = query.data
  return (
    <ol className="board-rows">
      {best.map((member) => (
        <Row key={member.id} member={member} onRemove={isLeader && !member.isMe ? () => onRemove(member) : undefined} />
      ))}
    </ol>
  )
}

/** Leaving asks once more: the place in the squad is lost, and with the last member the squad. */
const Leave = ({ isLast, onLeft }: { isLast: boolean; onLeft: () => void }) => {
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
        {t(message ?? (isLast ? 'squads.leaveLast' : 'squads.leaveHint'))}
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
      <FailureNote message={message} />
      <Button variant="primary" loading={isBusy} onClick={() => void join()}>
        {t('squads.join')}
      </Button>
    </>
  )
}

/** A squad with its best members, and joining or leaving it. */
export const SquadDialog = ({ squad, mine, onClose }: Props) => {
  const t = useTranslate()
  const { format } = new Intl.NumberFormat(useLocale())
  const query = useSquad(squad.id)
  const [asked, setAsked] = useState<Member>()
  // What the list had, until there is something newer.
  const { id, name, rank, members, rings, isMine } = query.data ?? squad
  return (
    <Dialog title={name} onClose={onClose}>
      <p className="note">{t('squads.facts', { rank: format(rank), members, rings: format(rings) })}</p>
      <Members query={query} onRemove={setAsked} />
      {asked && <Remove key={asked.id} squadId={id} member={asked} onDone={() => setAsked(undefined)} />}
      {/* One question at a time. */}
      {isMine && !asked && <Leave isLast={members === 1} onLeft={onClose} />}
      {mine === null && !isMine && <Join id={id} onJoined={onClose} />}
      {mine !== null && !isMine && <p className="note">{t('squads.inOne')}</p>}
    </Dialog>
  )
}
