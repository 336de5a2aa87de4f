/** The sections of the app; each has its own artwork. */
export type Section = 'leaderboard' | 'earn' | 'referral' | 'wallet' | 'default'

/** The router accepts paths in any case, with or without a trailing slash. */
export const firstSegment = (path: string): string => path.toLowerCase().split('/')[1] ?? ''

export const sectionOf = (path: string): Section => {
  switch (firstSegment(path)) {
    case 'leaderboard':
    case 'earn':
    case 'referral':
      return firstSegment(path) as Section
    case 'dapp':
    case 'wallet':
      return 'wallet'
    default:
      return 'default'
  }
}

const withoutTabs = new Set(['authorize', 'home', 'privacy', 'login'])

/** Whether a page has the tab bar below it. */
export const hasTabBar = (path: string, query: URLSearchParams): boolean =>
  !withoutTabs.has(firstSegment(path)) && !query.has('no_tabbar')
