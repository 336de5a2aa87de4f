import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import * as oidc from 'openid-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OidcIssuer, startOidcIssuer } from '../src/oidc-issuer.ts'

const redirectUri = 'http://127.0.0.1:8787/callback'
const client = { clientId: 'app', clientSecret: 'the secret of the app', redirectUris: [redirectUri] }
const anyLoopback = { ...client, clientId: 'any', redirectUris: [/^http:\/\/127\.0\.0\.1:\d+\/callback$/] }
const postClient = { ...client, clientId: 'post', tokenEndpointAuthMethod: 'client_secret_post' } as const

let server: OidcIssuer
beforeAll(async () => {
  const claims = ({ slug }: { slug: string }) => ({ groups: slug === 'one' ? ['admins'] : [] })
  server = await startOidcIssuer({ clients: [client, anyLoopback, postClient], claims })
})
afterAll(() => server.stop())

const discover = (clientId = client.clientId, auth = oidc.ClientSecretBasic(client.clientSecret)) =>
  oidc.discovery(new URL(server.issuer), clientId, undefined, auth, { execute: [oidc.allowInsecureRequests] })

interface Login {
  choice?: OidcIssuer['people'][number] | 'cancel'
  config?: oidc.Configuration
  uri?: string
}

/** Begins a login; resolves with the redirect back and with what its end needs. */
const begin = async ({ choice = server.people[0]!, config, uri = redirectUri }: Login = {}) => {
  const configuration = config ?? (await discover())
  const checks = { pkceCodeVerifier: oidc.randomPKCECodeVerifier(), expectedState: oidc.randomState() }
  const expectedNonce = oidc.randomNonce()
  const url = oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: uri,
    scope: 'openid email profile',
    state: checks.expectedState,
    nonce: expectedNonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(checks.pkceCodeVerifier),
    code_challenge_method: 'S256',
  })
  const back = new URL(await server.authorize(url.href, choice))
  return { back, end: () => oidc.authorizationCodeGrant(configuration, back, { ...checks, expectedNonce }) }
}

const logIn = async (login?: Login) => (await begin(login)).end()

test('describes itself', async () => {
  const metadata = (await discover()).serverMetadata()
  expect(metadata).toMatchObject({ issuer: server.issuer, code_challenge_methods_supported: ['S256'] })
  expect(metadata.id_token_signing_alg_values_supported).toContain('RS256')
})

describe('a login', () => {
  test('has the person’s claims in the ID token and at userinfo', async () => {
    const config = await discover()
    const tokens = await logIn({ config })
    const claims = {
      sub: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
      email: 'player.one@example.com',
      email_verified: true,
      name: 'Player One',
      preferred_username: 'player_one',
      picture: `${server.issuer}/pictures/one.png`,
      groups: ['admins'],
    }
    expect(tokens.claims()).toMatchObject(claims)
    expect(await oidc.fetchUserInfo(config, tokens.access_token, tokens.claims()!.sub)).toMatchObject(claims)
    expect((await fetch(claims.picture)).headers.get('content-type')).toBe('image/png')
    expect(server.requests()).toContainEqual(expect.objectContaining({ method: 'POST', path: '/token' }))
  })

  test('by client_secret_post, and with a redirect address that a pattern allows', async () => {
    const post = await discover(postClient.clientId, oidc.ClientSecretPost(client.clientSecret))
    expect((await logIn({ config: post })).claims()?.aud).toBe('post')
    const config = await discover(anyLoopback.clientId)
    expect((await begin({ config, uri: 'http://127.0.0.1:4321/callback' })).back.port).toBe('4321')
    await expect(begin({ config, uri: 'http://example.com/callback' })).rejects.toThrow('redirect_uri')
    await expect(begin({ uri: 'http://127.0.0.1:4321/callback' })).rejects.toThrow('redirect_uri')
  })

  test('is refused with another secret', async () => {
    const config = await discover(client.clientId, oidc.ClientSecretBasic('another'))
    await expect(logIn({ config })).rejects.toMatchObject({ status: 401 })
  })

  test('that is declined returns the error', async () => {
    const { back, end } = await begin({ choice: 'cancel' })
    expect(back.searchParams.get('error')).toBe('access_denied')
    await expect(end()).rejects.toMatchObject({ error: 'access_denied' })
  })

  test('has the claims that a test sets', async () => {
    const [, , three] = server.people
    server.setClaims(three!, { email_verified: false, name: undefined, roles: ['guest'] })
    const claims = (await logIn({ choice: three! })).claims()
    expect(claims).toMatchObject({ email_verified: false, roles: ['guest'] })
    expect(claims).not.toHaveProperty('name')
  })
})

test('keys rotate: the new one signs, the old one is published until it is dropped', async () => {
  const config = await discover()
  oidc.enableNonRepudiationChecks(config)
  const published = async () => {
    const { keys } = (await (await fetch(config.serverMetadata().jwks_uri!)).json()) as { keys: { kid: string }[] }
    return keys.map(({ kid }) => kid)
  }
  const signer = async () => {
    const { id_token: token } = await logIn()
    return (JSON.parse(Buffer.from(token!.split('.')[0]!, 'base64url').toString()) as { kid: string }).kid
  }
  const [old] = await published()
  expect(await signer()).toBe(old)
  const started = await begin()
  await server.rotateKeys()
  expect((await started.end()).claims()?.sub).toBeTypeOf('string')
  const next = await signer()
  expect(await published()).toEqual([next, old])
  await server.rotateKeys({ drop: true })
  expect(await published()).toEqual([await signer()])
  expect(await published()).not.toContain(next)
})

test('loading it prints nothing, on the oldest Node that is supported too', async () => {
  const issuer = new URL('../src/oidc-issuer.ts', import.meta.url).href
  const code = `await import(${JSON.stringify(issuer)}); console.warn('a warning of others')`
  const args = ['--import', 'tsx', '--conditions=openauth-source', '--input-type=module', '-e', code]
  const cwd = fileURLToPath(new URL('../..', import.meta.url))
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd })
  expect({ stdout, stderr }).toEqual({ stdout: '', stderr: 'a warning of others\n' })
})
