import { ApiError, type User } from '@openauth/client'
import { buttonClass } from '@openauth/ui/button'
import { EmptyState } from '@openauth/ui/empty-state'
import { TabLinks } from '@openauth/ui/tabs'
import { useQuery } from '@tanstack/react-query'
import UserX from 'lucide-react/icons/user-x'
import { type ComponentType, useMemo } from 'react'
import { Link, NavLink, useParams } from 'react-router-dom'
import { queries } from '../../../api/queries.ts'
import { useCrumb } from '../../../navigation/crumb.ts'
import { Loaded } from '../../../components/loaded.tsx'
import { type MessageId, useTranslate } from '../../../i18n/i18n.ts'
import { userPath } from '../columns.tsx'
import { userName } from '../../../lib/user-name.ts'
import { AccountChanges } from './account-changes.tsx'
import { Activity } from './activity.tsx'
import { Dapps } from './dapps.tsx'
import { Game } from './game.tsx'
import { Header } from './header.tsx'
import { Overview } from './overview.tsx'
import { PendingDeletion } from './pending-deletion.tsx'
import { Policy } from './policy.tsx'
import { Referrals } from './referrals.tsx'
import { Sessions } from './sessions.tsx'
import { type TabPath, type UserTab, userTabs } from './tabs.ts'
import { Transactions } from './transactions.tsx'
import { ShownUserContext } from './user-ref.ts'
import { Wallets } from './wallets.tsx'
import './detail.css'

const contents: Record<TabPath, ComponentType> = {
  '': Overview,
  wallets: Wallets,
  transactions: Transactions,
  sessions: Sessions,
  dapps: Dapps,
  referrals: Referrals,
  game: Game,
  policy: Policy,
  changes: AccountChanges,
  activity: Activity,
}

const TabBar = ({ base }: { base: string }) => {
  const t = useTranslate()
  return (
    <TabLinks label={t('users.sections')}>
      {userTabs.map(({ path, title }) => (
        <NavLink key={path} className="ui-tab" to={path ? `${base}/${path}` : base} end replace>
          {t(title)}
        </NavLink>
      ))}
    </TabLinks>
  )
}

const Shown = ({ appId, user, tab }: { appId: string; user: User; tab: UserTab }) => {
  const t = useTranslate()
  const name = userName(user)
  useCrumb(name)
  const shown = useMemo(() => ({ appId, user }), [appId, user])
  const Content = contents[tab.path]
  return (
    <ShownUserContext value={shown}>
      <title>{`${name.slice(0, 60)} · ${t(tab.title)} · OpenAuth`}</title>
      <Header />
      <PendingDeletion />
      <TabBar base={userPath(appId, user.id)} />
      <Content />
    </ShownUserContext>
  )
}

const Gone = ({ appId, title }: { appId: string; title: MessageId }) => {
  const t = useTranslate()
  return (
    <EmptyState
      icon={<UserX size={18} />}
      title={t(title)}
      reason={t('users.goneReason')}
      action={
        <Link className={buttonClass()} to={`/apps/${appId}/users`}>
          {t('users.toList')}
        </Link>
      }
    />
  )
}

/** One user, in tabs of which each has its own address. */
export const UserScreen = () => {
  const { appId = '', userId = '', tab: path = '' } = useParams()
  const user = useQuery(queries.users.get({ appId, id: userId }))
  const tab = userTabs.find((other) => other.path === path)
  const isGone = user.error instanceof ApiError && user.error.status === 404
  return (
    <div className="screen user-screen">
      {isGone || !tab ? (
        <Gone appId={appId} title={isGone ? 'users.gone' : 'shell.notFound'} />
      ) : (
        <Loaded query={user} lines={8}>
          {(data) => <Shown key={data.id} appId={appId} user={data} tab={tab} />}
        </Loaded>
      )}
    </div>
  )
}
