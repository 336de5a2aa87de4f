import type { GameProfile } from '@openauth/client'
import { Button } from '@openauth/ui/button'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { CardBody } from '../../../components/page.tsx'
import { Segments } from '../../../components/segments.tsx'
import { Empty, Unloaded } from '../../../components/states.tsx'
import { useLocale, useTranslate } from '../../../i18n/i18n.ts'
import { LeagueCard } from '../league/league-card.tsx'
import type { TapSession } from '../tap-session.ts'
import { useTapView } from '../use-tap-view.ts'
import { type Board, boardOf, boards } from './boards.ts'
import { OwnPlace } from './own-place.tsx'
import { PlayerRows, Podium } from './player-rows.tsx'
import { type BoardData, useBoard } from './use-board.ts'
import { useOnScreen } from './use-on-screen.ts'
import './board-screen.css'

const ShareDialog = lazy(() => import('../share/share-dialog.tsx'))

/** How many of the first stand on the podium. */
const ON_PODIUM = 3

const Ranking = ({ board, answer: { data, meta } }: { board: Board; answer: BoardData }) => {
  const t = useTranslate()
  const own = useOnScreen()
  if (data.length === 0) return <Empty icon={board.icon}>{t(board.empty)}</Empty>
  return (
    <>
      <Podium entries={data.slice(0, ON_PODIUM)} ownRow={own.ref} />
      <PlayerRows entries={data.slice(ON_PODIUM)} ownRow={own.ref} />
      {data.length === 1 && data[0]!.isMe && <p className="note board-total">{t(board.alone)}</p>}
      <p className="note board-total">{t('board.players', { total: meta.total })}</p>
      {meta.me === null && <p className="note board-total">{t('board.noPlace')}</p>}
      {meta.me && !own.isOnScreen && <OwnPlace me={meta.me} onShow={own.exists ? own.show : undefined} />}
    </>
  )
}

/** The player's own rings are those of the other screens, where a board counts all that were earned. */
const withOwnRings = ({ isOfAllTime }: Board, { data, meta }: BoardData, rings: number): BoardData =>
  isOfAllTime && meta.me
    ? {
        data: data.map((entry) => (entry.isMe ? { ...entry, rings } : entry)),
        meta: { ...meta, me: { ...meta.me, rings } },
      }
    : { data, meta }

const Loaded = ({ board, earned }: { board: Board; earned: number }) => {
  const query = useBoard(board)
  // A refresh that fails leaves what is shown.
  if (!query.data) return <Unloaded query={query} className="skeleton-rows" lines={6} />
  return <Ranking key={board.id} board={board} answer={withOwnRings(board, query.data, earned)} />
}

/** The button that shows the player's card. */
const Share = ({ profile }: { profile: GameProfile }) => {
  const t = useTranslate()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('share.open')}</Button>
      {isOpen && (
        <Suspense>
          <ShareDialog profile={profile} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** The way to squads, with the own one where there is one. */
const SquadCard = ({ squad }: { squad: GameProfile['squad'] }) => {
  const t = useTranslate()
  const { format } = new Intl.NumberFormat(useLocale())
  return (
    <Link className="card tap-card" to="/tap/squads" replace>
      <CardBody
        icon="invite"
        title={squad?.name ?? t('squads.title')}
        hint={squad ? t('squads.place', { rank: format(squad.rank), members: squad.members }) : t('squads.hint')}
      />
    </Link>
  )
}

interface Props {
  profile: GameProfile
  session: TapSession | undefined
}

/** League and boards. */
export const BoardScreen = ({ profile, session }: Props) => {
  const t = useTranslate()
  const [search, setSearch] = useSearchParams()
  const board = boardOf(search.get('board'))
  const earned = useTapView(session, (view) => view.earnedRings, profile.earnedRings)
  // Boards count what the server knows.
  useEffect(() => session?.engine.flush(), [session])
  const choose = (id: Board['id']) => {
    search.set('board', id)
    setSearch(search, { replace: true })
  }
  return (
    <>
      <LeagueCard league={profile.league} earned={earned}>
        {earned > 0 && <Share profile={profile} />}
      </LeagueCard>
      <SquadCard squad={profile.squad} />
      <Segments
        label={t('board.choice')}
        value={board.id}
        choices={boards.map(({ id, label }) => ({ value: id, label: t(label) }))}
        onChange={choose}
      />
      <Loaded board={board} earned={earned} />
    </>
  )
}
