import { startSolana, type SolanaNode } from '@openauth/localnet/solana'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import { startLoginWorld, type LoginWorld } from '../../api/src/features/login/testing.ts'
import { signInAs, type TestUser } from '../../api/src/testing.ts'
import { closeContexts, consoleErrorsOf, sharedBrowser, PAGE_WAIT } from '../../client/test/chromium.ts'
import { overflow, shoot } from '../../client/test/page-checks.ts'
import { build } from '../../tools/build.mjs'

export { expectText, overflow, seriousFindings, shoot } from '../../client/test/page-checks.ts'

export interface Visit {
  page: Page
  /** Errors on the page's console, with violations of its content security policy. */
  consoleErrors: string[]
  close: () => Promise<void>
}

export interface VisitOptions {
  /** Whose session the browser holds. */
  user?: TestUser
  width?: number
  locale?: string
  /** Run before any script of the page. */
  before?: string
  /** Without motion unless asked for: what a test looks at is then where it will be. */
  reducedMotion?: 'reduce' | 'no-preference'
  /** In a context that has not loaded the app before. */
  cold?: boolean
}

export interface Harness extends Pick<LoginWorld, 'server' | 'world' | 'app' | 'admin'> {
  solana: SolanaNode
  browser: Browser
  newUser: (name: string) => Promise<TestUser & { solWallet: string }>
  /** Opens a path of the player app in a browser of its own. */
  visit: (path: string, options?: VisitOptions) => Promise<Visit>
  stop: () => Promise<void>
}

const HEIGHT = 800

/** A browser context with one empty page, and what its pages have written to the console. */
interface Opened {
  context: BrowserContext
  page: Page
  consoleErrors: string[]
}

const openContext = async (browser: Browser, options: BrowserContextOptions): Promise<Opened> => {
  const context = await browser.newContext(options)
  // A busy machine takes its time; a test has a minute.
  context.setDefaultTimeout(PAGE_WAIT)
  return { context, page: await context.newPage(), consoleErrors: consoleErrorsOf(context) }
}

/** Leaves an empty page. What pages have stored, cookies, permissions and routes are gone; loaded files stay in memory. */
const clearContext = async ({ context, consoleErrors }: Opened, origin: string): Promise<Opened> => {
  const page = await context.newPage()
  await Promise.all(
    context
      .pages()
      .filter((each) => each !== page)
      .map((each) => each.close()),
  )
  await Promise.all([
    context.unrouteAll(),
    context.clearCookies(),
    context.clearPermissions(),
    context.setOffline(false),
  ])
  const cdp = await context.newCDPSession(page)
  await cdp.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  consoleErrors.length = 0
  return { context, page, consoleErrors }
}

/** Visits of one kind share a context, one after the other: a new one loads and compiles the app's files anew. */
const opener = (browser: Browser, url: string): Harness['visit'] => {
  const free = new Map<string, Opened[]>()
  return async (path, options = {}) => {
    const { user, width = 430, locale = 'en-GB', before, reducedMotion = 'reduce', cold = false } = options
    const kind = { locale, reducedMotion, viewport: { width, height: HEIGHT } }
    const ready = free.get(JSON.stringify(kind)) ?? []
    free.set(JSON.stringify(kind), ready)
    const opened = (!cold && ready.pop()) || (await openContext(browser, kind))
    const { page, consoleErrors } = opened
    if (user) {
      // Once: a page that logs out stays so when it is loaded anew.
      const token = JSON.stringify(user.token)
      await page.addInitScript(
        `if (self === top && location.protocol !== 'about:' && !sessionStorage.seen) { sessionStorage.seen = 1; localStorage.setItem('OpenAuth:Token', ${token}) }`,
      )
    }
    if (before) await page.addInitScript(before)
    await page.goto(url + path)
    return { page, consoleErrors, close: async () => void ready.push(await clearContext(opened, url)) }
  }
}

/** The player app as the server serves it, with the login providers and a Solana chain behind it, and a browser. */
export const startHarness = async (environment: Record<string, string> = {}): Promise<Harness> => {
  await build(['player-web'])
  const [solana, browser] = await Promise.all([startSolana(), sharedBrowser()])
  const settings = {
    OPENAUTH_SOLANA_RPC_URLS: solana.url,
    OPENAUTH_RATE_LIMIT_SCALE: '0',
    PLAYER_SUPPORT_EMAIL: 'support@example.com',
  }
  const login = await startLoginWorld({ ...settings, ...environment }, { playerApp: true })
  const { server, world, app, admin } = login
  await admin.apps.update({ id: app.id, redirectOrigins: [server.url], privateKeyExportEnabled: true })
  const newUser: Harness['newUser'] = async (name) => {
    const user = await signInAs(server, app.id, name)
    const { solWallet } = await user.client.account.wallets()
    return { ...user, solWallet }
  }
  const stop = async () => {
    await closeContexts()
    await login.stop()
    await solana.stop()
  }
  return { server, world, app, admin, solana, browser, newUser, visit: opener(browser, server.url), stop }
}

/** A page fits phones and desktops; its pictures are kept where they are asked for. It is left at 430 pixels. */
export const shootWidths = async (page: Page, name: string): Promise<void> => {
  for (const width of [360, 1280, 430]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await overflow(page)).toBe(0)
    await shoot(page, `${name}-${width}`)
  }
}
