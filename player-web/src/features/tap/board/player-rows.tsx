import type { CSSProperties, Ref } from 'react'
import { Avatar } from '../../../components/avatar.tsx'
import { useLocale, useTranslate } from '../../../i18n/i18n.ts'
import { tintOf } from '../league/tints.ts'
import type { BoardEntry } from './use-board.ts'

interface Props {
  entries: readonly BoardEntry[]
  /** Gets the player's own row. */
  ownRow: Ref<HTMLLIElement>
}

/** A player's picture, name and rings. */
const Words = ({ username, avatar, rings, isMe }: BoardEntry) => {
  const t = useTranslate()
  const { format } = new Intl.NumberFormat(useLocale())
  return (
    <>
      <Avatar src={avatar} name={username ?? '?'} />
      <span className="board-name">
        <bdi>{username ?? t('referral.anonymous')}</bdi>
        {isMe && <small>{t('board.me')}</small>}
      </span>
      <span className="board-rings">{format(rings)}</span>
    </>
  )
}

/** Gold, silver and bronze, the metals of the lowest leagues. By rank and not by place: who shares a rank has the same one. */
const medalOf = (rank: number): string => tintOf(4 - rank)

/** The first three. They stand in the order of their rank, and are shown with the first in the middle. */
export const Podium = ({ entries, ownRow }: Props) => {
  const { format } = new Intl.NumberFormat(useLocale())
  return (
    <ol className="podium" data-count={entries.length}>
      {entries.map((entry, index) => (
        <li
          // oxlint-disable-next-line react/no-array-index-key -- places are the keys: players have none
          key={index}
          ref={entry.isMe ? ownRow : undefined}
          data-me={entry.isMe || undefined}
          style={{ '--medal': medalOf(entry.rank) } as CSSProperties}
        >
          <span className="board-rank">{format(entry.rank)}</span>
          <Words {...entry} />
        </li>
      ))}
    </ol>
  )
}

export const PlayerRows = ({ entries, ownRow }: Props) => {
  const { format } = new Intl.NumberFormat(useLocale())
  return (
    <ol className="board-rows">
      {entries.map((entry, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- places are the keys: players have none
        <li key={index} ref={entry.isMe ? ownRow : undefined} data-me={entry.isMe || undefined}>
          <span className="board-rank">{format(entry.rank)}</span>
          <Words {...entry} />
        </li>
      ))}
    </ol>
  )
}
