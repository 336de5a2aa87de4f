import * as oidc from 'openid-client'
import { describe, expect, test } from 'vitest'
import { redirectUri, useProvider } from './provider.testing.ts'

const world = useProvider()

describe('a login with openid-client', () => {
  test('by discovery, code and PKCE; claims by scope', async () => {
    const { client, ada } = world()
    const acme = await client()
    const tokens = await acme.logIn(ada.token)
    const claims = tokens.claims()!
    expect(claims).toMatchObject({ iss: world().issuer, aud: acme.id, sub: ada.id })
    expect(tokens.refresh_token).toBeUndefined()
    const info = await oidc.fetchUserInfo(acme.config, tokens.access_token, ada.id)
    expect(info).toEqual({ sub: ada.id, name: 'ada', preferred_username: 'ada' })
  })

  test('wallets are a scope of this server', async () => {
    const { client, ada } = world()
    const acme = await client()
    const { access_token: token } = await acme.logIn(ada.token, { scope: 'openid wallets' })
    const { wallets } = await oidc.fetchUserInfo(acme.config, token, ada.id)
    const { solWallet, ethWallet, dotWallet } = await ada.client.account.wallets()
    expect(wallets).toEqual({ solana: solWallet, ethereum: ethWallet, polkadot: dotWallet })
  })

  test.each(['RS256', 'ES256', 'EdDSA'] as const)('ID tokens signed with %s', async (idTokenAlgorithm) => {
    const { client, ada } = world()
    const acme = await client({ idTokenAlgorithm })
    expect((await acme.logIn(ada.token)).claims()).toMatchObject({ sub: ada.id })
  })

  test('clients with a secret in the body, with a key of their own, and without a secret', async () => {
    const { client, ada } = world()
    const posting = await client({ authentication: 'client_secret_post' })
    expect((await posting.logIn(ada.token)).claims()).toMatchObject({ sub: ada.id })
    const spa = await client({ authentication: 'none' })
    expect((await spa.logIn(ada.token)).claims()).toMatchObject({ sub: ada.id })
    const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
    const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', pair.publicKey)
    const publicKeys = [{ kty, crv, x, y, kid: 'own' }]
    const signing = await client({ authentication: 'private_key_jwt', publicKeys }, () =>
      oidc.PrivateKeyJwt({ key: pair.privateKey, kid: 'own' }),
    )
    expect((await signing.logIn(ada.token)).claims()).toMatchObject({ sub: ada.id })
  })

  test('refresh tokens rotate', async () => {
    const { client, ada } = world()
    const acme = await client()
    const parameters = { scope: 'openid offline_access', prompt: 'consent' }
    const first = await acme.logIn(ada.token, parameters)
    const second = await oidc.refreshTokenGrant(acme.config, first.refresh_token!)
    expect(second.refresh_token).not.toBe(first.refresh_token)
    const third = await oidc.refreshTokenGrant(acme.config, second.refresh_token!)
    await oidc.fetchUserInfo(acme.config, third.access_token, ada.id)
  })

  test('by a pushed authorization request', async () => {
    const { client, ada, browser } = world()
    const acme = await client()
    const { url, checks } = await acme.begin()
    const pushed = await oidc.buildAuthorizationUrlWithPAR(acme.config, url.searchParams)
    expect(pushed.searchParams.get('request_uri')).toMatch(/^urn:/)
    const visitor = browser()
    const back = await visitor.accept(await visitor.follow(pushed), ada.token)
    expect((await oidc.authorizationCodeGrant(acme.config, back, checks)).claims()).toMatchObject({ sub: ada.id })
  })

  test('a second login in the same browser asks nothing, also with prompt=none', async () => {
    const { client, ada, browser } = world()
    const acme = await client()
    const visitor = browser()
    const begun = await acme.begin()
    await visitor.accept(await visitor.follow(begun.url), ada.token)
    const again = await acme.begin({ prompt: 'none' })
    const back = await visitor.follow(again.url)
    expect(`${back.origin}${back.pathname}`).toBe(redirectUri)
    const tokens = await oidc.authorizationCodeGrant(acme.config, back, again.checks)
    expect(tokens.claims()).toMatchObject({ sub: ada.id })
  })

  test('introspection and revocation', async () => {
    const { client, ada } = world()
    const acme = await client()
    const { access_token: token } = await acme.logIn(ada.token)
    expect(await oidc.tokenIntrospection(acme.config, token)).toMatchObject({ active: true, sub: ada.id })
    await oidc.tokenRevocation(acme.config, token)
    expect(await oidc.tokenIntrospection(acme.config, token)).toEqual({ active: false })
  })

  test('a user who declines is returned with access_denied', async () => {
    const { client, browser } = world()
    const acme = await client()
    const visitor = browser()
    const { url } = await acme.begin()
    const { body } = await visitor.call(await visitor.follow(url), 'decline')
    const back = await visitor.follow(body.data.continueAt)
    expect(back.searchParams.get('error')).toBe('access_denied')
  })
})

test('the page is told what it shows', async () => {
  const { client, browser, app } = world()
  const acme = await client({ name: 'Acme Mail', scopes: ['openid', 'email'] })
  const visitor = browser()
  const { url } = await acme.begin({ scope: 'openid email', login_hint: 'ada' })
  const { body } = await visitor.call(await visitor.follow(url), 'request')
  expect(body.data).toMatchObject({
    app: { id: app.id, name: 'Provider', methods: ['username'] },
    client: { name: 'Acme Mail' },
    scopes: ['openid', 'email'],
    asksForConsent: true,
    loginSince: 0,
    loginHint: 'ada',
    isRepeated: false,
  })
})

test('logins are counted and audited', async () => {
  const { client, ada, admin, app } = world()
  const acme = await client({ name: 'Counted' })
  await acme.logIn(ada.token)
  const counted = (await admin.oidcClients.list({ appId: app.id })).find(({ id }) => id === acme.id)!
  expect(counted.logins).toBe(1)
  expect(counted.lastLoginAt).not.toBeNull()
  const { data } = await admin.audit.list({ appId: app.id, action: 'oidc-client.login' })
  expect(data.find(({ targetId }) => targetId === acme.id)).toMatchObject({ actor: 'user', actorId: ada.id })
})

test('an app that is no provider has no endpoints', async () => {
  const { server, admin } = world()
  const { id } = await admin.apps.create({ name: 'No provider' })
  const { status, body } = await server.send('GET', `/oidc/${id}/.well-known/openid-configuration`)
  expect([status, body.error?.code ?? body.code]).toEqual([404, 'app_not_found'])
})
