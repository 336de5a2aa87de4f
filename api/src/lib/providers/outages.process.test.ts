import { redirectProviders, type RedirectProvider } from '@openauth/client'
import type { Fault } from '@openauth/localnet/identity'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createOutbound } from '../outbound.ts'
import { createProviders } from './index.ts'
import { startProviders, type TestProviders } from './testing.ts'

let harness: TestProviders
beforeAll(async () => {
  harness = await startProviders({ timeoutMs: 400 })
})
afterAll(() => harness.world.stop())
afterEach(() => {
  harness.world.faults.clear()
  harness.world.clearRequests()
})

/** Far above the expected duration; a hung test fails by its own timeout. */
const GENEROUS_MS = 10_000

const outage = { name: 'ProviderUnavailableError', isInTime: true }

const outcomeOf = async (call: Promise<unknown>) => {
  const started = Date.now()
  const error = await call.then(
    () => new Error('no outage'),
    (reason: unknown) => reason as Error,
  )
  return { name: error.name, isInTime: Date.now() - started < GENEROUS_MS }
}

const faults: [string, Partial<Fault>][] = [
  ['is late', { delayMs: 20_000 }],
  ['never answers', { kind: 'hang' }],
  ['sends 64 MiB', { kind: 'huge' }],
  ['sends a page', { kind: 'html' }],
  ['drops the connection', { kind: 'reset' }],
  ['sends nothing', { kind: 'empty' }],
  ['is broken', { kind: 'error' }],
  ['sends JSON as text', { contentType: 'text/plain', body: '{}' }],
  ['sends a page with status 403', { kind: 'html', status: 403 }],
  ['redirects', { status: 302, body: {} }],
  ['sends half of its JSON', { body: '{"access_token":' }],
  ['sends a list', { body: '[]' }],
  ['sends null', { body: 'null' }],
  ['sends an empty object', { body: '{}' }],
  ['sends wrong types', { body: { access_token: 1, data: 1, keys: 1, id: {}, application: [], aud: 1, sub: [] } }],
  ['reports a rate limit', { status: 429, body: {} }],
]

/** The request after the exchange: for the account, for the keys of its ID token, or for its verification. */
const secondPath: Record<RedirectProvider, string> = {
  google: '/oauth2/v3/certs',
  apple: '/auth/keys',
  discord: '/api/v10/oauth2/@me',
  twitter: '/2/users/me',
  tiktok: '/v2/user/info/',
  github: '/user',
  huggingface: '/oauth/jwks',
  line: '/oauth2/v2.1/verify',
}

describe.each(redirectProviders)('%s', (provider) => {
  test.each(faults)('exchange of a code: the provider %s', async (_, fault) => {
    const login = harness.newLogin(provider)
    const parameters = await harness.callbackOf(provider, login)
    harness.world.clearRequests()
    harness.world.faults.set({ path: /.*/, ...fault })
    expect(await outcomeOf(harness.remake()[provider].finish({ ...login, parameters }))).toEqual(outage)
    // A code is sent only once.
    expect(harness.world.requests().length).toBeLessThanOrEqual(1)
  })

  test.each(faults)('request after the exchange: the provider %s', async (_, fault) => {
    const login = harness.newLogin(provider)
    const parameters = await harness.callbackOf(provider, login)
    harness.world.faults.set({ path: secondPath[provider], ...fault })
    expect(await outcomeOf(harness.remake()[provider].finish({ ...login, parameters }))).toEqual(outage)
  })
})

test.each(faults)('check of an access token: the provider %s', async (_, fault) => {
  const token = 'x'.repeat(30)
  harness.world.faults.set({ path: /.*/, ...fault })
  for (const provider of ['google', 'discord', 'github'] as const)
    expect(await outcomeOf(harness.remake()[provider].checkAccessToken!(harness.own[provider], token))).toEqual(outage)
})

test('google: an outage of userinfo after tokeninfo', async () => {
  const { accessToken } = await harness.world.issue.google()
  harness.world.faults.set({ path: '/v1/userinfo', kind: 'hang' })
  expect(await outcomeOf(harness.remake().google.checkAccessToken!(harness.own.google, accessToken))).toEqual(outage)
})

test('a provider whose host does not exist', async () => {
  const addresses = { ...harness.world.addresses, githubApi: 'http://localhost:1' }
  const { github } = createProviders({ addresses, outbound: createOutbound({ timeoutMs: 400 }) })
  expect(await outcomeOf(github.checkAccessToken!(harness.own.github, 'token'))).toEqual(outage)
})

test('a hanging provider does not delay others, gets no calls after five failures, and recovers', async () => {
  const outbound = createOutbound({ timeoutMs: 3000, openForMs: 100 })
  const providers = createProviders({ addresses: harness.world.addresses, outbound })
  const { accessToken } = await harness.world.issue.github()
  const check = () => providers.github.checkAccessToken!(harness.own.github, accessToken)
  harness.world.faults.set({ host: 'api.github.com', path: /.*/, kind: 'hang' })

  const hanging = Array.from({ length: 5 }, () => outcomeOf(check()))
  const discord = await harness.world.issue.discord()
  const first = await Promise.race([
    providers.discord.checkAccessToken!(harness.own.discord, discord.accessToken),
    Promise.all(hanging),
  ])
  expect(first).toMatchObject({ displayName: 'Player One' })
  expect(await Promise.all(hanging)).toEqual(hanging.map(() => outage))

  harness.world.faults.clear()
  await expect.poll(check, { timeout: GENEROUS_MS }).toMatchObject({ display: 'player-one' })
})

test('accepts a slow response', async () => {
  const login = harness.newLogin('discord')
  const parameters = await harness.callbackOf('discord', login)
  harness.world.faults.set({ host: 'discord.com', path: /.*/, delayMs: 50 })
  const outbound = createOutbound({ timeoutMs: 20_000 })
  const { discord } = createProviders({ addresses: harness.world.addresses, outbound })
  expect((await discord.finish({ ...login, parameters })).account.displayName).toBe('Player One')
})
