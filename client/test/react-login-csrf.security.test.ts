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
  settings,
  signedIn,
  user,
  returnUrl,
  useHarness,
} from './react/harness.ts'

useHarness()

describe('a login that', () => {
  const tooLong = 16 * 60_000
  let accounts = 0
  /** The user whom the account at the provider is of that a link or a login brings. */
  const brings = async (page: Page, name = `brought ${(accounts += 1)}`) => {
    const { token } = await user(name)
    const github = await intercept(page, '/user/login-github', 200, { data: { token } })
    const discord = await intercept(page, '/user/login-discord', 200, { data: { token } })
    return { github, discord, token }
  }
  const refused = [expect.stringContaining('not started in this browser')]
  const expectRefused = async (page: Page, calls: { github: unknown[]; discord: unknown[] }) => {
    await ready(page)
    expect([calls.github, calls.discord]).toEqual([[], []])
    expect(await messages(page)).toEqual(refused)
    expect(await page.evaluate(() => window.oa.heard.logins)).toEqual([])
  }
  const signedOut = async (path = '/') => {
    const page = await browser.open(settings, path)
    await ready(page)
    return page
  }

  test('was begun here logs in, in place of a session too, and works once', async () => {
    const { page } = await signedIn('switches', '/play?level=3#map')
    const { github, token } = await brings(page, 'switched')
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

  test('was begun here with a token in view logs in, in place of a session too', async () => {
    const { page } = await signedIn('switches-by-token')
    await brings(page, 'switched-by-token')
    await page.goto(returnUrl(await startRedirect(page), 'access_token=gho_1&token_type=bearer'))
    await page.waitForFunction(() => window.oa?.auth.profile?.username === 'switched-by-token')
    expect(await messages(page)).toEqual([])
  })

  test("comes back to the page with the page's own parameters", async () => {
    const path = '/join?code=INVITE42&error=none&token_type=erc20#top'
    const page = await signedOut(path)
    await brings(page, 'invited')
    await page.goto(returnUrl(await startRedirect(page)))
    await page.waitForFunction(() => window.oa?.auth.profile?.username === 'invited')
    expect(page.url()).toBe(browser.origin + path)
  })

  // A link to an attacker's own account would otherwise have the visitor act, pay or bind there.
  const forged = '/play?level=3&auth_type=openauth_github'
  test('a link with a code brings a visitor is none', async () => {
    const page = await signedOut()
    const calls = await brings(page)
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
  ])('a link with %s brings replaces no session', async (brought) => {
    const { page, token } = await signedIn(`victim of ${brought.replace(/\W/g, '-').slice(0, 40)}`)
    const calls = await brings(page)
    await page.goto(`${browser.origin}${forged}&${brought}`)
    await expectRefused(page, calls)
    expect((await storedValues(page))[0]).toBe(token)
    expect(await page.evaluate(() => window.oa.auth.token)).toBe(token)
    expect(page.url()).toBe(`${browser.origin}/play?level=3`)
  })

  test('a link with a code brings goes on to the redirect address all the same', async () => {
    const page = await browser.open({ ...settings, redirectUrl: '/done' }, `${forged}&code=oac_evil`)
    await page.waitForURL(`${browser.origin}/done`)
    await ready(page)
    expect(await isAuthorized(page)).toBe(false)
  })

  test('S3: a link with a token logs no visitor in', async () => {
    const page = await signedOut()
    const calls = await brings(page)
    await page.goto(`${browser.origin}${forged}&access_token=gho_evil&token_type=bearer`)
    await expectRefused(page, calls)
    expect(await isAuthorized(page)).toBe(false)
    expect(page.url()).toBe(`${browser.origin}/play?level=3`)
  })

  /** A mark of the server's, and the cookie that comes with it. */
  const mark = `login-${'m'.repeat(43)}`
  const marked = async (page: Page, cookie: string) =>
    page.context().addCookies([{ name: 'openauth_intent', value: cookie, url: browser.origin }])

  test('S3: a login that began at the server logs in by the mark that this browser has, once', async () => {
    const page = await signedOut()
    const { github } = await brings(page, 'began-at-the-server')
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
    'S3: a link with a mark logs nobody in where the cookie is "%s"',
    async (cookie) => {
      const page = await signedOut()
      const calls = await brings(page)
      if (cookie !== '') await marked(page, cookie)
      await page.goto(`${browser.origin}${forged}&access_token=gho_evil&auth_intent=${mark}`)
      await expectRefused(page, calls)
      expect(await isAuthorized(page)).toBe(false)
    },
  )

  // As clients in the field begin it, for operators whose pages still do.
  test('S3: a token without a memory of it is taken where the app allows it and there is no session', async () => {
    await allowLegacyLanding(true)
    const page = await signedOut()
    const { github } = await brings(page, 'older-client')
    await page.goto(`${browser.origin}${forged}&access_token=gho_1&token_type=bearer`)
    await page.waitForFunction(() => window.oa?.auth.profile?.username === 'older-client')
    expect(github).toHaveLength(1)
    expect(page.url()).toBe(`${browser.origin}/play?level=3`)
    await allowLegacyLanding(false)
  })

  test.each([
    ['is of another provider than the one begun', (left: URL) => returnUrl(left, 'code=c1', 'discord')],
    ['has another mark than the one begun', (left: URL) => returnUrl(left, 'code=c1&auth_intent=login-1-2-3-4')],
    ['has lost its mark', (left: URL) => returnUrl(left).replace(/auth_intent=[^&]*/, '')],
  ])('%s is refused', async (_, address) => {
    const page = await signedOut()
    const calls = await brings(page)
    await page.goto(address(await startRedirect(page)))
    await expectRefused(page, calls)
  })

  test('was begun too long ago is refused', async () => {
    const page = await signedOut()
    const calls = await brings(page)
    const address = returnUrl(await startRedirect(page))
    await page.clock.setFixedTime(Date.now() + tooLong)
    await page.goto(address)
    await expectRefused(page, calls)
  })

  test('was begun in another tab is refused', async () => {
    const address = returnUrl(await startRedirect(await signedOut()))
    const page = await signedOut()
    const calls = await brings(page)
    await page.goto(address)
    await expectRefused(page, calls)
  })

  test('brings both a token and a code is refused', async () => {
    const page = await signedOut()
    const { github } = await brings(page)
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

  test('binds with the session there is', async () => {
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

  // A link that somebody else made would bind their account to whoever follows it.
  test.each([
    ['was not begun in this tab', async () => '/?auth_intent=bind-1-2-3-4&auth_type=openauth_github&code=evil'],
    [
      'is another than the one begun',
      async (page: Page) => returnUrl(await startRedirect(page, 'bindGithub'), 'code=evil&auth_intent=bind-1'),
    ],
    [
      'is of another provider',
      async (page: Page) => returnUrl(await startRedirect(page, 'bindGithub'), 'code=c1', 'discord'),
    ],
    [
      'was begun as a login',
      async (page: Page) => returnUrl(await startRedirect(page)).replace('auth_intent=login-', 'auth_intent=bind-'),
    ],
  ])('and %s, makes no call', async (name, address) => {
    const { page, token } = await signedIn(`forged ${name.slice(0, 12)}`)
    const calls = await spied(page)
    const discord = await intercept(page, '/user/bind-discord', 200, { data: {} })
    await page.goto(new URL(await address(page), browser.origin).href)
    await ready(page)
    expect([calls.bind, calls.login, discord]).toEqual([[], [], []])
    expect((await storedValues(page))[0]).toBe(token)
    expect(await messages(page)).toEqual([expect.stringContaining('not started in this browser')])
  })

  test('for a user who has left meanwhile binds to nobody else', async () => {
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
