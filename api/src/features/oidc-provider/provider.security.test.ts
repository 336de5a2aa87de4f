import * as oidc from 'openid-client'
import { describe, expect, test } from 'vitest'
import { inParallel } from '../../testing.ts'
import { codeFor, errorOf, offline, redirectUri, refusalOf, useProvider } from './provider.testing.ts'

const world = useProvider()

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
    const { status, location, text } = await refusalOf(world(), url)
    expect([status, location]).toEqual([400, null])
    expect(text).toContain('invalid_redirect_uri')
  })

  test('a code is of one redirect address', async () => {
    const other = 'https://client.example/other'
    const acme = await world().client({ redirectUris: [redirectUri, other] })
    const { back, checks } = await codeFor(world(), acme)
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

  test('PKCE is no choice of a client with a secret, unless it sends a nonce', async () => {
    const { client, browser } = world()
    const acme = await client({ requiresPkce: false })
    const { url } = await acme.begin()
    url.searchParams.delete('code_challenge')
    url.searchParams.delete('code_challenge_method')
    expect((await browser().follow(url)).pathname).toMatch(/^\/authorize\//)
    url.searchParams.delete('nonce')
    expect((await browser().follow(url)).searchParams.get('error')).toBe('invalid_request')
    await expect(client({ authentication: 'none', requiresPkce: false })).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })

  test('a code works with its verifier only', async () => {
    const acme = await world().client()
    const { back, checks } = await codeFor(world(), acme)
    const wrong = { ...checks, pkceCodeVerifier: oidc.randomPKCECodeVerifier() }
    expect(await errorOf(oidc.authorizationCodeGrant(acme.config, back, wrong))).toBe('invalid_grant')
  })
})

describe('mix-up', () => {
  test('answers name their issuer (RFC 9207), which the client compares', async () => {
    const acme = await world().client()
    const { back, checks } = await codeFor(world(), acme)
    expect(back.searchParams.get('iss')).toBe(world().issuer)
    back.searchParams.set('iss', 'https://evil.example')
    await expect(oidc.authorizationCodeGrant(acme.config, back, checks)).rejects.toThrow(/invalid response|iss/i)
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
    const { back, checks } = await codeFor(world(), acme)
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

describe('the page of a login', () => {
  test('belongs to the browser that began it', async () => {
    const { browser, client, ada } = world()
    const page = await browser().follow((await (await client()).begin()).url)
    for (const name of ['request', 'accept', 'decline']) {
      const { status, body } = await browser().call(page, name, ada.token)
      expect([name, status, body.code]).toEqual([name, 400, 'authorization_expired'])
    }
  })

  test('a program that asks for a new login gets none by an old session', async () => {
    const { browser, client, ada, server } = world()
    await server.resources.db.prisma.session.updateMany({
      where: { userId: ada.id },
      data: { createdAt: new Date(Date.now() - 3_600_000) },
    })
    const demands: Record<string, string>[] = [{ prompt: 'login' }, { max_age: '60' }]
    for (const parameters of demands) {
      const visitor = browser()
      const page = await visitor.follow((await (await client()).begin(parameters)).url)
      const { status, body } = await visitor.call(page, 'accept', ada.token)
      expect([status, body.code]).toEqual([403, 'login_again'])
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
