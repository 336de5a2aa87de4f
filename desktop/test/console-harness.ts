import type { Client } from '@openauth/client'
import type { BrowserContext, Page } from 'playwright-core'
import { adminCredentials, noPublicNodes, signInAsAdmin, testServer, type TestServer } from '../../api/src/testing.ts'
import { signInToConsole } from '../../api/src/protocols/console.testing.ts'
import { closeContexts, consoleErrorsOf, sharedBrowser, PAGE_WAIT } from '../../client/test/chromium.ts'
import { overflow, seriousFindings, shoot } from '../../client/test/page-checks.ts'
import { build } from '../../tools/build.mjs'

export interface VisitOptions {
  /** `shared`: the session of the first visit; `own`: one that may end; `none`: signed out. */
  session?: 'shared' | 'own' | 'none'
  colorScheme?: 'light' | 'dark'
  width?: number
  height?: number
  /** Run before any script of the page. */
  before?: string
  /** Another admin than the first one, in a session of its own. */
  credentials?: { username: string; password: string }
}

/** A browser of its own on the console. */
export interface Visit {
  page: Page
  context: BrowserContext
  /** Errors and warnings on the browser's console, with violations of the page's policy. */
  errors: string[]
  /** Reloads a screen: `open('/apps')`. */
  open: (path: string) => Promise<void>
  /** Goes to a screen without a load, as a link does. */
  go: (path: string) => Promise<void>
  /** What axe finds on the page that is serious or worse, one line each. */
  axe: () => Promise<string[]>
  /** How many pixels the page is wider than its window. */
  overflow: () => Promise<number>
  /** Keeps pictures in the folder that OPENAUTH_SCREENSHOTS names: 360, 1280 and 1600 pixels wide, light and dark. */
  shoot: (name: string) => Promise<void>
  close: () => Promise<void>
}

export interface ConsoleHarness extends Visit {
  server: TestServer
  /** A bearer token of the admin, for calls of the test itself. */
  adminToken: string
  /** The typed client with that token. */
  admin: Client
  /** Opens a screen in another browser. */
  visit: (path: string, options?: VisitOptions) => Promise<Visit>
  /** Closes all browsers and stops the server. */
  stop: () => Promise<void>
}

export interface ConsoleOptions extends VisitOptions {
  /** False: a server without an admin, whose `adminToken` is empty. */
  setUp?: boolean
  /** Settings of the server. */
  environment?: Record<string, string>
}

interface Cookie {
  name: string
  value: string
  url: string
}

/** Signs the admin in as the console's page does, and returns the session's cookie. */
const signIn = async (server: TestServer, credentials = adminCredentials): Promise<Cookie> => {
  const [name = '', value = ''] = (await signInToConsole(server, { credentials })).cookie.split('=')
  return { name, value, url: `${server.url}/console` }
}

const shootAll = async (page: Page, name: string): Promise<void> => {
  const before = page.viewportSize()
  for (const [width, height] of [
    [360, 800],
    [1280, 800],
    [1600, 1000],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await shoot(page, `console-${name}-${width}-${colorScheme}`)
    }
  }
  await page.emulateMedia({ colorScheme: null })
  if (before) await page.setViewportSize(before)
}

const pageTools = (page: Page, url: string): Pick<Visit, 'open' | 'go' | 'axe' | 'overflow' | 'shoot'> => ({
  open: async (path) => void (await page.goto(`${url}/console${path}`)),
  // The router listens to the browser's Back and Forward, as which this appears.
  go: (path) =>
    page.evaluate((target) => {
      history.pushState(null, '', target)
      dispatchEvent(new PopStateEvent('popstate', { state: null }))
    }, `/console${path}`),
  axe: () => seriousFindings(page),
  overflow: () => overflow(page),
  shoot: (name) => (process.env.OPENAUTH_SCREENSHOTS ? shootAll(page, name) : Promise.resolve()),
})

const openVisit = async (
  server: TestServer,
  path: string,
  cookie: Cookie | undefined,
  { colorScheme = 'light', width = 1280, height = 800, before }: VisitOptions,
): Promise<Visit> => {
  const browser = await sharedBrowser()
  const kind = { locale: 'en-GB', reducedMotion: 'reduce', colorScheme, viewport: { width, height } } as const
  const context = await browser.newContext(kind)
  // A busy machine takes its time; a test has a minute.
  context.setDefaultTimeout(PAGE_WAIT)
  if (cookie) {
    const { name, value, url } = cookie
    // With the path that the server gives it: a second one of another path would beside it be refused.
    const place = { domain: new URL(url).hostname, path: '/console' }
    await context.addCookies([{ name, value, ...place, httpOnly: true, sameSite: 'Strict' }])
  }
  if (before) await context.addInitScript(before)
  const errors = consoleErrorsOf(context)
  const page = await context.newPage()
  const tools = pageTools(page, server.url)
  await tools.open(path)
  return { page, context, errors, ...tools, close: () => context.close() }
}

/**
 * Starts a server with the console and opens one of its screens in Chromium, signed in as the admin. Call it once a test
 * file, in `beforeAll`, with `stop` in `afterAll`; `open` goes on to other screens, `visit` opens another browser.
 */
export const openConsole = async (path = '/', options: ConsoleOptions = {}): Promise<ConsoleHarness> => {
  const { setUp = true, environment = {}, ...visitOptions } = options
  await build(['desktop'])
  const server = await testServer({
    ...noPublicNodes,
    OPENAUTH_CONSOLE: 'on',
    OPENAUTH_RATE_LIMIT_SCALE: '0',
    ...environment,
  })
  const adminToken = setUp ? await signInAsAdmin(server) : ''
  let shared: Promise<Cookie> | undefined
  const visit: ConsoleHarness['visit'] = async (target, more = {}) => {
    const session = more.credentials ? 'own' : (more.session ?? (setUp ? 'shared' : 'none'))
    const cookie =
      session === 'none'
        ? undefined
        : await (session === 'own' ? signIn(server, more.credentials) : (shared ??= signIn(server)))
    return openVisit(server, target, cookie, more)
  }
  const first = await visit(path, visitOptions)
  const stop = async () => {
    await closeContexts()
    await server.stop()
  }
  return { ...first, server, adminToken, admin: server.as(adminToken), visit, stop }
}
