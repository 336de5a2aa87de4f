import type { GameProfile } from '@openauth/client'
import { useOpenAuth } from '@openauth/client/react'
import { type CSSProperties, Suspense, useSyncExternalStore } from 'react'
import { Navigate, Route, Routes } from 'react-router-dom'
import { Highlights, Page } from '../../components/page.tsx'
import { Failure, Skeleton, Unloaded } from '../../components/states.tsx'
import { useTranslate } from '../../i18n/i18n.ts'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { LoginButton } from '../../session/login/login-button.tsx'
import { BoardScreen } from './board/board-screen.tsx'
import { BoostsScreen } from './boosts-screen.tsx'
import { FriendsScreen } from './friends-screen.tsx'
import { tintOf } from './league/tints.ts'
import { LevelDialog } from './level-dialog.tsx'
import type { SenderStatus } from './engine/sender.ts'
import { hasGift, Tabs } from './tabs.tsx'
import type { TapSession } from './tap-session.ts'
import { TapScreen } from './tap-screen.tsx'
import { TasksScreen } from './tasks/tasks-screen.tsx'
import { useGameProfile, useTapSession } from './use-tap-session.ts'
import './tap-page.css'

const SquadsScreen = lazyComponent(() => import('./squads/squads-screen.tsx'))

const noSubscription = () => () => {}

/** Whether the server answers the engine's calls. */
const useStatus = (session: TapSession | undefined): SenderStatus | undefined =>
  useSyncExternalStore(session?.subscribe ?? noSubscription, () => session?.engine.view().status)

const Game = ({ profile }: { profile: GameProfile }) => {
  const t = useTranslate()
  const session = useTapSession(profile)
  const isRefused = useStatus(session) === 'refused'
  if (isRefused) return <Failure onRetry={() => location.reload()} label={t('state.reload')} />
  return (
    <div className="tap-game" style={{ '--metal': tintOf(profile.league.tier) } as CSSProperties}>
      <Tabs hasGift={hasGift(profile)} />
      <Routes>
        <Route index element={<TapScreen profile={profile} session={session} />} />
        <Route path="tasks" element={<TasksScreen />} />
        <Route path="boosts" element={<BoostsScreen profile={profile} session={session} />} />
        <Route path="board" element={<BoardScreen profile={profile} session={session} />} />
        <Route
          path="squads"
          element={
            <Suspense fallback={<Skeleton lines={4} />}>
              <SquadsScreen profile={profile} session={session} />
            </Suspense>
          }
        />
        <Route path="friends" element={<FriendsScreen profile={profile} />} />
        <Route path="*" element={<Navigate to="/tap" replace />} />
      </Routes>
      <LevelDialog profile={profile} />
    </div>
  )
}

const LoggedOut = () => {
  const t = useTranslate()
  return (
    <Page title={t('tap.title')} isCentered back={{ to: '/earn', label: t('dapp.back') }}>
      <p className="page-lead">{t('tap.lead')}</p>
      <LoginButton />
      <Highlights
        items={[
          { icon: 'game', title: t('tap.highlightTap'), hint: t('tap.highlightTapHint') },
          { icon: 'energy', title: t('tap.highlightBoosts'), hint: t('tap.highlightBoostsHint') },
          { icon: 'invite', title: t('tap.highlightFriends'), hint: t('tap.highlightFriendsHint') },
        ]}
      />
    </Page>
  )
}

const isOff = (error: Error | null): boolean => (error as { code?: string } | null)?.code === 'game_off'

const Loaded = () => {
  const t = useTranslate()
  const query = useGameProfile()
  if (isOff(query.error)) return <p className="page-lead">{t('tap.off')}</p>
  if (!query.data) return <Unloaded query={query} lines={4} />
  return <Game profile={query.data} />
}

/** The tap game. */
const TapPage = () => {
  const t = useTranslate()
  const { isAuthorized, profile, status, refresh } = useOpenAuth()
  if (status === 'loading') return <Skeleton className="page" lines={4} />
  if (!isAuthorized) return <LoggedOut />
  if (!profile) return <Failure message={t('login.profileFailed')} onRetry={() => void refresh()} />
  return (
    <div className="tap-page">
      <Page title={t('tap.title')} back={{ to: '/earn', label: t('dapp.back') }}>
        <Loaded />
      </Page>
    </div>
  )
}

export default TapPage
