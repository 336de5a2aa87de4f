import { createHash } from 'node:crypto'
import type { JWTPayload } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createOutbound } from '../outbound.ts'
import { createProviders, type OAuthProviderClient } from './index.ts'
import { startProviders, type TestProviders } from './testing.ts'

/** Those whose keys this server reads. `line-id-tokens.security.test.ts` is about LINE, which verifies its own. */
const signers = ['google', 'apple', 'huggingface'] as const
type Signer = (typeof signers)[number]
const keysPath = { google: '/oauth2/v3/certs', apple: '/auth/keys', huggingface: '/oauth/jwks' }

let harness: TestProviders
let providers: Record<Signer | 'line', OAuthProviderClient>
beforeAll(async () => {
  harness = await startProviders()
})
beforeEach(() => {
  providers = harness.remake()
})
afterAll(() => harness.world.stop())
afterEach(() => {
  vi.useRealTimers()
  harness.world.faults.clear()
  harness.world.clockSkew(0)
  harness.world.clearRequests()
})

type Options = { overrides?: JWTPayload; signature?: 'none' | 'wrong-key' | 'unknown-kid' | 'hs256'; nonce?: string }
const issue = async (provider: Signer, options: Options = {}) => (await harness.world.issue[provider](options)).idToken
const check = (provider: Signer, token: string, nonce?: string) =>
  providers[provider].checkIdToken!(harness.own[provider], token, nonce)
const refused = { name: 'ProviderRefusedError', reason: 'token_refused' }
const ofAnotherApp = { name: 'ProviderRefusedError', reason: 'token_of_another_app' }
const now = () => Math.floor(Date.now() / 1000)
const keyRequests = (provider: Signer) =>
  harness.world.requests().filter(({ path }) => path === keysPath[provider]).length

test('only providers that sign ID tokens check them', () => {
  const able = Object.entries(harness.providers).filter(([, { checkIdToken }]) => checkIdToken)
  expect(able.map(([name]) => name).toSorted()).toEqual([...signers, 'line'].toSorted())
})

describe.each(signers)('%s', (provider) => {
  test('a valid token identifies the account, with its expiry', async () => {
    const { account, expiresAt } = await check(provider, await issue(provider))
    expect(account.subject).toBe(harness.world.people[0]!.subjects[provider])
    expect(expiresAt.getTime()).toBeGreaterThan(Date.now())
    expect(expiresAt.getTime() % 1000).toBe(0)
  })

  test.each(['none', 'hs256', 'wrong-key', 'unknown-kid'] as const)('signature: %s', async (signature) => {
    await expect(check(provider, await issue(provider, { signature }))).rejects.toMatchObject(refused)
  })

  test.each<[string, (own: string, foreign: string) => JWTPayload]>([
    ["another client's", (_, foreign) => ({ aud: foreign, azp: foreign })],
    ['the own client id among others', (own, foreign) => ({ aud: [own, foreign] })],
    ['nobody', () => ({ aud: [] })],
    ['the own client id in another case', (own) => ({ aud: own.toUpperCase() })],
    ['the own client id, for another authorized party', (own, foreign) => ({ aud: own, azp: foreign })],
  ])('audience: %s', async (_, audience) => {
    const overrides = audience(harness.own[provider].clientId, harness.foreign[provider].clientId)
    await expect(check(provider, await issue(provider, { overrides }))).rejects.toMatchObject(ofAnotherApp)
  })

  test('audience: accepts the own client id alone in an array, or several times', async () => {
    const { clientId } = harness.own[provider]
    const { subjects } = harness.world.people[0]!
    for (const aud of [[clientId], [clientId, clientId]]) {
      const { account } = await check(provider, await issue(provider, { overrides: { aud } }))
      expect(account.subject).toBe(subjects[provider])
    }
  })

  test.each<[string, (issuer: string) => JWTPayload]>([
    ['another', () => ({ iss: 'https://evil.example' })],
    ['with a slash', (issuer) => ({ iss: `${issuer}/` })],
    ['without its scheme', (issuer) => ({ iss: issuer.replace('http://', '') })],
    ['none', () => ({ iss: undefined })],
  ])('issuer: %s', async (_, issuer) => {
    const { googleAccounts, apple, huggingface } = harness.world.addresses
    const overrides = issuer({ google: googleAccounts, apple, huggingface }[provider])
    await expect(check(provider, await issue(provider, { overrides }))).rejects.toMatchObject(refused)
  })

  test.each<[string, () => JWTPayload]>([
    ['without sub', () => ({ sub: undefined })],
    ['without aud', () => ({ aud: undefined })],
    ['without exp', () => ({ exp: undefined })],
    ['without iat', () => ({ iat: undefined })],
    ['expired ten minutes ago', () => ({ iat: now() - 4200, exp: now() - 600 })],
    ['issued ten minutes in the future', () => ({ iat: now() + 600, exp: now() + 4200 })],
    ['valid from ten minutes in the future', () => ({ nbf: now() + 600 })],
  ])('rejects a token %s', async (_, overrides) => {
    await expect(check(provider, await issue(provider, { overrides: overrides() }))).rejects.toMatchObject(refused)
  })

  test.each([30, -30])('tolerates a clock that is %i s off', async (skew) => {
    harness.world.clockSkew(skew)
    const exp = now() - 30
    for (const overrides of [{}, { exp }])
      expect(await check(provider, await issue(provider, { overrides }))).toHaveProperty('account')
  })

  test('an expected nonce must be in the token, raw or hashed', async () => {
    const nonce = 'n-0S6_WzA2Mj'
    await check(provider, await issue(provider, { nonce }), nonce)
    await check(provider, await issue(provider, { nonce: createHash('sha256').update(nonce).digest('hex') }), nonce)
    const mistaken = [
      'other',
      '',
      nonce.toUpperCase(),
      createHash('sha256').update(nonce).digest('base64url'),
      undefined,
    ]
    for (const other of mistaken) {
      const token = await issue(provider, { nonce: other as string })
      await expect(check(provider, token, nonce)).rejects.toMatchObject(refused)
    }
  })

  test('rejects a token with a nonce when none is expected', async () => {
    await expect(check(provider, await issue(provider, { nonce: 'n' }))).rejects.toMatchObject(refused)
    await expect(check(provider, await issue(provider, { nonce: '' }))).rejects.toMatchObject(refused)
  })

  test.each(['', '.', '..', 'x', 'e30.e30.', 'e30.e30.e30', 'a'.repeat(20_000), 'ä.ä.ä', 'null'])(
    'rejects a malformed token: %#',
    async (token) => {
      await expect(check(provider, token)).rejects.toMatchObject(refused)
    },
  )

  test('rejects another provider’s token', async () => {
    for (const other of signers.filter((name) => name !== provider)) {
      const overrides = { aud: harness.own[provider].clientId, azp: undefined }
      await expect(check(provider, await issue(other, { overrides }))).rejects.toMatchObject(refused)
    }
  })

  test('fetches keys once, and again for an unknown kid after 30 seconds at the earliest', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const forged = await issue(provider, { signature: 'unknown-kid' })
    for (let i = 0; i < 3; i++) await check(provider, await issue(provider))
    for (let i = 0; i < 5; i++) await expect(check(provider, forged)).rejects.toMatchObject(refused)
    expect(keyRequests(provider)).toBe(1)
    vi.setSystemTime(Date.now() + 31_000)
    for (let i = 0; i < 5; i++) await expect(check(provider, forged)).rejects.toMatchObject(refused)
    expect(keyRequests(provider)).toBe(2)
  })

  test('accepts a new key and rejects a withdrawn one', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const before = await issue(provider)
    await check(provider, before)
    await harness.world.rotateKeys(provider)
    vi.setSystemTime(Date.now() + 31_000)
    await check(provider, await issue(provider))
    await check(provider, before)
    await harness.world.rotateKeys(provider, { drop: true })
    vi.setSystemTime(Date.now() + 31_000)
    await check(provider, await issue(provider))
    await expect(check(provider, before)).rejects.toMatchObject(refused)
  })

  test.each([{ keys: 'x' }, [], { keys: [{ kty: 'RSA' }] }, 'x'])('rejects malformed keys: %j', async (body) => {
    harness.world.faults.set({ path: keysPath[provider], body: JSON.stringify(body) })
    await expect(check(provider, await issue(provider))).rejects.toThrow(/Provider|keys|accept/)
  })
})

test('a redirect login requires its own nonce: another one or none is refused (CVE-2026-15612)', async () => {
  for (const provider of [...signers, 'line'] as const) {
    const login = harness.newLogin(provider)
    const parameters = await harness.callbackOf(provider, login)
    const other = { ...login, nonce: 'other', parameters }
    await expect(providers[provider].finish(other)).rejects.toMatchObject(refused)

    const url = await providers[provider].start(login)
    url.searchParams.delete('nonce')
    const without = new URLSearchParams((await harness.world.consent(url.href)).fields)
    await expect(providers[provider].finish({ ...login, parameters: without })).rejects.toMatchObject(refused)
  }
})

test('a redirect login does not accept a hashed nonce', async () => {
  const login = harness.newLogin('apple')
  const hashed = { ...login, nonce: createHash('sha256').update(login.nonce).digest('hex') }
  const parameters = await harness.callbackOf('apple', hashed)
  await expect(providers.apple.finish({ ...login, parameters })).rejects.toMatchObject(refused)
})

describe.each(signers)('%s: the ID token of an exchange', (provider) => {
  const tokenPath = { google: '/token', apple: '/auth/token', huggingface: '/oauth/token' }[provider]
  const finishWith = async (idToken: string | undefined, login = harness.newLogin(provider)) => {
    const parameters = await harness.callbackOf(provider, login)
    const body = { access_token: 'a'.repeat(30), token_type: 'Bearer', id_token: idToken }
    harness.world.faults.set({ path: tokenPath, body })
    return providers[provider].finish({ ...login, parameters })
  }

  test('is verified like any other', async () => {
    const login = harness.newLogin(provider)
    const { nonce } = login
    await finishWith(await issue(provider, { nonce }), login)
    for (const signature of ['none', 'hs256', 'wrong-key', 'unknown-kid'] as const) {
      harness.world.faults.clear()
      await expect(finishWith(await issue(provider, { nonce, signature }), login)).rejects.toMatchObject(refused)
    }
    harness.world.faults.clear()
    const overrides = { aud: harness.foreign[provider].clientId, azp: undefined }
    await expect(finishWith(await issue(provider, { nonce, overrides }), login)).rejects.toMatchObject(ofAnotherApp)
  })

  test('is required', async () => {
    await expect(finishWith(undefined)).rejects.toMatchObject({ name: 'ProviderUnavailableError' })
  })
})

test('google: accepts the real issuer without its scheme, and nothing similar', async () => {
  const addresses = { ...harness.world.addresses, googleAccounts: 'https://accounts.google.com' }
  const { google } = createProviders({ addresses, outbound: createOutbound() })
  for (const iss of ['https://accounts.google.com', 'accounts.google.com'])
    await google.checkIdToken!(harness.own.google, await issue('google', { overrides: { iss } }))
  for (const iss of ['http://accounts.google.com', 'accounts.google.com.evil.example', 'google.com']) {
    const token = await issue('google', { overrides: { iss } })
    await expect(google.checkIdToken!(harness.own.google, token)).rejects.toMatchObject(refused)
  }
})

test('google rejects an unverified address, apple omits it', async () => {
  for (const overrides of [{ email_verified: false }, { email_verified: 'false' }, { email: undefined }]) {
    const reason = { reason: 'email_not_verified' }
    await expect(check('google', await issue('google', { overrides }))).rejects.toMatchObject(reason)
    expect((await check('apple', await issue('apple', { overrides }))).account.email).toBeNull()
  }
  const overrides = { email: 'Player.ONE@example.com', email_verified: 'true' }
  for (const provider of ['google', 'apple'] as const)
    expect((await check(provider, await issue(provider, { overrides }))).account.email).toBe('player.one@example.com')
})

test('huggingface: a token without a handle displays its subject', async () => {
  const overrides = { preferred_username: undefined, name: 7, picture: 'javascript:alert(1)' }
  const { account } = await check('huggingface', await issue('huggingface', { overrides }))
  const { huggingface: subject } = harness.world.people[0]!.subjects
  expect(account).toEqual({ subject, display: subject, displayName: null, avatarUrl: null, email: null })
})
