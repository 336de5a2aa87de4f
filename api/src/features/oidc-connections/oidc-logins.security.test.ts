import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { createTestApp, signInAs } from '../../testing.ts'
import { pageOrigin } from '../login/testing.ts'
import { oidcWorld } from './oidc.testing.ts'

const world = oidcWorld()
const person = (number = 0) => world.issuer.people[number]!
const logInWith = (token: string, appId = world.app.id) => world.server.as().login.oidc({ appId, token })

describe('a code of one provider is not taken for another’s', () => {
  test('a callback of another connection is refused, and the login stays unused', async () => {
    const [one, other] = [await world.connect(), await world.connect({ issuer: world.second.issuer })]
    const { url, cookie } = await world.start({ connection: one.key })
    const back = await world.issuer.authorize(url.href, person())
    const elsewhere = back.replace(`/callback/${one.key}`, `/callback/${other.key}`)
    await expect(world.land(elsewhere, cookie)).rejects.toThrow('400')
    await expect(world.land(back.replace(`/${one.key}?`, '?'), cookie)).rejects.toThrow('400')
    expect((await world.land(back, cookie)).searchParams.get('code')).toMatch(/^oac_/)
  })

  test('an issuer that the callback names must be the connection’s', async () => {
    const { key } = await world.connect()
    const { url, cookie } = await world.start({ connection: key })
    const back = new URL(await world.issuer.authorize(url.href, person()))
    expect(back.searchParams.get('iss')).toBe(world.issuer.issuer)
    back.searchParams.set('iss', world.second.issuer)
    const page = await world.land(back.href, cookie)
    expect([page.searchParams.has('code'), page.searchParams.has('error')]).toEqual([false, true])
  })

  test('a missing issuer is refused where the provider always names it', async () => {
    const { key } = await world.connect()
    const { url, cookie } = await world.start({ connection: key })
    const back = new URL(await world.issuer.authorize(url.href, person()))
    back.searchParams.delete('iss')
    expect((await world.land(back.href, cookie)).searchParams.has('code')).toBe(false)
  })

  test('a code that somebody else obtained is refused: PKCE', async () => {
    const { key } = await world.connect()
    const [mine, theirs] = [await world.start({ connection: key }), await world.start({ connection: key })]
    const back = new URL(await world.issuer.authorize(mine.url.href, person()))
    const stolen = new URL(await world.issuer.authorize(theirs.url.href, person(1)))
    back.searchParams.set('code', stolen.searchParams.get('code')!)
    expect((await world.land(back.href, mine.cookie)).searchParams.has('code')).toBe(false)
  })
})

describe('what a redirect brings', () => {
  test('works once, for its app and its purpose', async () => {
    const { key } = await world.connect()
    const code = async () => (await world.redirect({ connection: key })).searchParams.get('code')!
    const token = await code()
    const other = await createTestApp(world.server, (await world.server.as().setup.login(adminLogin)).token, 'Other')
    await world.admin.apps.update({ id: other.id, oidcEnabled: true })
    await expect(logInWith(token, other.id)).rejects.toMatchObject({ code: 'token_refused' })
    const user = await signInAs(world.server, world.app.id, 'thief')
    await expect(user.client.bind.oidc({ token })).rejects.toMatchObject({ code: 'token_refused' })
    await logInWith(token)
    await expect(logInWith(token)).rejects.toMatchObject({ code: 'token_refused' })
  })

  test('logs in one of 100 calls at once', async () => {
    const { key } = await world.connect()
    const token = (await world.redirect({ connection: key })).searchParams.get('code')!
    const calls = await Promise.allSettled(Array.from({ length: 100 }, () => logInWith(token)))
    expect(calls.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('is never the provider’s own token, though the page asks for it', async () => {
    const { key } = await world.connect()
    const { url, cookie } = await world.start({ connection: key })
    const asked = new URL(url)
    const start = await fetch(
      `${world.server.url}/auth/${world.app.id}/oidc/oauth?connection=${key}&redirectUrl=${pageOrigin}/&response_mode=token`,
      { redirect: 'manual', headers: { cookie } },
    )
    const page = await world.land(await world.issuer.authorize(start.headers.get('location')!, person()), cookie)
    expect([page.searchParams.has('access_token'), page.searchParams.has('code')]).toEqual([false, true])
    expect(asked.searchParams.get('code_challenge_method')).toBe('S256')
  })

  test('a token of the provider that a page presents logs nobody in', async () => {
    await expect(logInWith('an access token of the provider')).rejects.toMatchObject({ code: 'token_refused' })
  })
})

describe('a login does not start', () => {
  const errorOf = async (started: { connection?: string; appId?: string }) =>
    (await world.start(started)).url.searchParams.get('error')

  test('without a connection, by one of another app, by one that is off, or with the method off', async () => {
    const { key, id: connectionId } = await world.connect()
    const { token } = await world.server.as().setup.login(adminLogin)
    const other = await createTestApp(world.server, token, 'Without')
    await world.admin.apps.update({ id: other.id, oidcEnabled: true, redirectOrigins: [pageOrigin] })
    expect(await errorOf({})).toBe('connection_not_found')
    expect(await errorOf({ connection: 'nothing' })).toBe('connection_not_found')
    expect(await errorOf({ connection: key, appId: other.id })).toBe('connection_not_found')
    await world.admin.oidcConnections.update({ appId: world.app.id, connectionId, enabled: false })
    expect(await errorOf({ connection: key })).toBe('connection_not_found')
    await world.admin.oidcConnections.update({ appId: world.app.id, connectionId, enabled: true })
    await world.admin.apps.update({ id: world.app.id, oidcEnabled: false })
    expect(await errorOf({ connection: key })).toBe('login_method_disabled')
    await world.admin.apps.update({ id: world.app.id, oidcEnabled: true })
  })
})

describe('only e-mail domains of the connection', () => {
  const attempt = async (claims: Record<string, unknown>, given: object = {}) => {
    const { key } = await world.connect({ onlyDomains: true, domains: ['acme0.example'], ...given })
    world.issuer.setClaims(person(2), claims)
    const page = await world.redirect({ connection: key, person: 2 })
    world.issuer.setClaims(person(2), {})
    return page.searchParams.get('error')
  }

  test('an address of another domain, an unverified one and none are refused', async () => {
    const domains = ['acme.example']
    expect(await attempt({ email: 'a@evil.example', email_verified: true })).toBe('account_not_expected')
    expect(await attempt({ email: 'a@acme.example', email_verified: false }, { domains })).toBe('account_not_expected')
  })

  test('a domain that only ends as the connection’s is another', async () => {
    const domains = ['acme2.example']
    expect(await attempt({ email: 'a@not-acme2.example', email_verified: true }, { domains })).toBe(
      'account_not_expected',
    )
    expect(await attempt({ email: 'a@x.acme2.example', email_verified: true }, { domains: ['acme3.example'] })).toBe(
      'account_not_expected',
    )
  })

  test('a verified address of the domain logs in, and an unverified one where the provider is trusted', async () => {
    expect(await attempt({ email: 'A@Acme4.example', email_verified: true }, { domains: ['acme4.example'] })).toBeNull()
    const trusted = { domains: ['acme5.example'], trustsEmails: true }
    expect(await attempt({ email: 'a@acme5.example', email_verified: undefined }, trusted)).toBeNull()
  })
})

test('a domain is one in both of its forms, for a restriction, a hint and its one connection', async () => {
  const { key } = await world.connect({ onlyDomains: true, domains: ['bücher.example'] })
  const email = 'ada@xn--bcher-kva.example'
  world.issuer.setClaims(person(2), { email, email_verified: true })
  const page = await world.redirect({ connection: key, person: 2 })
  world.issuer.setClaims(person(2), {})
  expect(page.searchParams.get('error')).toBeNull()
  const found = await world.server.as().login.oidcConnection({ appId: world.app.id, email })
  expect(found.connection?.key).toBe(key)
  const other = world.connect({ domains: ['XN--bcher-kva.example'] })
  await expect(other).rejects.toMatchObject({ code: 'domain_taken' })
})

describe('input', () => {
  test('a restriction to no domain, by which nobody could log in, is refused', async () => {
    const { id: connectionId } = await world.connect()
    await expect(world.connect({ onlyDomains: true })).rejects.toMatchObject({ code: 'invalid_input' })
    const change = { appId: world.app.id, connectionId, onlyDomains: true }
    await expect(world.admin.oidcConnections.update(change)).rejects.toMatchObject({ code: 'invalid_input' })
  })

  test.each([
    ['issuer', 'http://idp.example'],
    ['issuer', 'https://ada:secret@idp.example'],
    ['issuer', 'https://idp.example/?x=1'],
    ['issuer', 'file:///etc/passwd'],
    ['issuer', 'https://10.0.0.1'],
    ['issuer', 'javascript:alert(1)'],
    ['key', 'Not a key'],
    ['key', '../callback'],
    ['key', ''],
    ['domains', ['@acme.example']],
    ['domains', ['acme']],
    ['clientSecret', ''],
    ['scopes', ''],
  ])('%s %j is refused, and nothing is stored', async (name, value) => {
    const before = await world.admin.oidcConnections.list({ appId: world.app.id })
    await expect(world.connect({ [name]: value })).rejects.toMatchObject({ code: 'invalid_input' })
    expect(await world.admin.oidcConnections.list({ appId: world.app.id })).toEqual(before)
  })

  test.each([
    ['a private address', { jwks_uri: 'https://10.0.0.1/keys' }, 'public internet'],
    ['another issuer', { issuer: 'https://accounts.example' }, 'accounts.example'],
    ['signatures that anyone with the secret makes', { id_token_signing_alg_values_supported: ['HS256'] }, 'signs no'],
    ['no signatures', { id_token_signing_alg_values_supported: ['none'] }, 'signs no'],
    ['an address of a script', { token_endpoint: 'javascript:alert(1)' }, 'documented fields'],
  ])('a discovery document with %s is refused', async (_, changed, said) => {
    const server = createServer((request, response) => {
      const issuer = `http://${request.headers.host}`
      const address = (path: string) => ({ [path]: `${issuer}/${path}` })
      const usual = {
        issuer,
        ...address('authorization_endpoint'),
        ...address('token_endpoint'),
        ...address('jwks_uri'),
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ...usual, ...changed }))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const { id: connectionId } = await world.connect({ issuer: `http://127.0.0.1:${port}` })
    const found = await world.admin.oidcConnections.test({ appId: world.app.id, connectionId })
    server.close()
    expect(found).toMatchObject({ ok: false, message: expect.stringContaining(said) })
  })

  test('a partner, a user and nobody change and read no connection', async () => {
    const { id } = await world.connect()
    const user = await signInAs(world.server, world.app.id, 'reader')
    const path = `/admin/apps/${world.app.id}/oidc-connections`
    for (const token of [undefined, world.app.secret, user.token, 'nonsense'])
      for (const [method, at, body] of [
        ['GET', path, undefined],
        ['POST', path, {}],
        ['PATCH', `${path}/${id}`, { enabled: false }],
        ['DELETE', `${path}/${id}`, undefined],
        ['POST', `${path}/${id}/test`, {}],
      ] as const) {
        const { status } = await world.server.send(method, at, { token, ...(body ? { body } : {}) })
        expect([method, at, status]).toEqual([method, at, 401])
      }
  })
})

const adminLogin = { username: 'operator', password: 'correct horse battery' }
