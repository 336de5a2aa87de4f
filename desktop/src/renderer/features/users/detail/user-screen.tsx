import { ApiError, type User } from '@openauth/client'
import { buttonClass } from '@openauth/ui/button'
import { EmptyState } from '@openauth/ui/empty-state'
import { TabLinks } from '@openauth/ui/tabs'
import { useQuery } from '@tanstack/react-query'
import UserX from 'lucide-react/icons/user-x'
import { type ComponentType, useMemo } from 'react'
import { Link, NavLink, useParams } from 'react-router-dom'
import { queries } from '../../../api/queries.ts'
import { useCrumb } from '../../../app/crumbs.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { type MessageId, useTranslate } from '../../../i18n/i18n.ts'
import { userPath } from '../columns.tsx'
import { userName } from '../user-name.ts'
import { AccountChanges } from './account-changes.tsx'
import { Activity } from './activity.tsx'
import { Dapps } from './dapps.tsx'
import { Header } from './header.tsx'
import { Overview } from './overview.tsx'
import { Policy } from './policy.tsx'
import { Referrals } from './referrals.tsx'
import { Sessions } from './sessions.tsx'
import { Transactions } from './transactions.tsx'
import { ShownUserContext } from './user-ref.ts'
import { Wallets } from './wallets.tsx'
import './detail.css'

interface Tab {
  /** The last segment of the address; empty for the first tab. */
  path: string
  title: MessageId
  content: ComponentType
}

const tabs: readonly Tab[] = [
  { path: '', title: 'users.overview', content: Overview },
  { path: 'wallets', title: 'users.wallets', content: Wallets },
  { path: 'transactions', title: 'users.transactions', content: Transactions },
  { path: 'sessions', title: 'users.sessions', content: Sessions },
  { path: 'dapps', title: 'users.dapps', content: Dapps },
  { path: 'referrals', title: 'users.referrals', content: Referrals },
  { path: 'policy', title: 'users.policy', content: Policy },
  { path: 'changes', title: 'users.changes', content: AccountChanges },
  { path: 'activity', title: 'users.activity', content: Activity },
]

const TabBar = ({ base }: { base: string }) => {
  const t = useTranslate()
  return (
    <TabLinks label={t('users.sections')}>
      {tabs.map(({ path, title }) => (
        <NavLink key={path} className="ui-tab" to={path ? `${base}/${path}` : base} end replace>
          {t(title)}
        </NavLink>
      ))}
    </TabLinks>
  )
}

const Shown = ({ appId, user, tab }: { appId: string; user: User; tab: Tab }) => {
  const t = useTranslate()
  const name = userName(user)
  useCrumb(name)
  const shown = useMemo(() => ({ appId, user }), [appId, user])
  const Content = tab.content
  return (
    <ShownUserContext value={shown}>
      <title>{`${name.slice(0, 60)} · ${t(tab.title)} · OpenAuth`}</title>
      <Header />
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
  const tab = tabs.find((other) => other.path === path)
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
