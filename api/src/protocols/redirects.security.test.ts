import { redirectProviders } from '@openauth/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expireOneTimes } from '../features/login/matrix.testing.ts'
import { cookieOf, type LoginWorld, pageOrigin, startLoginWorld } from '../features/login/testing.ts'
import { inParallel } from '../testing.ts'
import { expectRefusalPage } from './redirects.testing.ts'

let harness: LoginWorld
beforeAll(async () => {
  harness = await startLoginWorld()
})
afterAll(() => harness.stop())

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${harness.server.url}${path}`, { redirect: 'manual', headers })

const startPath = (query: Record<string, string>, provider = 'github', appId = harness.app.id) =>
  `/auth/${appId}/${provider}/oauth?${new URLSearchParams({ redirectUrl: `${pageOrigin}/page`, ...query }).toString()}`

/** A login up to the callback, which is not sent yet. */
const begun = async (provider: 'github' | 'discord' = 'github', appId = harness.app.id) => {
  const response = await get(startPath({}, provider, appId))
  const back = await harness.world.consent(response.headers.get('location')!)
  const { pathname, search } = new URL(back.url)
  return { cookie: cookieOf(response), path: `${pathname}${search}` }
}

describe.each(redirectProviders)('%s', (provider) => {
  test('returns to the page with a token that logs in once', async () => {
    const page = await harness.redirectLogin(provider)
    expect(`${page.origin}${page.pathname}`).toBe(`${pageOrigin}/page`)
    const parameters = Object.fromEntries(page.searchParams)
    expect(parameters).toMatchObject({ kept: '1', auth_type: `openauth_${provider}`, access_token: expect.any(String) })
    const body = { appId: harness.app.id, token: parameters.access_token, openId: parameters.open_id }
    const path = `/user/login-${provider}`
    const { status, body: answer } = await harness.server.send('POST', path, { body })
    expect([status, Object.keys(answer.data)]).toEqual([200, ['token']])
    const profile = await harness.server.as(answer.data.token).account.profile()
    expect(profile[provider]).toBeTypeOf('string')
    if (provider === 'tiktok') expect(parameters.open_id).toBe(profile.tiktok)
  })

  test('with a code flow, no address contains the provider’s token', async () => {
    const page = await harness.redirectLogin(provider, { mode: 'code' })
    expect([...page.searchParams.keys()].toSorted()).toEqual(['auth_type', 'code', 'kept'])
    const token = page.searchParams.get('code')!
    expect(token).toMatch(/^oac_/)
    const send = () =>
      harness.server.send('POST', `/user/login-${provider}`, { body: { appId: harness.app.id, token } })
    expect((await send()).status).toBe(200)
    expect((await send()).body.code).toBe('token_refused')
  })

  test('a refusal at the provider is returned as error', async () => {
    const page = await harness.redirectLogin(provider, { decline: true })
    expect(page.searchParams.get('error')).toMatch(/^[\w ]+$/)
    expect(page.searchParams.has('access_token')).toBe(false)
    expect(page.origin).toBe(pageOrigin)
  })
})

describe('open redirect', () => {
  test.each([
    'https://evil.example/page',
    `${pageOrigin}.evil.example/`,
    // The allowed origin is its beginning, and it is a valid address.
    `${pageOrigin}1/page`,
    `${pageOrigin}@evil.example/`,
    `${pageOrigin.replace('//', '//ada@')}/page`,
    `${pageOrigin.replace('//', '//ada:secret@')}/page`,
    'http://localhost:5580@evil.example/',
    'http://localhost:5581/page',
    'https://localhost:5580/page',
    '//evil.example/',
    '/\\evil.example',
    'http:\\\\localhost:5580\\page',
    `${pageOrigin}\\@evil.example`,
    'javascript:alert(1)//http://localhost:5580/',
    'data:text/html,x',
    ' http://evil.example',
    'http://localhost:5580\t.evil.example/',
    'http:localhost:5580/x',
    '',
  ])('%j is refused', async (redirectUrl) => {
    await expectRefusalPage(await get(startPath({ redirectUrl })))
  })

  test('login parameters that the page’s address already had are not taken for the result', async () => {
    const redirectUrl = `${pageOrigin}/page?access_token=theirs&code=theirs&open_id=theirs&error=theirs&kept=1`
    const page = await harness.redirectLogin('github', { redirectUrl, mode: 'code' })
    expect([...page.searchParams.keys()].toSorted()).toEqual(['auth_type', 'code', 'kept'])
    expect(page.searchParams.get('code')).toMatch(/^oac_/)
    const declined = await harness.redirectLogin('github', { redirectUrl, decline: true })
    expect(declined.searchParams.has('access_token')).toBe(false)
  })

  test('the callback cannot change the requested page', async () => {
    const { cookie, path } = await begun()
    const response = await get(`${path}&redirectUrl=https://evil.example`, { cookie })
    expect(new URL(response.headers.get('location')!).origin).toBe(pageOrigin)
  })
})

describe('OAuth CSRF, mix-up and code theft', () => {
  test('a state works only in its own browser, and stays unused elsewhere', async () => {
    const { cookie, path } = await begun()
    const other = await begun()
    await expectRefusalPage(await get(path))
    await expectRefusalPage(await get(path, { cookie: other.cookie }))
    await expectRefusalPage(await get(path, { cookie: 'openauth_login=' }))
    const response = await get(path, { cookie })
    expect(new URL(response.headers.get('location')!).searchParams.has('access_token')).toBe(true)
  })

  test('a state works once', async () => {
    const { cookie, path } = await begun()
    expect((await get(path, { cookie })).status).toBe(302)
    await expectRefusalPage(await get(path, { cookie }))
  })

  test('a state expires after ten minutes', async () => {
    const { cookie, path } = await begun()
    await expireOneTimes(harness)
    await expectRefusalPage(await get(path, { cookie }))
  })

  test('a state is rejected by another provider or app', async () => {
    const other = await harness.newApp('Other app of redirects')
    const { cookie, path } = await begun('discord')
    await expectRefusalPage(await get(path.replace('/discord/', '/github/'), { cookie }))
    await expectRefusalPage(await get(path.replace(harness.app.id, other.id), { cookie }))
    expect((await get(path, { cookie })).status).toBe(302)
  })

  test.each(['', 'state=', 'state=unknown&code=x', 'code=x', 'error=access_denied', 'state=%00', 'state[]=a&code=b'])(
    'a callback with %j is an answer to read',
    async (query) => {
      await expectRefusalPage(
        await get(`/auth/${harness.app.id}/github/callback?${query}`, { cookie: 'openauth_login=x' }),
      )
    },
  )

  test('the exchange rejects another person’s code in one’s own callback: PKCE', async () => {
    const [mine, theirs] = [await begun(), await begun()]
    const stolen = new URL(theirs.path, 'http://x').searchParams.get('code')!
    const path = mine.path.replace(/code=[^&]+/, `code=${stolen}`)
    const to = new URL((await get(path, { cookie: mine.cookie })).headers.get('location')!)
    expect(to.searchParams.has('access_token')).toBe(false)
    expect(to.searchParams.get('error')).toBeTruthy()
  })

  test('scripts cannot read the cookie, and only this server receives it', async () => {
    const cookie = (await get(startPath({}))).headers.get('set-cookie')!
    expect(cookie).toMatch(/HttpOnly/i)
    expect(cookie).toMatch(/SameSite=Lax/i)
    expect(cookie).not.toMatch(/Domain=/i)
  })

  test('one of 1,000 parallel callbacks with one state succeeds', async () => {
    const { cookie, path } = await begun()
    const statuses = await inParallel(1000, async () => (await get(path, { cookie })).status)
    expect(statuses.filter((status) => status === 302)).toHaveLength(1)
  })
})

describe('a start that must fail', () => {
  test('returns to its page with the reason if the method is disabled or not configured', async () => {
    const bare = await harness.newApp('Without settings')
    await harness.admin.apps.update({ id: bare.id, githubClientSecret: null, discordEnabled: false })
    for (const [provider, error] of [
      ['github', 'method_not_configured'],
      ['discord', 'login_method_disabled'],
    ] as const) {
      const to = new URL((await get(startPath({}, provider, bare.id))).headers.get('location')!)
      expect([to.origin, to.searchParams.get('error')]).toEqual([pageOrigin, error])
      expect(to.searchParams.get('error_description')).toBeTruthy()
    }
  })

  test('displays an error page for an unknown app or provider', async () => {
    await expectRefusalPage(await get(startPath({}, 'github', '00000000-0000-4000-8000-000000000000')))
    await expectRefusalPage(await get(startPath({}, 'myspace')))
    await expectRefusalPage(await get(startPath({}, 'github', 'not-an-id')))
    await expectRefusalPage(await get(startPath({ response_mode: 'fragment' })))
  })

  test('redirects once from another name of this server to its public address', async () => {
    const { port } = new URL(harness.server.url)
    const response = await fetch(`http://localhost:${port}${startPath({})}`, { redirect: 'manual' })
    const to = new URL(response.headers.get('location')!)
    expect(to.origin).toBe(harness.server.url)
    const again = await fetch(`http://localhost:${port}${to.pathname}${to.search}`, { redirect: 'manual' })
    expect(new URL(again.headers.get('location')!).origin).toBe(new URL(harness.world.url).origin)
  })
})

test('one of 1,000 parallel uses of one code logs in', async () => {
  const ownWorld = await startLoginWorld({ OPENAUTH_RATE_LIMIT_SCALE: '1000' })
  const page = await ownWorld.redirectLogin('github', { mode: 'code' })
  const body = { appId: ownWorld.app.id, token: page.searchParams.get('code') }
  const statuses = await inParallel(1000, async () => {
    const { status } = await ownWorld.server.send('POST', '/user/login-github', { body })
    return status
  })
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  await ownWorld.stop()
})

test('60 concurrent logins through a slow provider all succeed', async () => {
  const tokens = await Promise.all(
    Array.from({ length: 60 }, async () => (await harness.world.issue.github()).accessToken),
  )
  harness.world.faults.set({ host: 'api.github.com', path: /./, delayMs: 200 })
  const answers = await Promise.all(
    tokens.map((token) =>
      harness.server.send('POST', '/user/login-github', { body: { appId: harness.app.id, token } }),
    ),
  )
  harness.world.faults.clear()
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(60)
})

describe('a failing provider', () => {
  test.each(['error', 'html', 'empty', 'reset', 'huge'] as const)(
    'that answers with %s returns to the page with error',
    async (kind) => {
      const { cookie, path } = await begun()
      harness.world.faults.set({ path: /access_token/, kind })
      const response = await get(path, { cookie })
      harness.world.faults.clear()
      const to = new URL(response.headers.get('location')!)
      expect([to.origin, to.searchParams.get('error')]).toEqual([pageOrigin, 'provider_unavailable'])
    },
  )
})
