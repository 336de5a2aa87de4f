import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import * as oidc from 'openid-client'
import { beforeAll, describe, expect, test } from 'vitest'
import { inParallel, signInAs } from '../../testing.ts'
import { deleteExpiredRows } from '../housekeeping.ts'
import { MAX_REGISTERED } from './registration.ts'
import { createBrowser, errorOf, redirectUri, refusalOf, useProvider } from './provider.testing.ts'
import { loginOf, plain, register } from './registration.testing.ts'

describe('an app that lets no client register', () => {
  const world = useProvider()

  test('has no such endpoint, in its metadata either', async () => {
    const { status, body } = await register(world(), plain)
    expect([status, body['code']]).toEqual([404, 'app_not_found'])
    for (const path of ['/REGISTER', '/register/', '/reg', '/REG'])
      expect([path, (await fetch(`${world().issuer}${path}`, { method: 'POST' })).status]).toEqual([path, 404])
    const found = await fetch(`${world().issuer}/.well-known/openid-configuration`)
    expect(await found.json()).not.toHaveProperty('registration_endpoint')
  })

  test('any more refuses clients that registered before, and their tokens', async () => {
    const { admin, app, ada } = world()
    await admin.apps.update({ id: app.id, oidcRegistrationEnabled: true })
    const { body } = await register(world(), plain)
    const { config, url, checks } = await loginOf(world(), body['client_id'] as string)
    const visitor = createBrowser(world().server.url)
    const back = await visitor.accept(await visitor.follow(url), ada.token)
    const { access_token: token } = await oidc.authorizationCodeGrant(config, back, checks)
    await oidc.fetchUserInfo(config, token, ada.id)
    await admin.apps.update({ id: app.id, oidcRegistrationEnabled: false })
    expect(await errorOf(oidc.fetchUserInfo(config, token, ada.id))).toBe('invalid_token')
    expect(await (await visitor.send(url)).text()).toContain('invalid_client')
  })
})

describe('what a stranger registers', () => {
  const world = useProvider({ OPENAUTH_OUTBOUND_ALLOW: '127.0.0.1' })
  beforeAll(async () => {
    const { admin, app } = world()
    await admin.apps.update({ id: app.id, oidcRegistrationEnabled: true })
  })

  test('is public, whatever it asks for: no secret, no scope, no consent of its own', async () => {
    const { body } = await register(world(), {
      ...plain,
      token_endpoint_auth_method: 'client_secret_basic',
      scope: 'openid email wallets',
      client_id: 'chosen',
      client_secret: 'chosen',
      subject_type: 'pairwise',
      skips_consent: true,
      skipsConsent: true,
      requiresPkce: false,
      grant_types: ['authorization_code', 'client_credentials', 'urn:ietf:params:oauth:grant-type:device_code'],
    })
    expect(body).toMatchObject({
      token_endpoint_auth_method: 'none',
      scope: 'openid profile offline_access',
      grant_types: ['authorization_code', 'refresh_token'],
      redirect_uris: [redirectUri],
    })
    expect(body).not.toHaveProperty('client_secret')
    const clients = await world().admin.oidcClients.list({ appId: world().app.id })
    expect(clients.find(({ id }) => id === body['client_id'])).toMatchObject({
      registered: true,
      skipsConsent: false,
      requiresPkce: true,
      deviceLogins: false,
      authentication: 'none',
    })
  })

  test('has this server call no address', async () => {
    let calls = 0
    const listener = createServer((_, response) => {
      calls += 1
      response.end('{}')
    })
    await once(listener.listen(0, '127.0.0.1'), 'listening')
    const address = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/`
    const { status, body } = await register(world(), {
      ...plain,
      jwks_uri: address,
      logo_uri: address,
      client_uri: address,
      policy_uri: address,
      sector_identifier_uri: address,
      backchannel_logout_uri: address,
      software_statement: 'e30.e30.',
      request_uris: [address],
    })
    expect(status).toBe(201)
    const user = await signInAs(world().server, world().app.id, 'not-told')
    const { config, url, checks } = await loginOf(world(), body['client_id'] as string)
    const visitor = world().browser()
    const back = await visitor.accept(await visitor.follow(url), user.token)
    await oidc.authorizationCodeGrant(config, back, checks)
    await user.client.account.logout()
    expect(await world().server.resources.db.prisma.oidcLogout.count()).toBe(0)
    listener.close()
    expect(calls).toBe(0)
  })

  test.each([
    ['no redirect', { client_name: 'Agent' }, 'invalid_redirect_uri'],
    ['http on the network', { redirect_uris: ['http://evil.example/'] }, 'invalid_redirect_uri'],
    ['a script', { redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
    ['data', { redirect_uris: ['data:text/html,x'] }, 'invalid_redirect_uri'],
    ['a wildcard', { redirect_uris: ['https://*.evil.example/'] }, 'invalid_redirect_uri'],
    [
      'many redirects',
      { redirect_uris: Array.from({ length: 6 }, (_, index) => `https://${index}.example/`) },
      'invalid_redirect_uri',
    ],
    ['a name that turns around', { ...plain, client_name: 'Agent \u202Eknab' }, 'invalid_client_metadata'],
    ['an endless name', { ...plain, client_name: 'x'.repeat(1000) }, 'invalid_client_metadata'],
    ['no code', { ...plain, grant_types: ['implicit'] }, 'invalid_client_metadata'],
    ['the implicit flow', { ...plain, response_types: ['token'] }, 'invalid_client_metadata'],
    ['a list', [plain], 'invalid_client_metadata'],
    ['nothing', 'null', 'invalid_client_metadata'],
  ])('%s is refused, and nothing is stored', async (_, metadata, error) => {
    const { admin, app } = world()
    const before = await admin.oidcClients.list({ appId: app.id })
    expect(await register(world(), metadata)).toMatchObject({ status: 400, body: { error } })
    expect(await admin.oidcClients.list({ appId: app.id })).toEqual(before)
  })

  test('of more than 16 kB is refused', async () => {
    expect((await register(world(), { ...plain, logo_uri: 'x'.repeat(20_000) })).status).toBe(413)
  })

  test('asks at each login, is marked on the page, and cannot be switched to ask nothing', async () => {
    const { ada, admin, app, browser } = world()
    const { body } = await register(world(), plain)
    const clientId = body['client_id'] as string
    const visitor = browser()
    for (let index = 0; index < 2; index++) {
      const page = await visitor.follow((await loginOf(world(), clientId)).url)
      const shown = (await visitor.call(page, 'request')).body.data
      expect(shown).toMatchObject({ registeredFor: 'client.example', asksForConsent: true })
      await visitor.accept(page, ada.token)
    }
    const skipping = admin.oidcClients.update({ appId: app.id, clientId, skipsConsent: true })
    await expect(skipping).rejects.toMatchObject({ code: 'invalid_input' })
    const unproven = admin.oidcClients.update({ appId: app.id, clientId, requiresPkce: false })
    await expect(unproven).rejects.toMatchObject({ code: 'invalid_input' })
  })

  test('gets no code without PKCE, with a nonce either', async () => {
    const { body } = await register(world(), plain)
    const { url } = await loginOf(world(), body['client_id'] as string, { nonce: 'once' })
    url.searchParams.delete('code_challenge')
    url.searchParams.delete('code_challenge_method')
    expect((await refusalOf(world(), url)).text).toContain('PKCE')
  })

  test.each([
    ['prompt=none', { prompt: 'none' }],
    ['a refused scope', { scope: 'openid email' }],
    ['an unknown resource', { resource: 'https://unknown.example/' }],
    ['the fragment', { prompt: 'none', response_mode: 'fragment' }],
    ['a form', { prompt: 'none', response_mode: 'form_post' }],
  ])("does not make this server's address lead to any other: %s", async (_, parameters) => {
    const { body } = await register(world(), { redirect_uris: ['https://evil.example/'] })
    const asked = { redirect_uri: 'https://evil.example/', ...parameters }
    const { url } = await loginOf(world(), body['client_id'] as string, asked)
    const { status, location, text } = await refusalOf(world(), url)
    expect([status, location]).toEqual([400, null])
    expect(text).toContain('This login could not be finished')
    expect(text).not.toContain('evil.example')
  })
})

describe('registrations', () => {
  const world = useProvider()
  beforeAll(async () => {
    const { admin, app } = world()
    await admin.apps.update({ id: app.id, oidcRegistrationEnabled: true })
  })
  const table = () => world().server.resources.db.prisma.oidcClient

  test('have a cap that parallel ones do not exceed; unused ones of an hour ago make room', async () => {
    const { app } = world()
    const row = {
      appId: app.id,
      name: 'Filler',
      redirectUris: [redirectUri],
      postLogoutRedirectUris: [],
      authentication: 'none',
      subjects: 'public',
      scopes: ['openid'],
      idTokenAlgorithm: 'RS256',
      registered: true,
    }
    await table().createMany({ data: Array.from({ length: MAX_REGISTERED - 2 }, () => row) })
    const statuses = (await inParallel(8, () => register(world(), plain))).map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(2)
    expect(await table().count({ where: { registered: true } })).toBe(MAX_REGISTERED)
    const used = await table().findFirstOrThrow({ where: { name: 'Filler' } })
    const createdAt = new Date(Date.now() - 7_200_000)
    await table().updateMany({ where: { name: 'Filler' }, data: { createdAt } })
    await table().update({ where: { id: used.id }, data: { logins: 1, createdAt: new Date(0) } })
    expect((await register(world(), plain)).status).toBe(201)
    expect(await table().count({ where: { registered: true } })).toBe(MAX_REGISTERED)
    expect(await table().count({ where: { id: used.id } })).toBe(1)
    const { admin } = world()
    await admin.oidcClients.create({ appId: app.id, name: 'Of the operator', redirectUris: [redirectUri] })
    await table().deleteMany({})
  })

  test('end a day later without a login, 90 days after the last, and not while they have access', async () => {
    const { ada, browser, server } = world()
    const days = (count: number) => new Date(Date.now() - count * 86_400_000)
    const made = async () => (await register(world(), plain)).body['client_id'] as string
    const [fresh, unused, abandoned, active] = [await made(), await made(), await made(), await made()]
    const { url } = await loginOf(world(), active)
    const visitor = browser()
    await visitor.accept(await visitor.follow(url), ada.token)
    const own = await world().client()
    await table().updateMany({ where: { id: { in: [unused, own.id] } }, data: { createdAt: days(2) } })
    const old = { createdAt: days(200), lastLoginAt: days(91), logins: 1 }
    await table().updateMany({ where: { id: { in: [abandoned, active] } }, data: old })
    await deleteExpiredRows(server.resources.db)
    const left = (await table().findMany({ select: { id: true } })).map(({ id }) => id)
    expect(left.toSorted()).toEqual([fresh, active, own.id].toSorted())
  })
})

describe('registrations of one address', () => {
  const world = useProvider({ OPENAUTH_RATE_LIMIT_SCALE: '0.1' })

  test('are limited', async () => {
    const { admin, app } = world()
    await admin.apps.update({ id: app.id, oidcRegistrationEnabled: true })
    const statuses: number[] = []
    for (let index = 0; index < 3; index++) statuses.push((await register(world(), plain)).status)
    expect(statuses).toEqual([201, 201, 429])
  })
})
