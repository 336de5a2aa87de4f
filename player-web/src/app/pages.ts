import { lazy } from 'react'

/** Every page by its path, in a file of its own that is loaded when it is gone to. */
const loaders = {
  dapp: () => import('../features/dapp/dapp-page.tsx'),
  earn: () => import('../features/earn/earn-page.tsx'),
  game: () => import('../features/game/game-page.tsx'),
  login: () => import('../features/login/login-page.tsx'),
  privacy: () => import('../features/privacy/privacy-page.tsx'),
  referral: () => import('../features/referral/referral-page.tsx'),
  wallet: () => import('../features/wallet/wallet-routes.tsx'),
} as const
type PageName = keyof typeof loaders

export const pages = {
  dapp: lazy(loaders.dapp),
  earn: lazy(loaders.earn),
  game: lazy(loaders.game),
  login: lazy(loaders.login),
  privacy: lazy(loaders.privacy),
  referral: lazy(loaders.referral),
  wallet: lazy(loaders.wallet),
}

/** Begins to load the page that an address leads to, before anything is known that it will need. */
export const preloadPage = (path: string): void => {
  const name = path.split('/')[1] ?? ''
  const load = Object.hasOwn(loaders, name) ? loaders[name as PageName] : loaders.login
  // What fails here fails again where it is shown, and is told there.
  load().catch(() => {})
}
