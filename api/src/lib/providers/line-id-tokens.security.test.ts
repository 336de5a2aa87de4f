import { createHash } from 'node:crypto'
import type { JWTPayload } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startProviders, type TestProviders } from './testing.ts'

let harness: TestProviders
beforeAll(async () => {
  harness = await startProviders()
})
afterAll(() => harness.world.stop())
afterEach(() => {
  harness.world.faults.clear()
  harness.world.clockSkew(0)
})

type Options = Parameters<TestProviders['world']['issue']['line']>[0]
const issue = async (options?: Options) => (await harness.world.issue.line(options)).idToken
const check = (token: string, nonce?: string) => harness.providers.line.checkIdToken!(harness.own.line, token, nonce)
const refused = { name: 'ProviderRefusedError', reason: 'token_refused' }
const ofAnotherApp = { name: 'ProviderRefusedError', reason: 'token_of_another_app' }
const now = () => Math.floor(Date.now() / 1000)

test('a valid token identifies the account, with its expiry', async () => {
  const { account, expiresAt } = await check(await issue({ person: harness.world.people[1] }))
  const { line: subject } = harness.world.people[1]!.subjects
  expect(account).toMatchObject({ subject, display: subject, displayName: 'Player Two', email: null })
  expect(expiresAt.getTime()).toBeGreaterThan(Date.now())
})

test.each(['none', 'hs256', 'wrong-key', 'unknown-kid'] as const)('signature: %s', async (signature) => {
  await expect(check(await issue({ signature }))).rejects.toMatchObject(refused)
})

test.each<[string, () => JWTPayload]>([
  ['of another issuer', () => ({ iss: 'https://evil.example' })],
  ['without an issuer', () => ({ iss: undefined })],
  ['without exp', () => ({ exp: undefined })],
  ['expired ten minutes ago', () => ({ iat: now() - 4200, exp: now() - 600 })],
])('rejects a token %s', async (_, overrides) => {
  await expect(check(await issue({ overrides: overrides() }))).rejects.toMatchObject(refused)
})

test('rejects the token of another channel', async () => {
  await expect(check(await issue({ client: harness.world.clients.line.foreign }))).rejects.toMatchObject(ofAnotherApp)
  await expect(check(await issue({ overrides: { aud: 'nobody' } }))).rejects.toMatchObject(ofAnotherApp)
})

test('an expected nonce must be in the token, raw or hashed', async () => {
  const nonce = 'n-0S6_WzA2Mj'
  await check(await issue({ nonce }), nonce)
  await check(await issue({ nonce: createHash('sha256').update(nonce).digest('hex') }), nonce)
  for (const other of ['other', '', nonce.toUpperCase(), undefined])
    await expect(check(await issue({ nonce: other as string }), nonce)).rejects.toMatchObject(refused)
  await expect(check(await issue({ nonce }))).rejects.toMatchObject(refused)
})

test.each(['', '.', 'x', 'e30.e30.', 'e30.e30.e30', 'a'.repeat(20_000), 'ä.ä.ä'])(
  'rejects a malformed token: %#',
  async (token) => {
    await expect(check(token)).rejects.toMatchObject(refused)
  },
)

describe('an answer of LINE is not believed', () => {
  const answer = (changes: JWTPayload) => {
    const claims = { iss: harness.world.addresses.line, sub: 'U1', aud: harness.own.line.clientId, exp: now() + 600 }
    harness.world.faults.set({ path: '/oauth2/v2.1/verify', body: { ...claims, ...changes } })
  }

  test.each<[string, JWTPayload, object]>([
    ['another channel', { aud: '1234567890' }, ofAnotherApp],
    ['another issuer', { iss: 'https://access.line.me.evil.example' }, refused],
    ['a nonce that was not sent', { nonce: 'n' }, refused],
  ])('that has %s', async (_, changes, error) => {
    answer(changes)
    await expect(check(await issue())).rejects.toMatchObject(error)
  })
})

test('a redirect login has the token that its channel secret signs', async () => {
  const login = harness.newLogin('line')
  const parameters = await harness.callbackOf('line', login)
  const idToken = await issue({ nonce: login.nonce, client: harness.world.clients.line.foreign })
  const body = { access_token: 'a'.repeat(30), token_type: 'Bearer', id_token: idToken }
  harness.world.faults.set({ path: '/oauth2/v2.1/token', body })
  await expect(harness.providers.line.finish({ ...login, parameters })).rejects.toMatchObject(ofAnotherApp)
})
