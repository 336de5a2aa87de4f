import { useOpenAuth } from '@openauth/client/react'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router-dom'
import { Avatar } from '../../components/avatar.tsx'
import { Page } from '../../components/page.tsx'
import { Empty, Failure, Skeleton } from '../../components/states.tsx'
import { useConfig } from '../../config/config.ts'
import { contentBase } from '../../config/sites.ts'
import type { Game } from '../../content/entries.ts'
import { gamesQuery } from '../../content/queries.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { LoginButton } from '../../session/login/login-button.tsx'
import './game-page.css'

const GameCard = ({ game: { name, link, logo } }: { game: Game }) => {
  const t = useTranslate()
  const strapi = new URLSearchParams(useLocation().search).get('strapi')
  // The game is looked up in the service that listed it.
  const query = new URLSearchParams({ url: link, ...(strapi ? { strapi } : {}) })
  return (
    <li>
      <Link className="card" to={`/dapp?${query.toString()}`} state="/game">
        <span className="game-logo">
          <Avatar src={logo ?? null} name={name} size="large" />
        </span>
        <span className="card-words">
          <strong>{name}</strong>
        </span>
        <span className="game-play">{t('game.play')}</span>
      </Link>
    </li>
  )
}

const Games = () => {
  const t = useTranslate()
  const { content } = useConfig()
  const { search } = useLocation()
  const games = useQuery(gamesQuery(contentBase(content, location, new URLSearchParams(search))))
  if (games.isPending) return <Skeleton className="skeleton-rows" lines={4} />
  if (!games.data) return <Failure isBusy={games.isFetching} onRetry={() => void games.refetch()} />
  if (games.data.length === 0) return <Empty icon="game">{t('game.none')}</Empty>
  return (
    <ul className="card-list">
      {games.data.map((game) => (
        <GameCard key={game.id} game={game} />
      ))}
    </ul>
  )
}

/** The games that the operator has put into the game center. */
const GamePage = () => {
  const t = useTranslate()
  const { isAuthorized, isLanding } = useOpenAuth()
  const back = { to: '/earn', label: t('dapp.back') }
  if (isLanding) return <Skeleton className="page" lines={4} />
  if (!isAuthorized)
    return (
      <Page title={t('game.title')} back={back}>
        <p className="page-lead">{t('game.logIn')}</p>
        <LoginButton />
        <Games />
      </Page>
    )
  return (
    <Page title={t('game.title')} back={back}>
      <p className="page-lead">{t('game.more')}</p>
      <Games />
    </Page>
  )
}

export default GamePage
