import { beforeAll, describe, expect, test } from 'vitest'
import { intercept, ready } from './react/browser.ts'
import {
  allowLegacyLanding,
  browser,
  isAuthorized,
  storedValues,
  startRedirect,
  messages,
  server,
  settings,
  user,
  useHarness,
} from './react/harness.ts'

useHarness()
// The form that carries nothing but what the server adds.
beforeAll(() => allowLegacyLanding(true))

describe('the return from a redirect login', () => {
  const landing = '/play?level=3&auth_type=openauth_github&access_token=gho_1&token_type=bearer#map'

  test('is exchanged once in strict mode, and its parameters leave the address at once', async () => {
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
    expect((await storedValues(page))[0]).toBe(token)
    expect(await page.evaluate(() => window.oa.recorded.logins)).toEqual(['github'])
    await page.reload()
    await ready(page)
    expect(calls).toHaveLength(1)
  })

  test.each([
    ['tiktok', 'access_token=act.1&open_id=-000a', { token: 'act.1', openId: '-000a' }],
    ['huggingface', 'access_token=hf_1', { token: 'hf_1' }],
    ['apple', 'access_token=a.b.c&token_type=bearer', { token: 'a.b.c', tokenType: 'bearer' }],
  ])('from %s calls its login route with the returned parameters', async (provider, query, proof) => {
    const { token } = await user(`from-${provider}`)
    let calls: Awaited<ReturnType<typeof intercept>> = []
    const page = await browser.open(settings, `/?auth_type=openauth_${provider}&${query}`, async (tab) => {
      calls = await intercept(tab, `/user/login-${provider}`, 200, { data: { token } })
    })
    await page.waitForFunction(() => window.oa?.auth.profile !== null && window.oa?.auth.profile !== undefined)
    expect(calls.map(({ body }) => body)).toEqual([{ appId: settings.appId, ...proof }])
  })

  test('continues to the redirect address, also after a failure, and does not loop', async () => {
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

  test('does not reload the page where the redirect address differs in its hash only', async () => {
    const { token } = await user('within')
    const page = await browser.open({ ...settings, redirectUrl: '/play?level=3#home' }, landing, (tab) =>
      intercept(tab, '/user/login-github', 200, { data: { token } }),
    )
    await page.waitForFunction(() => window.oa.auth.profile?.username === 'within')
    await ready(page)
    expect(page.url()).toBe(`${browser.origin}/play?level=3#home`)
  })

  test('after a refusal of the provider shows an error on the page where the login began', async () => {
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
  ])('does not change %s, which no provider sent', async (path) => {
    const page = await browser.open(settings, path)
    await ready(page)
    expect(page.url()).toBe(browser.origin + path)
    expect(await messages(page)).toEqual([])
    const back = new URL((await startRedirect(page)).searchParams.get('redirectUrl')!)
    back.searchParams.delete('auth_intent')
    expect(back.href).toBe(browser.origin + path)
  })

  test('begins at the server, with the address to return to', async () => {
    const page = await browser.open({ ...settings, responseMode: 'token' }, '/play?level=3')
    await ready(page)
    const url = await startRedirect(page)
    expect(url.origin + url.pathname).toBe(`${server.url}/auth/${settings.appId}/github/oauth`)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      endpoint: server.url,
      redirectUrl: expect.stringMatching(new RegExp(`^${browser.origin}/play\\?level=3&auth_intent=login(-\\d+){4}$`)),
      response_mode: 'token',
    })
  })
})
