import type { GameProfile, Squad } from '@openauth/client'
import { ApiError } from '@openauth/client'
import { Button } from '@openauth/ui/button'
import { TextField } from '@openauth/ui/text-field'
import { useDeferredValue, useState } from 'react'
import { Icon } from '../../../components/icon.tsx'
import { Empty, NextPage, Unloaded } from '../../../components/states.tsx'
import { useLocale, useTranslate } from '../../../i18n/i18n.ts'
import type { TapSession } from '../tap-session.ts'
import { useTapView } from '../use-tap-view.ts'
import { FoundDialog } from './found-dialog.tsx'
import { SquadDialog } from './squad-dialog.tsx'
import { useFreshSquad, useSquads } from './use-squads.ts'
import './squads.css'

const Row = ({ squad, onOpen }: { squad: Squad; onOpen: () => void }) => {
  const t = useTranslate()
  const { format } = new Intl.NumberFormat(useLocale())
  return (
    <li>
      <button type="button" className="card tap-card" data-mine={squad.isMine || undefined} onClick={onOpen}>
        <span className="board-rank">{format(squad.rank)}</span>
        <span className="card-words">
          <strong>
            <bdi>{squad.name}</bdi>
          </strong>
          <small>{t('squads.members', { members: squad.members })}</small>
        </span>
        <span className="board-rings">{format(squad.rings)}</span>
        <Icon name="next" />
      </button>
    </li>
  )
}

interface OwnProps {
  squad: Squad | null
  onOpen: (squad: Squad) => void
  onFound: () => void
}

/** The player's squad, or the button that founds one. */
const Own = ({ squad, onOpen, onFound }: OwnProps) => {
  const t = useTranslate()
  return squad ? (
    <>
      <h2 className="page-subtitle">{t('squads.mine')}</h2>
      <ul className="card-list" aria-label={t('squads.mine')}>
        <Row squad={squad} onOpen={() => onOpen(squad)} />
      </ul>
    </>
  ) : (
    <Button variant="primary" onClick={onFound}>
      {t('squads.found')}
    </Button>
  )
}

interface Props {
  profile: GameProfile
  session: TapSession | undefined
}

interface ListProps extends Props {
  search: string
}

const isOff = (error: Error | null): boolean => error instanceof ApiError && error.code === 'squads_off'

const List = ({ profile, session, search }: ListProps) => {
  const t = useTranslate()
  const [opened, setOpened] = useState<Squad>()
  const [isFounding, setFounding] = useState(false)
  const query = useSquads(search)
  useFreshSquad(profile, query.data?.pages[0]?.meta.mine)
  const rings = useTapView(session, (view) => view.rings, profile.rings)
  if (isOff(query.error)) return <p className="page-lead">{t('squads.off')}</p>
  if (!query.data) return <Unloaded query={query} className="skeleton-rows" lines={4} />
  const { mine, price } = query.data.pages[0]!.meta
  const squads = query.data.pages.flatMap(({ data }) => data)
  // The own one stands above.
  const others = squads.filter(({ isMine }) => !isMine)
  return (
    <>
      <Own squad={mine} onOpen={setOpened} onFound={() => setFounding(true)} />
      {squads.length === 0 && <Empty icon="invite">{t(search === '' ? 'squads.none' : 'squads.noneFound')}</Empty>}
      {mine && others.length > 0 && <h2 className="page-subtitle">{t('squads.others')}</h2>}
      <ul className="card-list" aria-label={t('squads.title')}>
        {others.map((squad) => (
          <Row key={squad.id} squad={squad} onOpen={() => setOpened(squad)} />
        ))}
      </ul>
      <NextPage query={query} label={t('referral.more')} />
      {opened && <SquadDialog squad={opened} mine={mine} onClose={() => setOpened(undefined)} />}
      {isFounding && <FoundDialog price={price} rings={rings} onClose={() => setFounding(false)} />}
    </>
  )
}

/** Squads by what their members have earned: the own one, and others to look at and to join. */
const SquadsScreen = ({ profile, session }: Props) => {
  const t = useTranslate()
  const [search, setSearch] = useState('')
  const shown = useDeferredValue(search.trim())
  return (
    <>
      <h2 className="page-subtitle">{t('squads.title')}</h2>
      <TextField
        label={t('squads.search')}
        type="search"
        value={search}
        maxLength={30}
        autoComplete="off"
        onChange={(event) => setSearch(event.target.value)}
      />
      <List profile={profile} session={session} search={shown} />
    </>
  )
}

export default SquadsScreen
