import { useOpenAuth } from '@openauth/client/react'
import { useMemo } from 'react'
import { Link, Navigate, useLocation } from 'react-router-dom'
import { Page } from '../../components/page.tsx'
import { Failure, Skeleton } from '../../components/states.tsx'
import { Title } from '../../config/title.tsx'
import { type MessageId, useTranslate } from '../../i18n/i18n.ts'
import { dappQueryOf } from './dapp-query-of.ts'
import { DappFrame } from './dapp-frame.tsx'
import { LandingCard } from './landing-card.tsx'
import type { Registered } from './registered.ts'
import { useDapp } from './use-dapp.ts'
import { dappTargetOf } from './dapp-target.ts'

const Nowhere = ({ text }: { text: MessageId }) => {
  const t = useTranslate()
  return (
    <Page title={t(text)} isCentered>
      <p>
        <Link to="/earn">{t('dapp.back')}</Link>
      </p>
    </Page>
  )
}

/**
 * The router does not notice when a login's parameters are removed from the address; the browser's own address shows
 * it.
 */
const isReturning = (query: URLSearchParams): boolean =>
  query.has('auth_type') && new URLSearchParams(location.search).has('auth_type')

/** A page of this app: opened at once, or by the user while the address has an `auth_type`. */
const OwnPage = ({ name, path, waits }: { name: string; path: string; waits: boolean }) => {
  const t = useTranslate()
  if (!waits) return <Navigate to={path} replace />
  return (
    <Page title={name} isCentered>
      <p>
        <Link to={path}>{t('dapp.open', { name })}</Link>
      </p>
    </Page>
  )
}

const Opened = ({ dapp, query }: { dapp: Registered; query: URLSearchParams }) => {
  const way = dappTargetOf(dapp.url, location.origin)
  if (way.kind === 'refused') return <Nowhere text="dapp.unusable" />
  if (way.kind === 'page') return <OwnPage name={dapp.name} path={way.path} waits={isReturning(query)} />
  return (
    <>
      <Title>{dapp.name}</Title>
      <DappFrame key={way.url} dapp={dapp} origin={way.origin} />
    </>
  )
}

/** The page while it loads, with its title. */
const Waiting = ({ title }: { title: string }) => (
  <>
    <Title>{title}</Title>
    <h1 className="ui-hidden">{title}</h1>
    <Skeleton className="page" lines={4} />
  </>
)

/** A registered dapp: its description for users who are not logged in, otherwise the dapp itself. */
const DappPage = () => {
  const { search } = useLocation()
  const query = useMemo(() => new URLSearchParams(search), [search])
  const asked = useMemo(() => dappQueryOf(query), [query])
  const lookup = useDapp(asked, query)
  const t = useTranslate()
  const { status, isAuthorized, profile, refresh } = useOpenAuth()
  if (asked.kind === 'nothing') return <Nowhere text="dapp.missing" />
  switch (lookup.kind) {
    case 'loading':
      return <Waiting title={t('dapp.title')} />
    case 'failed':
      return (
        <Page title={t('dapp.title')} isCentered>
          <Failure onRetry={lookup.retry} isBusy={lookup.isBusy} />
        </Page>
      )
    case 'unregistered':
      return <Nowhere text="dapp.notFound" />
    case 'found':
      if (status === 'loading') return <Waiting title={lookup.dapp.name} />
      if (!isAuthorized) return <LandingCard dapp={lookup.dapp} />
      // The dapp needs a known user.
      if (!profile) return <Failure message={t('login.profileFailed')} onRetry={() => void refresh()} />
      return <Opened dapp={lookup.dapp} query={query} />
  }
}

export default DappPage
