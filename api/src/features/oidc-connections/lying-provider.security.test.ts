import { createHmac } from 'node:crypto'
import { generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { discover } from '../../lib/providers/oidc-discovery.ts'
import { type Claims, type ForgingIssuer, startForgingIssuer } from './forging-issuer.testing.ts'
import { clientSecret, oidcWorld } from './oidc.testing.ts'

const world = oidcWorld()
let forging: ForgingIssuer
beforeAll(async () => {
  forging = await startForgingIssuer()
})
afterAll(() => forging.stop())
afterEach(() => {
  forging.claims = {}
  forging.answers = {}
})

/** The page's parameters after a login by a connection of these settings. */
const landed = async (given: object = {}) => {
  const { key } = await world.connect({ issuer: forging.issuer, ...given })
  const { url, cookie } = await world.start({ connection: key })
  return (await world.land(forging.callbackOf(url), cookie)).searchParams
}

const userOf = async (page: URLSearchParams) => {
  const login = { appId: world.app.id, token: page.get('code')! }
  return world.server.as((await world.server.as().login.oidc(login)).token).account.profile()
}

const seconds = (later = 0) => Math.floor(Date.now() / 1000) + later

describe('an ID token is refused', () => {
  test.each<[string, Claims]>([
    ['without an audience', { aud: undefined }],
    ['of another client', { aud: 'other' }],
    ['of two clients', { aud: ['own', 'other'] }],
    ['of no client', { aud: [] }],
    ['that another client was authorized for', { azp: 'other' }],
    ['that has expired', { exp: seconds(-100) }],
    ['that never expires', { exp: undefined }],
    ['of tomorrow', { iat: seconds(86_400) }],
    ['that is not valid yet', { nbf: seconds(86_400) }],
    ['without the nonce', { nonce: undefined }],
    ['with another nonce', { nonce: 'other' }],
    ['with a list of nonces', { nonce: ['other'] }],
    ['without a subject', { sub: undefined }],
    ['with an empty subject', { sub: '' }],
    ['with a subject of 10,000 characters', { sub: 'a'.repeat(10_000) }],
    ['with a subject of control characters', { sub: 'a\u0000b' }],
    ['with a subject in two words', { sub: 'a b' }],
    ['with a list as subject', { sub: ['ada'] }],
    ['of an issuer with another case', { iss: 'HTTP://127.0.0.1' }],
    ['of no issuer', { iss: undefined }],
  ])('%s', async (_, claims) => {
    forging.claims = claims
    expect([...(await landed()).keys()]).toEqual(['auth_type', 'error', 'error_description'])
  })

  test('of the issuer with a slash at its end', async () => {
    forging.claims = { iss: `${forging.issuer}/` }
    expect((await landed()).get('error')).toBe('token_refused')
  })

  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  test.each<[string, (claims: JWTPayload) => Promise<string>]>([
    ['no key', async (claims) => `${encoded({ alg: 'none' })}.${encoded(claims)}.`],
    [
      'the secret of the client',
      async (claims) => {
        const signed = `${encoded({ alg: 'HS256', kid: 'own' })}.${encoded(claims)}`
        return `${signed}.${createHmac('sha256', clientSecret).update(signed).digest('base64url')}`
      },
    ],
    [
      'a key that only names itself as the provider’s',
      async (claims) => {
        const { privateKey } = await generateKeyPair('RS256')
        return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'own' }).sign(privateKey)
      },
    ],
    ['a key that is not published', (claims) => forging.sign(claims, { kid: 'nobody' })],
  ])('that is signed with %s', async (_, sign) => {
    const { key } = await world.connect({ issuer: forging.issuer })
    const { url, cookie } = await world.start({ connection: key })
    const nonce = url.searchParams.get('nonce')!
    const claims = { iss: forging.issuer, sub: 'ada', aud: 'own', nonce, iat: seconds(), exp: seconds(600) }
    forging.answers['/token'] = async (_asked, response) => {
      const body = { access_token: 'token', token_type: 'Bearer', id_token: await sign(claims) }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    const page = await world.land(forging.callbackOf(url), cookie)
    expect(page.searchParams.get('error')).toBe('token_refused')
  })
})

describe('an e-mail address that the provider has not verified is not taken for verified', () => {
  const userinfo = (claims: Claims) => {
    forging.answers['/userinfo'] = (_, response) =>
      void response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ sub: 'ada', ...claims }))
  }

  test('because userinfo says it of another address', async () => {
    forging.claims = { email: 'ada@one.example' }
    userinfo({ email: 'ada@evil.example', email_verified: true })
    const page = await landed({ onlyDomains: true, domains: ['one.example'] })
    expect(page.get('error')).toBe('account_not_expected')
  })

  test('because the ID token says it of `email`, and the connection reads another claim', async () => {
    forging.claims = { contact: 'ada@two.example', email: 'ada@evil.example', email_verified: true }
    const page = await landed({ onlyDomains: true, domains: ['two.example'], claims: { email: 'contact' } })
    expect(page.get('error')).toBe('account_not_expected')
  })

  test.each([false, undefined, 'false', 1])('as the subject of accounts: %j', async (verified) => {
    forging.claims = { email: 'victim@three.example', email_verified: verified }
    expect((await landed({ claims: { subject: 'email' } })).get('error')).toBe('email_not_verified')
  })

  test('while one that it has verified is the subject, and of the domain, wherever it says so', async () => {
    forging.claims = { email: 'ada@four.example', email_verified: true }
    const subject = `${forging.issuer} ada@four.example`
    expect((await userOf(await landed({ claims: { subject: 'email' } }))).oidc).toBe(subject)
    forging.claims = { email: 'ada@four.example' }
    userinfo({ email: 'ada@four.example', email_verified: true })
    expect((await landed({ onlyDomains: true, domains: ['four.example'] })).has('code')).toBe(true)
  })
})

describe('userinfo', () => {
  test('of another account is refused', async () => {
    forging.answers['/userinfo'] = (_, response) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end('{"sub":"other","name":"Other"}')
    expect((await landed()).get('error')).toBe('token_refused')
  })

  test('without TLS gets no access token of a provider with TLS', async () => {
    const issuer = 'https://provider.example'
    const at = (path: string) => `${issuer}/${path}`
    const endpoints = { authorization_endpoint: at('a'), token_endpoint: at('t'), jwks_uri: at('k') }
    const metadata = { issuer, ...endpoints, userinfo_endpoint: 'http://provider.example/u' }
    await expect(discover(issuer, async () => Response.json(metadata))).rejects.toThrow('without TLS')
  })
})

test.each([
  ['a NUL', 'a\u0000da', 'ada'],
  ['half a character', 'a\ud800da', 'ada'],
  ['a character at the limit', `${'a'.repeat(254)}😀`, 'a'.repeat(254)],
  ['a change of direction', 'a\u202eda', 'ada'],
])('a user name with %s logs in, and is shown without it', async (_, username, shown) => {
  forging.claims = { sub: `shown-${username.length}-${shown.length}`, preferred_username: username }
  const { id } = await userOf(await landed())
  const identities = await world.server.resources.db.prisma.identity.findMany({ where: { userId: id } })
  expect(identities.map(({ display }) => display)).toEqual([shown])
})

test('the name of another issuer is told without characters that a terminal obeys', async () => {
  forging.answers['/.well-known/openid-configuration'] = (_, response) => {
    const metadata = { issuer: '\u001b[2Jhttps://evil\u202e.example', jwks_uri: 'https://evil.example/' }
    const endpoints = { authorization_endpoint: 'https://evil.example/', token_endpoint: 'https://evil.example/' }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ...metadata, ...endpoints }))
  }
  const { id: connectionId } = await world.connect({ issuer: forging.issuer })
  const { message } = await world.admin.oidcConnections.test({ appId: world.app.id, connectionId })
  expect(message).toContain('https://evil')
  expect(message).not.toMatch(/[\p{Cc}\p{Cf}]/u)
})
