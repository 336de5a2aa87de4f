import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { createTestApp, signInAs, signInAsAdmin, testServer, type TestServer } from '../../../api/src/testing.ts'
import { intercept, ready, startBrowser, type TestBrowser } from './browser.ts'
import type { Settings } from './page.tsx'

// The hooks in a real browser, in strict mode, before the real API on another origin.

export let server: TestServer
export let browser: TestBrowser
export let settings: Settings
let adminToken: string

/** Whether the app takes landings that no browser remembers, as older clients begin them. */
export const allowLegacyLanding = async (legacyLanding: boolean): Promise<void> => {
  await server.as(adminToken).apps.update({ id: settings.appId, legacyLanding })
}

/** Sets both up for the file that calls it. */
export const useHarness = (): void => {
  beforeAll(async () => {
    ;[server, browser] = await Promise.all([testServer(), startBrowser()])
    adminToken = await signInAsAdmin(server)
    const app = await createTestApp(server, adminToken, 'Hooks')
    await server.as(adminToken).apps.update({ id: app.id, redirectOrigins: [browser.origin] })
    settings = { endpoint: server.url, appId: app.id }
  })
  afterAll(async () => {
    await browser?.stop()
    await server?.stop()
  })
  beforeEach(() => browser.clear())
}

export const user = (name: string) => signInAs(server, settings.appId, name)
export const storedValues = (page: Page) =>
  page.evaluate(() => ['Token', 'Profile', 'Config'].map((name) => localStorage.getItem(`OpenAuth:${name}`)))
export const storeToken = (token: string) => async (page: Page) =>
  page.addInitScript((text) => localStorage.setItem('OpenAuth:Token', text), token)
export const signedIn = async (name: string, path = '/') => {
  const { token } = await user(name)
  // Only once: a reload must find what the page has kept.
  await browser.store('OpenAuth:Token', token)
  const page = await browser.open(settings, path)
  // What one tab has kept may reach the next a moment after that has begun.
  await page.waitForFunction(() => window.oa?.auth.profile)
  await ready(page)
  return { page, token }
}
/** A page without a session. */
export const signedOut = async (path = '/') => {
  const page = await browser.open(settings, path)
  await ready(page)
  return page
}

let accounts = 0
/** Makes the provider's account belong to a user, and records the login calls of the page. */
export const provideAccount = async (page: Page, name = `brought ${(accounts += 1)}`) => {
  const { token } = await user(name)
  const github = await intercept(page, '/user/login-github', 200, { data: { token } })
  const discord = await intercept(page, '/user/login-discord', 200, { data: { token } })
  return { github, discord, token }
}
export const isAuthorized = (page: Page) => page.evaluate(() => window.oa.auth.isAuthorized)
export const messages = (page: Page) => page.evaluate(() => window.oa.recorded.errors.map(({ message }) => message))

/** Starts a redirect login with GitHub; the URL that the server is asked for. */
export const startRedirect = async (page: Page, hook: 'github' | 'bindGithub' = 'github') => {
  await page.route('**/auth/**', (route) => route.fulfill({ body: 'provider' }))
  // A bind asks the server for a ticket beforehand.
  await intercept(page, '/user/redirect-tickets', 200, { data: { ticket: 'ticket-1', expiresAt: 1 } })
  // The page may be gone before the action has answered.
  await page.evaluate((name) => void window.oa[name].redirect(), hook)
  await page.waitForURL('**/auth/**')
  return new URL(page.url())
}
/** The address that the server then sends back to, with its own parameters in the place of any that stood there. */
export const returnUrl = (left: URL, brought = 'code=c1', provider = 'github') => {
  const back = new URL(left.searchParams.get('redirectUrl')!)
  for (const name of ['access_token', 'code', 'error', 'error_description', 'open_id', 'token_type'])
    back.searchParams.delete(name)
  back.searchParams.set('auth_type', `openauth_${provider}`)
  for (const [name, value] of new URLSearchParams(brought)) back.searchParams.set(name, value)
  return back.href
}
