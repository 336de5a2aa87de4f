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
  harness.world.clearRequests()
})

const checkers = ['google', 'discord', 'github'] as const
type Checker = (typeof checkers)[number]

const check = (provider: Checker, token: string, client = harness.own[provider]) =>
  harness.providers[provider].checkAccessToken!(client, token)
const refused = (reason: string) => ({ name: 'ProviderRefusedError', reason })

test('only providers that report a token’s client check access tokens', () => {
  const able = Object.entries(harness.providers).filter(([, { checkAccessToken }]) => checkAccessToken)
  expect(able.map(([name]) => name).toSorted()).toEqual(checkers.toSorted())
})

describe.each(checkers)('%s', (provider) => {
  test('the own client’s token identifies the account of a redirect login', async () => {
    const { accessToken } = await harness.world.issue[provider]()
    const { account } = await harness.logIn(provider)
    // Only here does GitHub's check also return the name.
    expect(await check(provider, accessToken)).toEqual(account)
  })

  test('S20: another client’s token is refused as such, although it is valid and belongs to the same person', async () => {
    const { accessToken } = await harness.world.issue[provider]({ client: harness.world.clients[provider].foreign })
    await expect(check(provider, accessToken)).rejects.toMatchObject(refused('token_of_another_app'))
  })

  test('a token is refused when the response names another client', async () => {
    const aud = harness.foreign[provider].clientId
    const { accessToken } = await harness.world.issue[provider]({ overrides: { aud } })
    await expect(check(provider, accessToken)).rejects.toMatchObject(refused('token_of_another_app'))
  })

  test('an expired token is refused', async () => {
    const { accessToken } = await harness.world.issue[provider]()
    harness.world.clockSkew(200 * 365 * 86_400)
    await expect(check(provider, accessToken)).rejects.toMatchObject(refused('token_refused'))
  })

  test.each(['', ' ', 'nonsense', 'a b', 'a\r\nhost: evil.example', 'ä', 'x'.repeat(8193), '\u0000'])(
    'rejects a malformed token: %j',
    async (token) => {
      await expect(check(provider, token)).rejects.toMatchObject(refused('token_refused'))
      if (token !== 'nonsense') expect(harness.world.requests()).toEqual([])
    },
  )

  test('no address contains the token', async () => {
    const { accessToken } = await harness.world.issue[provider]()
    await check(provider, accessToken)
    const addresses = harness.world.requests().map(({ path, query }) => `${path}?${query}`)
    expect(addresses.length).toBeGreaterThan(0)
    expect(addresses.join('\n')).not.toContain(accessToken)
  })
})

test.each([
  [{ email_verified: false }],
  [{ email_verified: 'false' }],
  [{ email_verified: undefined }],
  [{ email: 'x' }],
])('google: requires a verified address: %o', async (overrides) => {
  const { accessToken } = await harness.world.issue.google({ overrides })
  await expect(check('google', accessToken)).rejects.toMatchObject(refused('email_not_verified'))
})

test('google: a token without the scope email is refused', async () => {
  const { accessToken } = await harness.world.issue.google({ scopes: ['openid', 'profile'] })
  await expect(check('google', accessToken)).rejects.toMatchObject(refused('email_not_verified'))
})

test('google: userinfo must name the account of tokeninfo', async () => {
  const { accessToken } = await harness.world.issue.google()
  const body = { sub: '1', email: 'other@example.com', email_verified: true }
  harness.world.faults.set({ host: 'openidconnect.googleapis.com', path: /.*/, body })
  await expect(check('google', accessToken)).rejects.toMatchObject(refused('token_refused'))
})

test('discord: a token without the scope identify identifies no account', async () => {
  const { accessToken } = await harness.world.issue.discord({ scopes: ['guilds'] })
  await expect(check('discord', accessToken)).rejects.toMatchObject(refused('token_refused'))
})

test('discord: numeric ids become strings, and an avatar that is not a hash is dropped', async () => {
  const client = { ...harness.own.discord, clientId: '123' }
  const body = { application: { id: 123 }, user: { id: 456, username: 'one', avatar: '../../x' } }
  harness.world.faults.set({ host: 'discord.com', path: /.*/, body })
  expect(await check('discord', 'token', client)).toEqual({
    subject: '456',
    display: '456',
    displayName: 'one',
    avatarUrl: null,
    email: null,
  })
})

test('github: a wrong or missing secret is reported as a misconfigured app', async () => {
  const { accessToken } = await harness.world.issue.github()
  for (const clientSecret of ['wrong', '', undefined])
    await expect(check('github', accessToken, { ...harness.own.github, clientSecret })).rejects.toMatchObject({
      name: 'ProviderMisconfiguredError',
      isIncomplete: clientSecret !== 'wrong',
    })
})

test('github: a client id cannot change the request’s address', async () => {
  const client = { ...harness.own.github, clientId: '../user?' }
  await expect(check('github', 'token', client)).rejects.toMatchObject({ name: 'ProviderMisconfiguredError' })
  expect(harness.world.requests().map(({ path }) => path)).toEqual([
    `/applications/${encodeURIComponent('../user?')}/token`,
  ])
})
