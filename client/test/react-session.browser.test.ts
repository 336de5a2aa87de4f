import { describe, expect, test } from 'vitest'
import { intercept, ready } from './react/browser.ts'
import {
  browser,
  isAuthorized,
  storedValues,
  messages,
  server,
  settings,
  signedIn,
  user,
  useHarness,
} from './react/harness.ts'

useHarness()

describe('user name and password', () => {
  test('registers, stores token, profile and config under their storage keys, and survives a reload', async () => {
    const page = await browser.open(settings)
    await ready(page)
    const input = { username: 'first-player', password: 'correct horse', type: 'register' } as const
    expect(await page.evaluate((given) => window.oa.username.submit(given), input)).toBe(true)
    await page.waitForFunction(() => window.oa.auth.profile?.username === 'first-player')
    await page.waitForFunction(() => window.oa.auth.config?.brand === 'Hooks')
    const [token, profile, config] = await storedValues(page)
    expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
    expect(JSON.parse(profile!)).toMatchObject({ username: 'first-player' })
    expect(JSON.parse(config!)).toMatchObject({ brand: 'Hooks' })
    expect(await page.evaluate(() => window.oa.recorded.logins)).toEqual(['username'])
    await page.reload()
    await ready(page)
    expect(await page.evaluate(() => window.oa.auth.profile?.username)).toBe('first-player')
  })

  test('an error response is in `error` until the next attempt, and is passed to onError', async () => {
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

  test('a second click during the first call makes no second call', async () => {
    const page = await browser.open(settings)
    await ready(page)
    const calls = await intercept(page, '/user/login-username', 400, { message: 'No' })
    const wrong = { username: 'nobody-here', password: 'not the password' }
    await page.evaluate((given) => Promise.all([1, 2, 3].map(() => window.oa.username.submit(given))), wrong)
    expect(calls).toHaveLength(1)
  })
})

describe('the end of a session', () => {
  test('logout ends it in the browser and at the server', async () => {
    const { page, token } = await signedIn('leaves')
    await page.evaluate(() => window.oa.auth.logout())
    expect((await storedValues(page)).slice(0, 2)).toEqual([null, null])
    expect(await isAuthorized(page)).toBe(false)
    expect((await server.send('GET', '/user/profile', { token })).status).toBe(401)
    expect(await messages(page)).toEqual([])
  })

  test('logout ends it in the browser even if the server does not answer', async () => {
    const { page } = await signedIn('leaves-offline')
    await page.route('**/user/logout', (route) => route.abort())
    await page.evaluate(() => window.oa.auth.logout())
    expect(await isAuthorized(page)).toBe(false)
    expect((await storedValues(page))[0]).toBeNull()
  })

  test('a 401 logs out, and then onError is called', async () => {
    const { page, token } = await signedIn('revoked')
    await server.as(token).account.logout()
    await page.evaluate(() => window.oa.auth.client.account.wallets().catch(() => {}))
    expect(await isAuthorized(page)).toBe(false)
    expect(await page.evaluate(() => window.oa.recorded.errors)).toEqual([{ message: 'Unauthorized', tokenThen: null }])
  })

  test('other failures do not log out', async () => {
    const { page } = await signedIn('stays')
    await intercept(page, '/user/profile', 500, { message: 'Something went wrong on the server' })
    await page.evaluate(() => window.oa.auth.refresh())
    expect(await isAuthorized(page)).toBe(true)
    expect(await page.evaluate(() => window.oa.auth.profile?.username)).toBe('stays')
    expect(await messages(page)).toContain('Something went wrong on the server')
  })

  test('a late 401 for an earlier session does not end the current one', async () => {
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

describe('two tabs', () => {
  test('share logins and logouts', async () => {
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
