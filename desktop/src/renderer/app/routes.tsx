import { endpoints } from '@openauth/client'
import KeyRound from 'lucide-react/icons/key-round'
import Bot from 'lucide-react/icons/bot'
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import ChartNoAxesCombined from 'lucide-react/icons/chart-no-axes-combined'
import LayoutGrid from 'lucide-react/icons/layout-grid'
import User from 'lucide-react/icons/user'
import Terminal from 'lucide-react/icons/terminal'
import Users from 'lucide-react/icons/users'
import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone'
import Smartphone from 'lucide-react/icons/smartphone'
import ScrollText from 'lucide-react/icons/scroll-text'
import ChartColumn from 'lucide-react/icons/chart-column'
import Scale from 'lucide-react/icons/scale'
import Settings from 'lucide-react/icons/settings'
import Palette from 'lucide-react/icons/palette'
import { userTabs } from '../features/users/detail/tabs.ts'
import { APP_PATH, START_PATH, USER_PATH } from '../navigation/addresses.ts'
import { gameScreens } from './game-routes.tsx'
import { loginScreens } from './login-routes.tsx'
import type { Screen, Section } from './screen.ts'
import { serverScreens } from './server-routes.tsx'
import { webhookScreens } from './webhook-routes.tsx'

/** All screens, in the order of the navigation. The first one is shown after signing in. */
export const screens: readonly Screen[] = [
  {
    path: START_PATH,
    title: 'dashboard.title',
    icon: ChartNoAxesCombined,
    section: 'overview',
    call: endpoints.stats.get,
    component: async () => (await import('../features/dashboard/dashboard.tsx')).Dashboard,
    shortcut: 'g d',
    words: 'dashboard.words',
  },
  {
    path: '/apps',
    title: 'apps.title',
    icon: LayoutGrid,
    section: 'overview',
    call: endpoints.apps.list,
    component: async () => (await import('../features/apps/list-apps.tsx')).ListApps,
    shortcut: 'g a',
    words: 'apps.words',
  },
  {
    path: '/users',
    title: 'users.title',
    icon: Users,
    section: 'overview',
    call: endpoints.users.find,
    component: async () => (await import('../features/users/list-users.tsx')).ListUsers,
    shortcut: 'g u',
    words: 'users.words',
  },
  {
    path: APP_PATH,
    title: 'appOverview.title',
    icon: ChartColumn,
    section: 'app',
    call: endpoints.apps.get,
    component: async () => (await import('../features/apps/overview/app-overview.tsx')).AppOverview,
    words: 'appOverview.words',
  },
  {
    path: '/apps/:appId/users',
    title: 'users.title',
    icon: Users,
    section: 'app',
    call: endpoints.users.list,
    component: async () => (await import('../features/users/list-users.tsx')).ListAppUsers,
    words: 'users.words',
  },
  {
    path: `${USER_PATH}/:tab?`,
    tabs: userTabs.map(({ path }) => path),
    title: 'users.user',
    icon: User,
    call: endpoints.users.get,
    component: async () => (await import('../features/users/detail/user-screen.tsx')).UserScreen,
  },
  ...loginScreens,
  {
    path: '/apps/:appId/policy',
    title: 'policies.title',
    icon: Scale,
    section: 'app',
    call: endpoints.walletPolicies.get,
    component: async () => (await import('../features/policies/edit-policy.tsx')).EditPolicy,
    words: 'policies.words',
  },
  {
    path: '/apps/:appId/api-keys',
    title: 'secrets.title',
    icon: KeyRound,
    section: 'app',
    call: endpoints.appSecrets.list,
    component: async () => (await import('../features/secrets/list-keys.tsx')).ListKeys,
    words: 'secrets.words',
  },
  ...webhookScreens,
  ...serverScreens,
  {
    path: '/account/sessions',
    title: 'account.sessions',
    icon: MonitorSmartphone,
    section: 'account',
    call: endpoints.adminSessions.list,
    component: async () => (await import('../features/account/sessions.tsx')).OwnSessions,
    words: 'account.sessionsWords',
  },
  {
    path: '/account/password',
    title: 'account.password',
    icon: KeyRound,
    section: 'account',
    call: endpoints.admins.update,
    component: async () => (await import('../features/account/password.tsx')).OwnPassword,
    words: 'account.passwordWords',
  },
  {
    path: '/account/second-factor',
    title: 'account.secondFactor',
    icon: Smartphone,
    section: 'account',
    call: endpoints.secondFactor.status,
    component: async () => (await import('../features/account/second-factor.tsx')).OwnSecondFactor,
    words: 'account.secondFactorWords',
  },
  {
    path: '/account/service-tokens',
    title: 'account.serviceTokens',
    icon: Bot,
    section: 'account',
    call: endpoints.serviceTokens.list,
    component: async () => (await import('../features/service-tokens/list-tokens.tsx')).ServiceTokens,
    words: 'account.serviceTokensWords',
  },
  {
    path: '/device',
    title: 'device.title',
    icon: Terminal,
    section: 'account',
    call: endpoints.deviceLogins.show,
    component: async () => (await import('../features/device-logins/approve-device.tsx')).ApproveDevice,
    words: 'device.words',
  },
  {
    path: '/apps/:appId/transactions',
    title: 'transactions.title',
    icon: ArrowLeftRight,
    section: 'app',
    call: endpoints.adminTransactions.list,
    component: async () => (await import('../features/transactions/transactions.tsx')).Transactions,
  },
  {
    path: '/apps/:appId/audit',
    title: 'audit.title',
    icon: ScrollText,
    section: 'app',
    call: endpoints.audit.list,
    component: async () => (await import('../features/audit/audit.tsx')).Audit,
  },
  {
    path: '/apps/:appId/branding',
    title: 'branding.title',
    icon: Palette,
    section: 'app',
    call: endpoints.apps.get,
    component: async () => (await import('../features/apps/branding/edit-branding.tsx')).EditBranding,
    words: 'branding.words',
  },
  {
    path: '/apps/:appId/settings',
    title: 'appSettings.title',
    icon: Settings,
    section: 'app',
    call: endpoints.apps.get,
    component: async () => (await import('../features/apps/settings/edit-settings.tsx')).EditSettings,
    words: 'appSettings.words',
  },
  ...gameScreens,
]

/** The screens of a section, in order. */
export const screensOf = (section: Section): Screen[] => screens.filter((screen) => screen.section === section)

/** Whether there is a screen of one user, to which the palette can lead. */
export const hasUserScreen = (): boolean => screens.some(({ path }) => path.startsWith(USER_PATH))
