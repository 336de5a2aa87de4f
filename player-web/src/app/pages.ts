import type { playerPages } from '@openauth/client'
import type { ComponentType } from 'react'
import { lazyComponent } from '../lib/lazy-component.ts'
import type { withCache } from './cached.tsx'

type PageModule = Promise<{ default: ComponentType }>

type PageName = Exclude<(typeof playerPages)[number], 'login'>

/** Every page but the first by its path, each in a file of its own that is loaded when it is opened. */
const files = {
  authorize: () => import('../features/authorize/authorize-page.tsx'),
  dapp: () => import('../features/dapp/dapp-page.tsx'),
  earn: () => import('../features/earn/earn-page.tsx'),
  game: () => import('../features/game/game-page.tsx'),
  privacy: () => import('../features/privacy/privacy-page.tsx'),
  referral: () => import('../features/referral/referral-page.tsx'),
  tap: () => import('../features/tap/tap-page.tsx'),
  wallet: () => import('../features/wallet/wallet-routes.tsx'),
} satisfies Record<PageName, () => PageModule>

const loadCache = (): Promise<{ withCache: typeof withCache }> => import('./cached.tsx')

/** A page in the query cache, which the login page does not need. */
const page = (load: () => PageModule) =>
  lazyComponent(async () => {
    const [{ default: Page }, { withCache }] = await Promise.all([load(), loadCache()])
    return { default: withCache(Page) }
  })

export const pages = {
  authorize: page(files.authorize),
  dapp: page(files.dapp),
  earn: page(files.earn),
  game: page(files.game),
  privacy: page(files.privacy),
  referral: page(files.referral),
  tap: page(files.tap),
  wallet: page(files.wallet),
} satisfies Record<PageName, ComponentType>

const isPageName = (name: string): name is PageName => Object.hasOwn(files, name)

/** Loads the page of an address early, in parallel with what it needs. */
export const preloadPage = async (path: string): Promise<void> => {
  const name = path.split('/')[1] ?? ''
  // An error here is repeated and reported where the page is shown.
  if (isPageName(name)) await pages[name].preload().catch(() => {})
}

/** Loads what must work without a network: the tabs and the error messages. */
export const preloadTabs = async (): Promise<void> => {
  await Promise.all([preloadPage('/earn'), preloadPage('/wallet')])
}
