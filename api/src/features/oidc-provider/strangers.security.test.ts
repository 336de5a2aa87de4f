import * as oidc from 'openid-client'
import { describe, expect, test } from 'vitest'
import { errorOf, offline, useProvider } from './provider.testing.ts'

describe('rows that a stranger can fill the database with', () => {
  const world = useProvider({ OPENAUTH_RATE_LIMIT_SCALE: '0.01' })

  test.each(['/auth', '/AUTH', '/auth/', '/%61uth', '/Request', '/Device', '/DEVICE/auth', '/Session/End'])(
    '%s is limited by address, however it is spelt',
    async (path) => {
      const statuses: number[] = []
      for (let index = 0; index < 8; index++)
        statuses.push((await fetch(`${world().issuer}${path}`, { redirect: 'manual' })).status)
      expect(statuses.at(-1)).toBe(429)
    },
  )
})

describe('a stranger', () => {
  const world = useProvider()

  test('who opens a page keeps a row for half an hour, not for 30 days', async () => {
    await fetch(`${world().issuer}/session/end`)
    await fetch(`${world().issuer}/device`)
    const { prisma } = world().server.resources.db
    const rows = await prisma.oidcRecord.findMany({ where: { kind: 'Session', userId: null } })
    expect(rows).toHaveLength(2)
    for (const { expiresAt } of rows) expect(expiresAt.getTime()).toBeLessThan(Date.now() + 3_600_000)
  })

  test.each([
    ['GET', '/device/unknown', undefined],
    ['POST', '/device', 'application/json'],
    ['POST', '/device', 'application/x-www-form-urlencoded; charset=unknown'],
  ])('causes no internal error: %s %s %s', async (method, path, type) => {
    const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type }
    const body = method === 'POST' ? 'x' : undefined
    const response = await fetch(`${world().issuer}${path}`, { method, headers, ...(body && { body }) })
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('name="xsrf"')
  })

  test('has a body of a megabyte refused', async () => {
    for (const path of ['/token', '/request', '/token/introspection', '/device/auth', '/session/end/confirm']) {
      const body = new URLSearchParams({ token: 'x'.repeat(1_000_000) })
      expect([path, (await fetch(`${world().issuer}${path}`, { method: 'POST', body })).status]).toEqual([path, 400])
    }
  })
})

describe('credentials are of one kind of call', () => {
  const world = useProvider()

  test('tokens of clients open no call of this server, and its own no userinfo', async () => {
    const { client, ada, server, issuer } = world()
    const acme = await client()
    const { access_token: access, id_token: id, refresh_token: refresh } = await acme.logIn(ada.token, offline)
    for (const token of [access, id!, refresh!])
      for (const path of ['/user/profile', '/user/connected-apps', '/app/users', '/admin/apps'])
        expect([path, (await server.send('GET', path, { token })).status]).toEqual([path, 401])
    for (const token of [ada.token, id!, refresh!, acme.secret]) {
      const headers = { authorization: `Bearer ${token}` }
      expect((await fetch(`${issuer}/me`, { headers })).status).toBe(401)
    }
  })

  test('support in the name of a user cannot log in to a program as the user', async () => {
    const { client, ada, admin, app, browser } = world()
    await admin.apps.update({ id: app.id, impersonationEnabled: true })
    const { token } = await admin.users.impersonate({ appId: app.id, id: ada.id, reason: 'ticket 4711' })
    const visitor = browser()
    const page = await visitor.follow((await (await client()).begin()).url)
    const { status, body } = await visitor.call(page, 'accept', token)
    expect([status, body.code]).toEqual([403, 'support_call_refused'])
  })
})

describe('programs on devices', () => {
  const world = useProvider()
  const native = 'com.example.app:/callback'

  test.each([
    ['a private-use scheme', native],
    ['loopback', 'http://127.0.0.1:9/callback'],
  ])('another one that takes the redirect of %s gets no login without a question', async (_, address) => {
    const { client, ada, browser } = world()
    const acme = await client({ authentication: 'none', redirectUris: [address] })
    const visitor = browser()
    const begin = async (more = {}) => visitor.follow((await acme.begin({ redirect_uri: address, ...more })).url)
    await visitor.accept(await begin(), ada.token)
    expect((await begin()).pathname).toMatch(/^\/authorize\//)
    expect((await begin({ prompt: 'none' })).searchParams.get('error')).toBe('interaction_required')
  })

  test("an operator's own goes on without a question, as the operator says", async () => {
    const { client, ada, browser } = world()
    const acme = await client({ authentication: 'none', redirectUris: [native], skipsConsent: true })
    const visitor = browser()
    const begin = async () => visitor.follow((await acme.begin({ redirect_uri: native })).url)
    await visitor.accept(await begin(), ada.token)
    expect((await begin()).searchParams.get('code')).not.toBeNull()
  })

  test('a sandboxed frame is not of the origin of a private-use scheme', async () => {
    const acme = await world().client({ authentication: 'none', redirectUris: [native] })
    const body = new URLSearchParams({ client_id: acme.id, grant_type: 'refresh_token', refresh_token: 'unknown' })
    const response = await fetch(`${world().issuer}/token`, { method: 'POST', body, headers: { origin: 'null' } })
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([400, null])
    expect(await response.text()).toContain('origin null not allowed')
  })
})

describe('refreshes', () => {
  const world = useProvider()

  test('as fast as a program can are refused after a while, and the token stays', async () => {
    const { client, ada, server } = world()
    const acme = await client({ authentication: 'none' })
    let { refresh_token: token } = await acme.logIn(ada.token, offline)
    const refresh = () => oidc.refreshTokenGrant(acme.config, token!)
    for (let index = 0; index < 60; index++) token = (await refresh()).refresh_token
    let refusal: unknown = 'no error'
    // A minute may pass on a slow machine, which allows one more.
    for (let index = 0; index < 10 && refusal === 'no error'; index++)
      refusal = await errorOf(refresh().then((tokens) => (token = tokens.refresh_token)))
    expect(refusal).toBe('temporarily_unavailable')
    const where = { clientId: acme.id, kind: 'RefreshToken' }
    expect(await server.resources.db.prisma.oidcRecord.count({ where })).toBeLessThan(72)
    expect(await errorOf(refresh())).toBe('temporarily_unavailable')
  })
})
