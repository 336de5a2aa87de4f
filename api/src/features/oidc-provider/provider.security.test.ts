import * as oidc from 'openid-client'
import { describe, expect, test } from 'vitest'
import { createTestApp, inParallel, signInAs } from '../../testing.ts'
import { makeClient, redirectUri, type TestClient, useProvider } from './provider.testing.ts'

const world = useProvider()

/** A page of the provider's own, which redirects nowhere. */
const refusalOf = async (url: URL) => {
  const response = await world().browser().send(url)
  return { status: response.status, location: response.headers.get('location'), text: await response.text() }
}

/** The error that a client gets of a token endpoint. */
const errorOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'no error',
    (error: unknown) => {
      if (error instanceof oidc.ResponseBodyError) return error.error
      // RFC 6749, section 5.2: a client that tried Basic is answered with a challenge.
      return error instanceof oidc.WWWAuthenticateChallengeError ? error.cause[0]!.parameters['error'] : error
    },
  )

const codeFor = async ({ begin }: TestClient, token = world().ada.token) => {
  const { url, checks } = await begin()
  const visitor = world().browser()
  return { back: await visitor.accept(await visitor.follow(url), token), checks, url }
}

const offline = { scope: 'openid offline_access', prompt: 'consent' }

describe('where a login returns to', () => {
  test.each([
    ['another host', 'https://evil.example/callback'],
    ['a longer path', `${redirectUri}/../../evil`],
    ['a query', `${redirectUri}?next=https://evil.example`],
    ['a fragment', `${redirectUri}#evil`],
    ['user information', 'https://client.example@evil.example/callback'],
    ['another case', redirectUri.replace('callback', 'Callback')],
    ['a port', 'https://client.example:444/callback'],
    ['a script', 'javascript:alert(1)'],
  ])('%s is refused on a page, without a redirect', async (_, address) => {
    const acme = await world().client()
    const { url } = await acme.begin({ redirect_uri: address })
    const { status, location, text } = await refusalOf(url)
    expect([status, location]).toEqual([400, null])
    expect(text).toContain('invalid_redirect_uri')
  })

  test('a code is of one redirect address', async () => {
    const other = 'https://client.example/other'
    const acme = await world().client({ redirectUris: [redirectUri, other] })
    const { back, checks } = await codeFor(acme)
    const moved = new URL(back.href.replace(redirectUri, other))
    expect(await errorOf(oidc.authorizationCodeGrant(acme.config, moved, checks))).toBe('invalid_grant')
  })
})

describe('PKCE', () => {
  test('a request without a challenge is refused, of clients with a secret too', async () => {
    const acme = await world().client()
    const { url } = await acme.begin()
    url.searchParams.delete('code_challenge')
    url.searchParams.delete('code_challenge_method')
    const back = await world().browser().follow(url)
    expect(back.searchParams.get('error')).toBe('invalid_request')
  })

  test('a plain challenge is refused', async () => {
    const acme = await world().client()
    const { url } = await acme.begin({ code_challenge_method: 'plain' })
    const back = await world().browser().follow(url)
    expect(back.searchParams.get('error')).toBe('invalid_request')
  })

  test('a code works with its verifier only', async () => {
    const acme = await world().client()
    const { back, checks } = await codeFor(acme)
    const wrong = { ...checks, pkceCodeVerifier: oidc.randomPKCECodeVerifier() }
    expect(await errorOf(oidc.authorizationCodeGrant(acme.config, back, wrong))).toBe('invalid_grant')
  })
})

describe('mix-up', () => {
  test('answers name their issuer (RFC 9207), which the client compares', async () => {
    const acme = await world().client()
    const { back, checks } = await codeFor(acme)
    expect(back.searchParams.get('iss')).toBe(world().issuer)
    back.searchParams.set('iss', 'https://evil.example')
    await expect(oidc.authorizationCodeGrant(acme.config, back, checks)).rejects.toThrow()
  })

  test('addresses in discovery are public ones, whatever host a request names', async () => {
    const { server, issuer } = world()
    const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', host: 'evil.example' }
    const { body } = await server.send('GET', `${new URL(issuer).pathname}/.well-known/openid-configuration`, {
      headers,
    })
    expect(JSON.stringify(body)).not.toContain('evil.example')
    expect(body).toMatchObject({
      issuer,
      token_endpoint: `${issuer}/token`,
      code_challenge_methods_supported: ['S256'],
    })
  })
})

describe('what works once', () => {
  test('of concurrent redemptions of a code one at most succeeds, and all that it brought is over', async () => {
    const acme = await world().client()
    const { back, checks } = await codeFor(acme)
    const results = await inParallel(6, () =>
      oidc.authorizationCodeGrant(acme.config, new URL(back), checks).catch(() => undefined),
    )
    const won = results.filter((result) => result !== undefined)
    expect(won.length).toBeLessThanOrEqual(1)
    for (const { access_token: token } of won)
      expect(await oidc.tokenIntrospection(acme.config, token)).toEqual({ active: false })
  })

  test('a refresh token that is used again ends the grant', async () => {
    const acme = await world().client()
    const first = await acme.logIn(world().ada.token, offline)
    const second = await oidc.refreshTokenGrant(acme.config, first.refresh_token!)
    expect(await errorOf(oidc.refreshTokenGrant(acme.config, first.refresh_token!))).toBe('invalid_grant')
    expect(await errorOf(oidc.refreshTokenGrant(acme.config, second.refresh_token!))).toBe('invalid_grant')
    expect(await oidc.tokenIntrospection(acme.config, second.access_token)).toEqual({ active: false })
  })

  test('of concurrent uses of a refresh token one at most succeeds', async () => {
    const acme = await world().client()
    const { refresh_token: token } = await acme.logIn(world().ada.token, offline)
    const results = await inParallel(6, () => oidc.refreshTokenGrant(acme.config, token!).catch(() => undefined))
    expect(results.filter((result) => result !== undefined).length).toBeLessThanOrEqual(1)
  })
})

describe('other clients', () => {
  test('a client of another app is unknown', async () => {
    const { server, admin, client, issuer } = world()
    const app = await createTestApp(server, await adminToken(), 'Another provider')
    await admin.apps.update({ id: app.id, oidcProviderEnabled: true })
    const stranger = await makeClient({ server, admin, app })
    const acme = await client()
    const { url } = await acme.begin()
    url.searchParams.set('client_id', stranger.id)
    expect((await refusalOf(url)).text).toContain('invalid_client')
    expect(issuer).not.toContain(app.id)
  })

  test("a user of another app cannot accept an app's login", async () => {
    const { server, browser, client } = world()
    const { id } = await createTestApp(server, await adminToken(), 'Of strangers')
    const eve = await signInAs(server, id, 'eve')
    const visitor = browser()
    const { url } = await (await client()).begin()
    const page = await visitor.follow(url)
    expect((await visitor.call(page, 'accept', eve.token)).status).toBe(401)
    expect((await visitor.call(page, 'accept')).status).toBe(401)
  })

  test('a code, a refresh token and introspection are of one client', async () => {
    const [acme, other] = [await world().client(), await world().client()]
    const { back, checks } = await codeFor(acme)
    expect(await errorOf(oidc.authorizationCodeGrant(other.config, back, checks))).toBe('invalid_grant')
    const tokens = await acme.logIn(world().ada.token, offline)
    expect(await errorOf(oidc.refreshTokenGrant(other.config, tokens.refresh_token!))).toBe('invalid_grant')
    expect(await oidc.tokenIntrospection(other.config, tokens.access_token)).toEqual({ active: false })
    await oidc.tokenRevocation(other.config, tokens.access_token).catch(() => {})
    expect(await oidc.tokenIntrospection(acme.config, tokens.access_token)).toMatchObject({ active: true })
  })

  test('a wrong secret, none, the stored digest, a rotated one and a disabled client are refused', async () => {
    const { client, admin, app, server, issuer } = world()
    const acme = await client()
    const { back, checks } = await codeFor(acme)
    const row = await server.resources.db.prisma.oidcClient.findUniqueOrThrow({ where: { id: acme.id } })
    const digest = Buffer.from(row.secretDigest!)
    const metadata = await fetch(`${issuer}/.well-known/openid-configuration`).then((answer) => answer.json())
    const as = (auth: oidc.ClientAuth) => {
      const config = new oidc.Configuration(metadata as oidc.ServerMetadata, acme.id, {}, auth)
      oidc.allowInsecureRequests(config)
      return errorOf(oidc.authorizationCodeGrant(config, new URL(back), checks))
    }
    for (const wrong of ['wrong', digest.toString('base64url'), digest.toString('hex')])
      expect(await as(oidc.ClientSecretBasic(wrong))).toBe('invalid_client')
    expect(await as(oidc.None())).toBe('invalid_client')
    await admin.oidcClients.rotateSecret({ appId: app.id, clientId: acme.id })
    expect(await as(oidc.ClientSecretBasic(acme.secret))).toBe('invalid_client')
    await admin.oidcClients.update({ appId: app.id, clientId: acme.id, enabled: false })
    expect((await refusalOf((await acme.begin()).url)).text).toContain('invalid_client')
  })

  test('clients get no scope that the operator did not give', async () => {
    const acme = await world().client({ scopes: ['openid'] })
    const back = await world()
      .browser()
      .follow((await acme.begin({ scope: 'openid wallets' })).url)
    expect(back.searchParams.get('error')).toBe('invalid_scope')
  })

  test('pairwise clients of different hosts cannot join their users', async () => {
    const { client, ada } = world()
    const pairwise = (host: string) => client({ subjects: 'pairwise', redirectUris: [`https://${host}/callback`] })
    const subjectAt = async (host: string) => {
      const acme = await pairwise(host)
      const tokens = await acme.logIn(ada.token, { redirect_uri: `https://${host}/callback` })
      const { sub } = tokens.claims()!
      expect((await oidc.fetchUserInfo(acme.config, tokens.access_token, sub)).sub).toBe(sub)
      expect((await oidc.tokenIntrospection(acme.config, tokens.access_token)).sub).toBe(sub)
      return sub
    }
    const [one, same, two] = [
      await subjectAt('one.example'),
      await subjectAt('one.example'),
      await subjectAt('two.example'),
    ]
    expect(one).toBe(same)
    expect(new Set([one, two, ada.id]).size).toBe(3)
  })
})

const adminToken = async () =>
  (await world().server.as().setup.login({ username: 'operator', password: 'correct horse battery' })).token

describe('the page of a login', () => {
  test('belongs to the browser that began it', async () => {
    const { browser, client, ada } = world()
    const page = await browser().follow((await (await client()).begin()).url)
    for (const name of ['request', 'accept', 'decline']) {
      const { status, body } = await browser().call(page, name, ada.token)
      expect([name, status, body['code']]).toEqual([name, 400, 'authorization_expired'])
    }
  })

  test('a program that asks for a new login gets none by an old session', async () => {
    const { browser, client, ada, server } = world()
    await server.resources.db.prisma.session.updateMany({
      where: { userId: ada.id },
      data: { createdAt: new Date(Date.now() - 3_600_000) },
    })
    for (const parameters of [{ prompt: 'login' }, { max_age: '60' }]) {
      const visitor = browser()
      const page = await visitor.follow((await (await client()).begin(parameters)).url)
      const { status, body } = await visitor.call(page, 'accept', ada.token)
      expect([status, body['code']]).toEqual([403, 'login_again'])
    }
  })

  test('is shown by its address alone to nobody: no answer tells a user or a secret', async () => {
    const { browser, client } = world()
    const visitor = browser()
    const acme = await client()
    const page = await visitor.follow((await acme.begin()).url)
    const { body } = await visitor.call(page, 'request')
    expect(JSON.stringify(body)).not.toMatch(/redirect|secret|digest/i)
  })
})

describe('what ends a grant', () => {
  const granted = async (name: string) => {
    const { server, app, client } = world()
    const user = await signInAs(server, app.id, name)
    const acme = await client()
    const tokens = await acme.logIn(user.token, offline)
    const isOver = async () => {
      expect(await oidc.tokenIntrospection(acme.config, tokens.access_token)).toEqual({ active: false })
      await expect(oidc.fetchUserInfo(acme.config, tokens.access_token, user.id)).rejects.toThrow()
      expect(await errorOf(oidc.refreshTokenGrant(acme.config, tokens.refresh_token!))).toBe('invalid_grant')
    }
    return { user, acme, tokens, isOver }
  }

  test("a log-out of the user's session", async () => {
    const { user, isOver } = await granted('logs-out')
    await user.client.account.logout()
    await isOver()
  })

  test('a disabled user', async () => {
    const { user, isOver } = await granted('disabled')
    await world().admin.users.disable({ appId: world().app.id, id: user.id })
    await isOver()
  })

  test('a deleted user', async () => {
    const { user, isOver } = await granted('deleted')
    await world().admin.users.delete({ appId: world().app.id, id: user.id })
    await isOver()
  })

  test('a session that has expired and is not swept up yet', async () => {
    const { user, isOver } = await granted('expired')
    const data = { expiresAt: new Date(Date.now() - 1000) }
    await world().server.resources.db.prisma.session.updateMany({ where: { userId: user.id }, data })
    await isOver()
  })

  test('the user, in the list of connected apps', async () => {
    const { user, acme, isOver } = await granted('revokes')
    expect(await user.client.connectedApps.list()).toMatchObject([{ clientId: acme.id, name: 'Acme' }])
    await world()
      .ada.client.connectedApps.revoke({ clientId: acme.id })
      .catch(() => {})
    expect(await user.client.connectedApps.list()).toHaveLength(1)
    await user.client.connectedApps.revoke({ clientId: acme.id })
    expect(await user.client.connectedApps.list()).toEqual([])
    await isOver()
  })

  test('a deleted client', async () => {
    const { acme, user } = await granted('of-client')
    await world().admin.oidcClients.delete({ appId: world().app.id, clientId: acme.id })
    expect(await user.client.connectedApps.list()).toEqual([])
    const { prisma } = world().server.resources.db
    expect(await prisma.oidcRecord.count({ where: { clientId: acme.id } })).toBe(0)
  })
})

describe('log-out', () => {
  test('asks, and a page of another site cannot answer', async () => {
    const { client, browser, ada, issuer } = world()
    const acme = await client({ postLogoutRedirectUris: ['https://client.example/bye'] })
    const visitor = browser()
    const { url, checks } = await acme.begin()
    const back = await visitor.accept(await visitor.follow(url), ada.token)
    const tokens = await oidc.authorizationCodeGrant(acme.config, back, checks)
    const end = oidc.buildEndSessionUrl(acme.config, {
      id_token_hint: tokens.id_token!,
      post_logout_redirect_uri: 'https://client.example/bye',
    })
    const asked = await visitor.send(end)
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(await asked.text())![1]!
    const confirm = (fields: Record<string, string>) =>
      visitor.send(`${issuer}/session/end/confirm`, { method: 'POST', body: new URLSearchParams(fields) })
    expect((await confirm({ logout: 'yes' })).status).toBe(400)
    expect((await confirm({ logout: 'yes', xsrf: 'guessed' })).status).toBe(400)
    expect(await oidc.tokenIntrospection(acme.config, tokens.access_token)).toMatchObject({ active: true })
    const done = await confirm({ logout: 'yes', xsrf })
    expect(done.headers.get('location')).toBe('https://client.example/bye')
    expect(await oidc.tokenIntrospection(acme.config, tokens.access_token)).toEqual({ active: false })
    const silent = await visitor.follow((await acme.begin({ prompt: 'none' })).url)
    expect(silent.searchParams.get('error')).toBe('login_required')
  })

  test('returns to no address that is not registered', async () => {
    const { client, issuer } = world()
    const acme = await client()
    const parameters = { client_id: acme.id, post_logout_redirect_uri: 'https://evil.example/' }
    const { status, text } = await refusalOf(
      new URL(`${issuer}/session/end?${new URLSearchParams(parameters).toString()}`),
    )
    expect([status, text.includes('post_logout_redirect_uri not registered')]).toEqual([400, true])
  })
})

test('the database holds nothing that works', async () => {
  const { client, ada, server } = world()
  const acme = await client()
  const tokens = await acme.logIn(ada.token, offline)
  const { prisma } = server.resources.db
  const rows = await prisma.oidcRecord.findMany()
  const text = rows
    .flatMap(({ digest, sealed, uidDigest }) => [digest, sealed, uidDigest ?? Buffer.alloc(0)])
    .map((bytes) => Buffer.from(bytes).toString('latin1'))
    .join('')
  for (const secret of [tokens.access_token, tokens.refresh_token!, acme.secret]) expect(text).not.toContain(secret)
  expect(JSON.stringify(await prisma.oidcClient.findMany())).not.toContain(acme.secret)
  const keys = await prisma.oidcKey.findMany()
  expect(keys.map(({ kind }) => kind).toSorted()).toEqual(['ES256', 'EdDSA', 'RS256', 'root'])
  for (const { sealed } of keys) expect(Buffer.from(sealed).toString('latin1')).not.toContain('kty')
})
