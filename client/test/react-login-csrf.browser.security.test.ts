import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { blank, intercept, ready } from './react/browser.ts'
import {
  allowLegacyLanding,
  browser,
  isAuthorized,
  storedValues,
  startRedirect,
  messages,
  provideAccount,
  settings,
  signedIn,
  signedOut,
  user,
  returnUrl,
  useHarness,
} from './react/harness.ts'

useHarness()

describe('a login that', () => {
  const tooLong = 16 * 60_000
  const refused = [expect.stringContaining('not started in this browser')]
  const expectRefused = async (page: Page, calls: { github: unknown[]; discord: unknown[] }) => {
    await ready(page)
    expect([calls.github, calls.discord]).toEqual([[], []])
    expect(await messages(page)).toEqual(refused)
    expect(await page.evaluate(() => window.oa.recorded.logins)).toEqual([])
  }

  test('began in this browser logs in, also over an existing session, and works once', async () => {
    const { page } = await signedIn('switches', '/play?level=3#map')
    const { github, token } = await provideAccount(page, 'switched')
    const address = returnUrl(await startRedirect(page))
    await page.goto(address)
    await page.waitForFunction(() => window.oa?.auth.profile?.username === 'switched')
    expect(github.map(({ body }) => body)).toEqual([{ appId: settings.appId, token: 'c1' }])
    expect(page.url()).toBe(`${browser.origin}/play?level=3#map`)
    await page.goto(browser.origin + blank)
    await page.goto(address)
    await ready(page)
    expect(github).toHaveLength(1)
    expect(await messages(page)).toEqual(refused)
    expect((await storedValues(page))[0]).toBe(token)
  })

  test('began in this browser and returns a token logs in, also over an existing session', async () => {
    const { page } = await signedIn('switches-by-token')
    await provideAccount(page, 'switched-by-token')
    await page.goto(returnUrl(await startRedirect(page), 'access_token=gho_1&token_type=bearer'))
    await page.waitForFunction(() => window.oa?.auth.profile?.username === 'switched-by-token')
    expect(await messages(page)).toEqual([])
  })

  test("returns to the page with the page's own query parameters", async () => {
    const path = '/join?code=INVITE42&error=none&token_type=erc20#top'
    const page = await signedOut(path)
    await provideAccount(page, 'invited')
    await page.goto(returnUrl(await startRedirect(page)))
    await page.waitForFunction(() => window.oa?.auth.profile?.username === 'invited')
    expect(page.url()).toBe(browser.origin + path)
  })

  // A link to an attacker's own account would otherwise have the visitor act, pay or bind there.
  const forged = '/play?level=3&auth_type=openauth_github'
  test('comes from a link with a code does not log a visitor in', async () => {
    const page = await signedOut()
    const calls = await provideAccount(page)
    await page.goto(`${browser.origin}${forged}&code=oac_evil`)
    await expectRefused(page, calls)
    expect(await isAuthorized(page)).toBe(false)
    expect(await page.evaluate(() => window.oa.github.error?.message)).toMatch('not started in this browser')
    expect(page.url()).toBe(`${browser.origin}/play?level=3`)
  })

  test.each([
    'code=oac_evil',
    'access_token=gho_evil&token_type=bearer',
    'code=oac_evil&auth_intent=login-1-2-3-4',
    'access_token=gho_evil&auth_intent=login-1-2-3-4',
    'error=evil&error_description=Call+us',
  ])('comes from a link with %s replaces no session', async (query) => {
    const { page, token } = await signedIn(`victim of ${query.replace(/\W/g, '-').slice(0, 40)}`)
    const calls = await provideAccount(page)
    await page.goto(`${browser.origin}${forged}&${query}`)
    await expectRefused(page, calls)
    expect((await storedValues(page))[0]).toBe(token)
    expect(await page.evaluate(() => window.oa.auth.token)).toBe(token)
    expect(page.url()).toBe(`${browser.origin}/play?level=3`)
  })

  test('comes from a link with a code still continues to the redirect address', async () => {
    const page = await browser.open({ ...settings, redirectUrl: '/done' }, `${forged}&code=oac_evil`)
    await page.waitForURL(`${browser.origin}/done`)
    await ready(page)
    expect(await isAuthorized(page)).toBe(false)
  })

  test('S3: comes from a link with a token does not log a visitor in', async () => {
    const page = await signedOut()
    const calls = await provideAccount(page)
    await page.goto(`${browser.origin}${forged}&access_token=gho_evil&token_type=bearer`)
    await expectRefused(page, calls)
    expect(await isAuthorized(page)).toBe(false)
    expect(page.url()).toBe(`${browser.origin}/play?level=3`)
  })

  /** A mark of the server's, and the cookie that comes with it. */
  const mark = `login-${'m'.repeat(43)}`
  const marked = async (page: Page, cookie: string) =>
    page.context().addCookies([{ name: 'openauth_intent', value: cookie, url: browser.origin }])

  test('S3: began at the server logs in once, in the browser that has its cookie', async () => {
    const page = await signedOut()
    const { github } = await provideAccount(page, 'began-at-the-server')
    await marked(page, mark)
    const address = `${browser.origin}${forged}&access_token=gho_1&auth_intent=${mark}`
    await page.goto(address)
    await page.waitForFunction(() => window.oa?.auth.profile?.username === 'began-at-the-server')
    expect(page.url()).toBe(`${browser.origin}/play?level=3`)
    await page.evaluate(() => window.oa.auth.logout())
    await page.goto(browser.origin + blank)
    await page.goto(address)
    await ready(page)
    expect([github.length, await isAuthorized(page)]).toEqual([1, false])
  })

  test.each([`login-${'n'.repeat(43)}`, ''])(
    'S3: has a mark in its link does not log in where the cookie is "%s"',
    async (cookie) => {
      const page = await signedOut()
      const calls = await provideAccount(page)
      if (cookie !== '') await marked(page, cookie)
      await page.goto(`${browser.origin}${forged}&access_token=gho_evil&auth_intent=${mark}`)
      await expectRefused(page, calls)
      expect(await isAuthorized(page)).toBe(false)
    },
  )

  // Clients of earlier versions begin logins this way, and pages of operators may still use them.
  test('S3: returns a token without having begun here logs in where the app allows it and there is no session', async () => {
    await allowLegacyLanding(true)
    const page = await signedOut()
    const { github } = await provideAccount(page, 'older-client')
    await page.goto(`${browser.origin}${forged}&access_token=gho_1&token_type=bearer`)
    await page.waitForFunction(() => window.oa?.auth.profile?.username === 'older-client')
    expect(github).toHaveLength(1)
    expect(page.url()).toBe(`${browser.origin}/play?level=3`)
    await allowLegacyLanding(false)
  })

  test.each([
    ['returns from another provider than it began with', (left: URL) => returnUrl(left, 'code=c1', 'discord')],
    ['has another mark than it began with', (left: URL) => returnUrl(left, 'code=c1&auth_intent=login-1-2-3-4')],
    ['has lost its mark', (left: URL) => returnUrl(left).replace(/auth_intent=[^&]*/, '')],
  ])('%s is refused', async (_, address) => {
    const page = await signedOut()
    const calls = await provideAccount(page)
    await page.goto(address(await startRedirect(page)))
    await expectRefused(page, calls)
  })

  test('began too long ago is refused', async () => {
    const page = await signedOut()
    const calls = await provideAccount(page)
    const address = returnUrl(await startRedirect(page))
    await page.clock.setFixedTime(Date.now() + tooLong)
    await page.goto(address)
    await expectRefused(page, calls)
  })

  test('began in another tab is refused', async () => {
    const address = returnUrl(await startRedirect(await signedOut()))
    const page = await signedOut()
    const calls = await provideAccount(page)
    await page.goto(address)
    await expectRefused(page, calls)
  })

  test('returns both a token and a code is refused', async () => {
    const page = await signedOut()
    const { github } = await provideAccount(page)
    await page.goto(returnUrl(await startRedirect(page), 'code=c1&access_token=gho_evil'))
    await ready(page)
    expect(github).toEqual([])
    expect(await messages(page)).toEqual([expect.stringContaining('both a token and a code')])
    expect(page.url()).toBe(`${browser.origin}/`)
  })
})

describe('a redirect that binds', () => {
  const spied = async (page: Page) => ({
    bind: await intercept(page, '/user/bind-github', 200, { data: {} }),
    login: await intercept(page, '/user/login-github', 200, { data: { token: 'a.b.c' } }),
  })

  test('binds to the current session', async () => {
    const { page, token } = await signedIn('binds', '/settings')
    const calls = await spied(page)
    const left = await startRedirect(page, 'bindGithub')
    expect(left.searchParams.get('ticket')).toBe('ticket-1')
    await page.goto(returnUrl(left))
    await page.waitForFunction(() => window.oa?.auth.status === 'ready')
    expect(calls.bind.map(({ body, authorization }) => [body, authorization])).toEqual([
      [{ token: 'c1' }, `Bearer ${token}`],
    ])
    expect(calls.login).toEqual([])
    expect(page.url()).toBe(`${browser.origin}/settings`)
  })

  // An attacker's link would bind the attacker's account to whoever follows it.
  test.each([
    ['did not begin in this tab', async () => '/?auth_intent=bind-1-2-3-4&auth_type=openauth_github&code=evil'],
    [
      'has another mark than the one that began',
      async (page: Page) => returnUrl(await startRedirect(page, 'bindGithub'), 'code=evil&auth_intent=bind-1'),
    ],
    [
      'returns from another provider',
      async (page: Page) => returnUrl(await startRedirect(page, 'bindGithub'), 'code=c1', 'discord'),
    ],
    [
      'began as a login',
      async (page: Page) => returnUrl(await startRedirect(page)).replace('auth_intent=login-', 'auth_intent=bind-'),
    ],
  ])('but %s makes no call', async (name, address) => {
    const { page, token } = await signedIn(`forged ${name.slice(0, 12)}`)
    const calls = await spied(page)
    const discord = await intercept(page, '/user/bind-discord', 200, { data: {} })
    await page.goto(new URL(await address(page), browser.origin).href)
    await ready(page)
    expect([calls.bind, calls.login, discord]).toEqual([[], [], []])
    expect((await storedValues(page))[0]).toBe(token)
    expect(await messages(page)).toEqual([expect.stringContaining('not started in this browser')])
  })

  test('whose user logged out meanwhile binds to no other user', async () => {
    const { page } = await signedIn('first-of-two')
    const calls = await spied(page)
    const address = returnUrl(await startRedirect(page, 'bindGithub'))
    const { token } = await user('second-of-two')
    await page.goto(browser.origin + blank)
    await page.evaluate((text) => localStorage.setItem('OpenAuth:Token', text), token)
    await page.goto(address)
    await ready(page)
    expect([calls.bind, calls.login]).toEqual([[], []])
  })
})
