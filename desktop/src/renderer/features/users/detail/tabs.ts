import type { MessageId } from '../../../i18n/i18n.ts'

/** The tabs of a user, in order. `path` is the last segment of the address; empty for the first tab. */
export const userTabs = [
  { path: '', title: 'users.overview' },
  { path: 'wallets', title: 'users.wallets' },
  { path: 'transactions', title: 'users.transactions' },
  { path: 'sessions', title: 'users.sessions' },
  { path: 'dapps', title: 'users.dapps' },
  { path: 'referrals', title: 'users.referrals' },
  { path: 'game', title: 'game.tab' },
  { path: 'policy', title: 'users.policy' },
  { path: 'changes', title: 'users.changes' },
  { path: 'activity', title: 'users.activity' },
] as const satisfies readonly { path: string; title: MessageId }[]

export type UserTab = (typeof userTabs)[number]
export type TabPath = UserTab['path']
