import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, signInAs, signInAsAdmin, testServer, type TestServer } from '../../api/src/testing.ts'
import { intercept, ready, startBrowser, type TestBrowser } from './react/browser.ts'
import type { Settings } from './react/page.tsx'

// The hooks in a real browser, in strict mode, before the real API on another origin.

let server: TestServer
let browser: TestBrowser
let settings: Settings

beforeAll(async () => {
  ;[server, browser] = await Promise.all([testServer(), startBrowser()])
  const app = await createTestApp(server, await signInAsAdmin(server), 'Hooks')
  settings = { endpoint: server.url, appId: app.id }
})
afterAll(async () => {
  await browser?.stop()
  await server?.stop()
})
beforeEach(() => browser.clear())

const user = (name: string) => signInAs(server, settings.appId, name)
const kept = (page: Page) =>
  page.evaluate(() => ['Token', 'Profile', 'Config'].map((name) => localStorage.getItem(`OpenAuth:${name}`)))
const keep = (token: string) => async (page: Page) =>
  page.addInitScript((text) => localStorage.setItem('OpenAuth:Token', text), token)
const signedIn = async (name: string, path = '/') => {
  const { token } = await user(name)
  // Only once: a reload must find what the page has kept.
  const seed = await browser.open(settings, '/page.js')
  await seed.evaluate((text) => localStorage.setItem('OpenAuth:Token', text), token)
  await seed.close()
  const page = await browser.open(settings, path)
  // What one tab has kept may reach the next a moment after that has begun.
  await page.waitForFunction(() => window.oa?.auth.profile)
  await ready(page)
  return { page, token }
}
const isAuthorized = (page: Page) => page.evaluate(() => window.oa.auth.isAuthorized)
const messages = (page: Page) => page.evaluate(() => window.oa.heard.errors.map(({ message }) => message))

/** Leaves for GitHub, and gives what the server is asked for on the way. */
const leave = async (page: Page, hook: 'github' | 'bindGithub' = 'github') => {
  await page.route('**/auth/**', (route) => route.fulfill({ body: 'provider' }))
  await page.evaluate((name) => window.oa[name].redirect(), hook)
  await page.waitForURL('**/auth/**')
  return new URL(page.url())
}
/** The address that the server then sends back to, with its own parameters in the place of any that stood there. */
const wayBack = (left: URL, brought = 'code=c1', provider = 'github') => {
  const back = new URL(left.searchParams.get('redirectUrl')!)
  for (const name of ['access_token', 'code', 'error', 'error_description', 'open_id', 'token_type'])
    back.searchParams.delete(name)
  back.searchParams.set('auth_type', `openauth_${provider}`)
  for (const [name, value] of new URLSearchParams(brought)) back.searchParams.set(name, value)
  return back.href
}

describe('user name and password', () => {
  test('registers, keeps token, profile and config under the names of the field, and survives a reload', async () => {
    const page = await browser.open(settings)
    await ready(page)
    const input = { username: 'first-player', password: 'correct horse', type: 'register' } as const
    expect(await page.evaluate((given) => window.oa.username.submit(given), input)).toBe(true)
    await page.waitForFunction(() => window.oa.auth.profile?.username === 'first-player')
    await page.waitForFunction(() => window.oa.auth.config?.brand === 'Hooks')
    const [token, profile, config] = await kept(page)
    expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
    expect(JSON.parse(profile!)).toMatchObject({ username: 'first-player' })
    expect(JSON.parse(config!)).toMatchObject({ brand: 'Hooks' })
    expect(await page.evaluate(() => window.oa.heard.logins)).toEqual(['username'])
    await page.reload()
    await ready(page)
    expect(await page.evaluate(() => window.oa.auth.profile?.username)).toBe('first-player')
  })

  test('a refusal is in the error until the next try, and told to onError', async () => {
    const page = await browser.open(settings)
    await ready(page)
    const wrong = { username: 'nobody-here', password: 'not the password' }
    expect(await page.evaluate((given) => window.oa.username.submit(given), wrong)).toBe(false)
    await page.waitForFunction(() => window.oa.username.error?.message === 'Incorrect username or password')
    expect(await messages(page)).toEqual(['Incorrect username or password'])
    expect(await isAuthorized(page)).toBe(false)
    await page.evaluate(() => window.oa.username.reset())
    await page.waitForFunction(() => window.oa.username.error === null)
  })

  test('a second click while the first is under way makes no second call', async () => {
    const page = await browser.open(settings)
    await ready(page)
    const calls = await intercept(page, '/user/login-username', 400, { message: 'No' })
    const wrong = { username: 'nobody-here', password: 'not the password' }
    await page.evaluate((given) => Promise.all([1, 2, 3].map(() => window.oa.username.submit(given))), wrong)
    expect(calls).toHaveLength(1)
  })
})

describe('the end of a session', () => {
  test('logout ends it here and at the server', async () => {
    const { page, token } = await signedIn('leaves')
    await page.evaluate(() => window.oa.auth.logout())
    expect((await kept(page)).slice(0, 2)).toEqual([null, null])
    expect(await isAuthorized(page)).toBe(false)
    expect((await server.send('GET', '/user/profile', { token })).status).toBe(401)
    expect(await messages(page)).toEqual([])
  })

  test('logout ends it here even where the server does not answer', async () => {
    const { page } = await signedIn('leaves-offline')
    await page.route('**/user/logout', (route) => route.abort())
    await page.evaluate(() => window.oa.auth.logout())
    expect(await isAuthorized(page)).toBe(false)
    expect((await kept(page))[0]).toBeNull()
  })

  test('Unauthorized logs out first and is reported then', async () => {
    const { page, token } = await signedIn('revoked')
    await server.as(token).account.logout()
    await page.evaluate(() => window.oa.auth.client.account.wallets().catch(() => {}))
    expect(await isAuthorized(page)).toBe(false)
    expect(await page.evaluate(() => window.oa.heard.errors)).toEqual([{ message: 'Unauthorized', tokenThen: null }])
  })

  test('other failures do not log out', async () => {
    const { page } = await signedIn('stays')
    await intercept(page, '/user/profile', 500, { message: 'Something went wrong on the server' })
    await page.evaluate(() => window.oa.auth.refresh())
    expect(await isAuthorized(page)).toBe(true)
    expect(await page.evaluate(() => window.oa.auth.profile?.username)).toBe('stays')
    expect(await messages(page)).toContain('Something went wrong on the server')
  })

  test('a late refusal of an earlier session does not end the one that followed', async () => {
    const { page, token } = await signedIn('earlier')
    const { token: later } = await user('later-one')
    let answerNow = () => {}
    const held = new Promise<void>((done) => (answerNow = done))
    await server.as(token).account.logout()
    await page.route('**/user/wallets', async (route) => {
      await held
      await route.continue()
    })
    await intercept(page, '/user/login-github', 200, { data: { token: later } })
    const call = page.evaluate(() => window.oa.auth.client.account.wallets().catch((error: Error) => error.message))
    await page.evaluate(() => window.oa.github.submit({ token: 'x' }))
    answerNow()
    expect(await call).toBe('Unauthorized')
    await page.waitForFunction(() => window.oa.auth.profile?.username === 'later-one')
  })
})

describe('the return from a redirect login', () => {
  const landing = '/play?level=3&auth_type=openauth_github&access_token=gho_1&token_type=bearer#map'

  test('is exchanged once in strict mode, with a clean address from the start', async () => {
    const { token } = await user('lands')
    let calls: Awaited<ReturnType<typeof intercept>> = []
    const page = await browser.open(settings, landing, async (tab) => {
      calls = await intercept(tab, '/user/login-github', 200, { data: { token } })
    })
    await page.waitForFunction(() => window.oa.auth.profile?.username === 'lands')
    const address = `${browser.origin}/play?level=3#map`
    const body = { appId: settings.appId, token: 'gho_1', tokenType: 'bearer' }
    expect(calls).toEqual([{ body, authorization: undefined, address }])
    expect(page.url()).toBe(address)
    expect((await kept(page))[0]).toBe(token)
    expect(await page.evaluate(() => window.oa.heard.logins)).toEqual(['github'])
    await page.reload()
    await ready(page)
    expect(calls).toHaveLength(1)
  })

  test.each([
    ['tiktok', 'access_token=act.1&open_id=-000a', { token: 'act.1', openId: '-000a' }],
    ['huggingface', 'access_token=hf_1', { token: 'hf_1' }],
    ['apple', 'access_token=a.b.c&token_type=bearer', { token: 'a.b.c', tokenType: 'bearer' }],
  ])('of %s calls its login with what came', async (provider, query, proof) => {
    const { token } = await user(`from-${provider}`)
    let calls: Awaited<ReturnType<typeof intercept>> = []
    const page = await browser.open(settings, `/?auth_type=openauth_${provider}&${query}`, async (tab) => {
      calls = await intercept(tab, `/user/login-${provider}`, 200, { data: { token } })
    })
    await page.waitForFunction(() => window.oa?.auth.profile !== null && window.oa?.auth.profile !== undefined)
    expect(calls.map(({ body }) => body)).toEqual([{ appId: settings.appId, ...proof }])
  })

  test('goes on to the redirect address, after a failure too, and never round in a circle', async () => {
    const redirectUrl = '/done?auth_type=openauth_github&code=again&x=1'
    let calls: unknown[] = []
    const page = await browser.open({ ...settings, redirectUrl }, landing, async (tab) => {
      calls = await intercept(tab, '/user/login-github', 400, { message: 'No' })
    })
    await page.waitForURL(`${browser.origin}/done?x=1`)
    await ready(page)
    expect(calls).toHaveLength(1)
    expect(await isAuthorized(page)).toBe(false)
  })

  test('goes on within the page where only the part after # differs', async () => {
    const { token } = await user('within')
    const page = await browser.open({ ...settings, redirectUrl: '/play?level=3#home' }, landing, (tab) =>
      intercept(tab, '/user/login-github', 200, { data: { token } }),
    )
    await page.waitForFunction(() => window.oa.auth.profile?.username === 'within')
    await ready(page)
    expect(page.url()).toBe(`${browser.origin}/play?level=3#home`)
  })

  test('with a refusal of the provider is only told, where the user left from', async () => {
    const query = 'auth_type=openauth_github&error=access_denied&error_description=Not+today&access_token=c'
    let calls: unknown[] = []
    const page = await browser.open(settings, `/?${query}`, async (tab) => {
      calls = await intercept(tab, '/user/login-github', 200, { data: { token: 'a.b.c' } })
    })
    await ready(page)
    expect(await messages(page)).toEqual(['Not today'])
    expect(await page.evaluate(() => window.oa.github.error?.message)).toBe('Not today')
    expect(await page.evaluate(() => window.oa.username.error)).toBeNull()
    expect([calls, page.url()]).toEqual([[], `${browser.origin}/`])
  })

  test.each([
    '/?auth_type=other&code=1',
    '/join?code=INVITE42&error=none&token_type=erc20',
    '/?access_token=1&open_id=2&error_description=3',
  ])('leaves %s alone, which no provider has sent', async (path) => {
    const page = await browser.open(settings, path)
    await ready(page)
    expect(page.url()).toBe(browser.origin + path)
    expect(await messages(page)).toEqual([])
    const back = new URL((await leave(page)).searchParams.get('redirectUrl')!)
    back.searchParams.delete('auth_intent')
    expect(back.href).toBe(browser.origin + path)
  })

  test('starts at the server, with the way back', async () => {
    const page = await browser.open({ ...settings, responseMode: 'token' }, '/play?level=3')
    await ready(page)
    const url = await leave(page)
    expect(url.origin + url.pathname).toBe(`${server.url}/auth/${settings.appId}/github/oauth`)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      endpoint: server.url,
      redirectUrl: expect.stringMatching(new RegExp(`^${browser.origin}/play\\?level=3&auth_intent=login(-\\d+){4}$`)),
      response_mode: 'token',
    })
  })
})

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
  const refused = [expect.stringContaining('not begun here')]
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
    const address = wayBack(await leave(page))
    await page.goto(address)
    await page.waitForFunction(() => window.oa?.auth.profile?.username === 'switched')
    expect(github.map(({ body }) => body)).toEqual([{ appId: settings.appId, token: 'c1' }])
    expect(page.url()).toBe(`${browser.origin}/play?level=3#map`)
    await page.goto(`${browser.origin}/page.js`)
    await page.goto(address)
    await ready(page)
    expect(github).toHaveLength(1)
    expect(await messages(page)).toEqual(refused)
    expect((await kept(page))[0]).toBe(token)
  })

  test('was begun here with a token in view logs in, in place of a session too', async () => {
    const { page } = await signedIn('switches-by-token')
    await brings(page, 'switched-by-token')
    await page.goto(wayBack(await leave(page), 'access_token=gho_1&token_type=bearer'))
    await page.waitForFunction(() => window.oa?.auth.profile?.username === 'switched-by-token')
    expect(await messages(page)).toEqual([])
  })

  test("comes back to the page with the page's own parameters", async () => {
    const path = '/join?code=INVITE42&error=none&token_type=erc20#top'
    const page = await signedOut(path)
    await brings(page, 'invited')
    await page.goto(wayBack(await leave(page)))
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
    expect(await page.evaluate(() => window.oa.github.error?.message)).toMatch('not begun here')
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
    expect((await kept(page))[0]).toBe(token)
    expect(await page.evaluate(() => window.oa.auth.token)).toBe(token)
    expect(page.url()).toBe(`${browser.origin}/play?level=3`)
  })

  test('a link with a code brings goes on to the redirect address all the same', async () => {
    const page = await browser.open({ ...settings, redirectUrl: '/done' }, `${forged}&code=oac_evil`)
    await page.waitForURL(`${browser.origin}/done`)
    await ready(page)
    expect(await isAuthorized(page)).toBe(false)
  })

  // As clients in the field begin it, and as every page of theirs takes it.
  test('a token without a memory of it brings is taken where there is no session', async () => {
    const page = await signedOut()
    const { github } = await brings(page, 'older-client')
    await page.goto(`${browser.origin}${forged}&access_token=gho_1&token_type=bearer`)
    await page.waitForFunction(() => window.oa?.auth.profile?.username === 'older-client')
    expect(github).toHaveLength(1)
    expect(page.url()).toBe(`${browser.origin}/play?level=3`)
  })

  test.each([
    ['is of another provider than the one begun', (left: URL) => wayBack(left, 'code=c1', 'discord')],
    ['has another mark than the one begun', (left: URL) => wayBack(left, 'code=c1&auth_intent=login-1-2-3-4')],
    ['has lost its mark', (left: URL) => wayBack(left).replace(/auth_intent=[^&]*/, '')],
  ])('%s is refused', async (_, address) => {
    const page = await signedOut()
    const calls = await brings(page)
    await page.goto(address(await leave(page)))
    await expectRefused(page, calls)
  })

  test('was begun too long ago is refused', async () => {
    const page = await signedOut()
    const calls = await brings(page)
    const address = wayBack(await leave(page))
    await page.clock.setFixedTime(Date.now() + tooLong)
    await page.goto(address)
    await expectRefused(page, calls)
  })

  test('was begun in another tab is refused', async () => {
    const address = wayBack(await leave(await signedOut()))
    const page = await signedOut()
    const calls = await brings(page)
    await page.goto(address)
    await expectRefused(page, calls)
  })

  test('brings both a token and a code is refused', async () => {
    const page = await signedOut()
    const { github } = await brings(page)
    await page.goto(wayBack(await leave(page), 'code=c1&access_token=gho_evil'))
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
    await page.goto(wayBack(await leave(page, 'bindGithub')))
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
      async (page: Page) => wayBack(await leave(page, 'bindGithub'), 'code=evil&auth_intent=bind-1'),
    ],
    ['is of another provider', async (page: Page) => wayBack(await leave(page, 'bindGithub'), 'code=c1', 'discord')],
    [
      'was begun as a login',
      async (page: Page) => wayBack(await leave(page)).replace('auth_intent=login-', 'auth_intent=bind-'),
    ],
  ])('and %s, makes no call', async (name, address) => {
    const { page, token } = await signedIn(`forged ${name.slice(0, 12)}`)
    const calls = await spied(page)
    const discord = await intercept(page, '/user/bind-discord', 200, { data: {} })
    await page.goto(new URL(await address(page), browser.origin).href)
    await ready(page)
    expect([calls.bind, calls.login, discord]).toEqual([[], [], []])
    expect((await kept(page))[0]).toBe(token)
    expect(await messages(page)).toEqual([expect.stringContaining('not begun here')])
  })

  test('for a user who has left meanwhile binds to nobody else', async () => {
    const { page } = await signedIn('first-of-two')
    const calls = await spied(page)
    const address = wayBack(await leave(page, 'bindGithub'))
    const { token } = await user('second-of-two')
    await page.goto(`${browser.origin}/page.js`)
    await page.evaluate((text) => localStorage.setItem('OpenAuth:Token', text), token)
    await page.goto(address)
    await ready(page)
    expect([calls.bind, calls.login]).toEqual([[], []])
  })
})

describe('a storage that', () => {
  const logIn = async (page: Page, username: string) => {
    await ready(page)
    const input = { username, password: 'correct horse', type: 'register' } as const
    expect(await page.evaluate((given) => window.oa.username.submit(given), input)).toBe(true)
    await page.waitForFunction((name) => window.oa.auth.profile?.username === name, username)
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    expect(await isAuthorized(page)).toBe(true)
  }

  test('is blocked keeps the session for as long as the page is open', async () => {
    const page = await browser.open(settings, '/', (tab) =>
      tab.addInitScript(() => {
        const get = () => {
          throw new DOMException('blocked', 'SecurityError')
        }
        for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get })
      }),
    )
    await logIn(page, 'blocked')
    // Without a memory of what was to be bound, the way back would be a login.
    expect(await page.evaluate(() => window.oa.bindGithub.redirect())).toBe(false)
    await page.evaluate(() => window.oa.auth.logout())
    const left = (await leave(page)).searchParams
    expect([left.get('redirectUrl'), left.get('response_mode')]).toEqual([`${browser.origin}/`, 'token'])
    const { token } = await user('remembers-nothing')
    await intercept(page, '/user/login-github', 200, { data: { token } })
    await page.goto(`${left.get('redirectUrl')}?auth_type=openauth_github&access_token=gho_1`)
    await page.waitForFunction(() => window.oa?.auth.profile?.username === 'remembers-nothing')
  })

  test('is full does not leave an earlier session behind', async () => {
    const { token } = await user('earlier-session')
    const page = await browser.open(settings, '/page.js')
    await page.evaluate((text) => localStorage.setItem('OpenAuth:Token', text), token)
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
    })
    await page.goto(browser.origin)
    await logIn(page, 'full')
    expect(await kept(page)).toEqual([null, null, null])
  })

  test('has little room left gives it to the token', async () => {
    const page = await browser.open(settings, '/', (tab) =>
      tab.addInitScript(() => {
        const { setItem } = Storage.prototype
        Storage.prototype.setItem = function (key: string, value: string) {
          if (key === 'OpenAuth:Token' && this.getItem('OpenAuth:Config')) throw new DOMException('full')
          setItem.call(this, key, value)
        }
      }),
    )
    await page.waitForFunction(() => localStorage.getItem('OpenAuth:Config') !== null)
    await logIn(page, 'tight')
    expect((await kept(page))[0]).not.toBeNull()
  })

  test('holds what no page of ours wrote is as good as empty', async () => {
    const page = await browser.open(settings)
    for (const text of ['{', '"', 'undefined', '[object Object]', '{"id":1}', 'ä\n', '']) {
      await page.evaluate((given) => {
        for (const name of ['Token', 'Profile', 'Config']) localStorage.setItem(`OpenAuth:${name}`, given)
      }, text)
      await page.reload()
      await ready(page)
      expect(await page.evaluate(() => [window.oa.auth.token, window.oa.auth.profile])).toEqual([null, null])
      await page.waitForFunction(() => window.oa.auth.config?.brand === 'Hooks')
    }
  })

  test('was written by a page that keeps everything as JSON is read', async () => {
    const { token } = await user('quoted')
    const page = await browser.open(settings, '/', keep(JSON.stringify(token)))
    await page.waitForFunction(() => window.oa?.auth.profile?.username === 'quoted')
    expect(await page.evaluate(() => window.oa.auth.token)).toBe(token)
  })
})

describe('two tabs', () => {
  test('log out and in together', async () => {
    const { page: one } = await signedIn('both-tabs')
    const two = await browser.open(settings)
    await two.waitForFunction(() => window.oa?.auth.profile?.username === 'both-tabs')
    await one.evaluate(() => window.oa.auth.logout())
    await two.waitForFunction(() => !window.oa.auth.isAuthorized && window.oa.auth.profile === null)
    const input = { username: 'next-in-both', password: 'correct horse', type: 'register' } as const
    await two.evaluate((given) => window.oa.username.submit(given), input)
    await one.waitForFunction(() => window.oa.auth.profile?.username === 'next-in-both')
    expect(await messages(one)).toEqual([])
  })
})

test('sessions are listed and ended', async () => {
  const { page } = await signedIn('many-sessions')
  const password = 'password of many-sessions'
  await server.as().login.username({ appId: settings.appId, username: 'many-sessions', password })
  await page.evaluate(() => window.oa.sessions.refresh())
  await page.waitForFunction(() => window.oa.sessions.entries?.length === 2)
  const other = await page.evaluate(() => window.oa.sessions.entries?.find(({ current }) => !current)?.id)
  expect(await page.evaluate((id) => window.oa.sessions.remove(id!), other)).toBe(true)
  await page.waitForFunction(() => window.oa.sessions.entries?.length === 1)
})

describe('a wallet', () => {
  const challenge = { data: { message: 'Sign ä', nonce: 'n', expiresAt: 1 } }

  test('of Ethereum signs the challenge with personal_sign', async () => {
    const { token } = await user('eth-user')
    const page = await browser.open(settings)
    await ready(page)
    const asked = await intercept(page, '/user/challenge', 200, challenge)
    const sent = await intercept(page, '/user/login-ethereum', 200, { data: { token } })
    const calls = await page.evaluate(async () => {
      const calls: unknown[] = []
      const request = async (call: { method: string; params?: unknown[] }) => {
        calls.push(call)
        return call.method === 'eth_requestAccounts' ? ['0xAb'] : '0x51'
      }
      await window.oa.ethereum.submit({ request })
      return calls
    })
    const uri = `${browser.origin}/`
    expect(asked[0]!.body).toEqual({ appId: settings.appId, chain: 'ethereum', address: '0xAb', uri })
    expect(calls[1]).toEqual({ method: 'personal_sign', params: ['0x5369676e20c3a4', '0xAb'] })
    expect(sent[0]!.body).toMatchObject({ ethAddress: '0xAb', signature: '0x51', message: 'Sign ä' })
  })

  test('of Solana signs the challenge, and its signature goes out in base58', async () => {
    const { token } = await user('sol-user')
    const page = await browser.open(settings)
    await ready(page)
    await intercept(page, '/user/challenge', 200, challenge)
    const sent = await intercept(page, '/user/login-solana', 200, { data: { token } })
    const message = await page.evaluate(async () => {
      let message = ''
      const signMessage = async (bytes: Uint8Array) => {
        message = new TextDecoder().decode(bytes)
        return { signature: new TextEncoder().encode('\0\0Hello World!') }
      }
      const wallet = { publicKey: null as string | null, signMessage, connect: async () => (wallet.publicKey = 'So1') }
      await window.oa.solana.submit(wallet)
      return message
    })
    expect(message).toBe('Sign ä')
    // "Hello World!" is an example of https://datatracker.ietf.org/doc/html/draft-msporny-base58-03
    expect(sent[0]!.body).toMatchObject({ solAddress: 'So1', signature: '112NEpo7TZRRrLZSi2U', message: 'Sign ä' })
  })

  test('whose user refuses says so, and calls nothing', async () => {
    const page = await browser.open(settings)
    await ready(page)
    const refused = page.evaluate(() => {
      const request = () => Promise.reject(new Error('User rejected the request'))
      return window.oa.ethereum.submit({ request })
    })
    expect(await refused).toBe(false)
    await page.waitForFunction(() => window.oa.ethereum.error?.message === 'User rejected the request')
  })
})

describe('Telegram', () => {
  const widget = { id: 1, first_name: 'Ä', auth_date: 2, hash: 'h' }
  test.each([
    [
      'a mini-app',
      `#tgWebAppData=${encodeURIComponent('user=%7B%7D&hash=h')}&tgWebAppVersion=8.0`,
      'user=%7B%7D&hash=h',
    ],
    ['the Login Widget', `#tgAuthResult=${Buffer.from(JSON.stringify(widget)).toString('base64url')}`, widget],
  ])('data of %s is taken from the address', async (_, hash, data) => {
    const { token } = await user(`telegram ${hash.length}`)
    const page = await browser.open(settings, `/${hash}`)
    await ready(page)
    const sent = await intercept(page, '/user/login-telegram', 200, { data: { token } })
    expect(await page.evaluate(() => window.oa.telegram.submit())).toBe(true)
    expect(sent[0]!.body).toEqual({ appId: settings.appId, data })
  })

  test('without data says what to do', async () => {
    const page = await browser.open(settings)
    await ready(page)
    expect(await page.evaluate(() => window.oa.telegram.submit())).toBe(false)
  })
})

test("passkeys go between browser and server as JSON, with and without the browser's own forms of it", async () => {
  const { page, token } = await signedIn('passkeys')
  const cdp = await browser.context.newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true } as const
  const more = { hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true }
  await cdp.send('WebAuthn.addVirtualAuthenticator', { options: { ...options, ...more } })
  const challenge = Buffer.alloc(32, 7).toString('base64url')
  const creation = {
    challenge,
    rp: { id: 'localhost', name: 'Hooks' },
    user: { id: Buffer.alloc(16, 3).toString('base64url'), name: 'p', displayName: 'P' },
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    authenticatorSelection: { residentKey: 'required' },
  }
  const passkey = { id: 'x', name: 'Laptop', createdAt: 1, lastUsedAt: null }
  await intercept(page, '/user/passkeys/register/options', 200, { data: creation })
  const registered = await intercept(page, '/user/passkeys/register/verify', 200, { data: passkey })
  await intercept(page, '/user/passkeys/login/options', 200, { data: { challenge, rpId: 'localhost' } })
  const shown = await intercept(page, '/user/passkeys/login/verify', 200, { data: { token } })
  const forget = () => {
    const forms = PublicKeyCredential as unknown as Record<string, unknown>
    for (const name of ['parseCreationOptionsFromJSON', 'parseRequestOptionsFromJSON']) forms[name] = undefined
    delete (PublicKeyCredential.prototype as { toJSON?: unknown }).toJSON
  }
  for (const prepare of [() => {}, forget]) {
    await page.evaluate(prepare)
    expect(await page.evaluate(() => window.oa.bindPasskey.submit({ name: 'Laptop' }))).toBe(true)
    expect(await page.evaluate(() => window.oa.passkey.submit())).toBe(true)
  }
  const text = expect.stringMatching(/^[\w-]+$/)
  expect(registered).toHaveLength(2)
  for (const { body } of registered) {
    const response = { clientDataJSON: text, attestationObject: text, transports: ['internal'] }
    expect(body).toMatchObject({ name: 'Laptop', response: { rawId: text, type: 'public-key', response } })
  }
  expect(shown).toHaveLength(2)
  for (const { body } of shown) {
    const response = {
      clientDataJSON: text,
      authenticatorData: text,
      signature: text,
      userHandle: 'AwMDAwMDAwMDAwMDAwMDAw',
    }
    expect(body).toMatchObject({ appId: settings.appId, response: { id: text, response } })
  }
})
