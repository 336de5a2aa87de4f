import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startProviders, type TestProviders } from './testing.ts'

let at: TestProviders
beforeAll(async () => {
  at = await startProviders()
})
afterAll(() => at.world.stop())
afterEach(() => {
  at.world.faults.clear()
  at.world.clockSkew(0)
  at.world.clearRequests()
})

const checkers = ['google', 'discord', 'github'] as const
type Checker = (typeof checkers)[number]

const check = (provider: Checker, token: string, client = at.own[provider]) =>
  at.providers[provider].checkAccessToken!(client, token)
const refused = (reason: string) => ({ name: 'ProviderRefusedError', reason })

test('only those that tell whose client a token is check access tokens', () => {
  const able = Object.entries(at.providers).filter(([, { checkAccessToken }]) => checkAccessToken)
  expect(able.map(([name]) => name).toSorted()).toEqual(checkers.toSorted())
})

describe.each(checkers)('%s', (provider) => {
  test("the own client's token proves the account that a redirect login proves", async () => {
    const { accessToken } = await at.world.issue[provider]()
    const { account } = await at.logIn(provider)
    // GitHub's check tells the name too only here.
    expect(await check(provider, accessToken)).toEqual(account)
  })

  test("S20: another client's token is refused as such, though it is valid and the same person's", async () => {
    const { accessToken } = await at.world.issue[provider]({ client: at.world.clients[provider].foreign })
    await expect(check(provider, accessToken)).rejects.toMatchObject(refused('token_of_another_app'))
  })

  test('a token is refused when the answer names another client', async () => {
    const aud = at.foreign[provider].clientId
    const { accessToken } = await at.world.issue[provider]({ overrides: { aud } })
    await expect(check(provider, accessToken)).rejects.toMatchObject(refused('token_of_another_app'))
  })

  test('an expired token is refused', async () => {
    const { accessToken } = await at.world.issue[provider]()
    at.world.clockSkew(200 * 365 * 86_400)
    await expect(check(provider, accessToken)).rejects.toMatchObject(refused('token_refused'))
  })

  test.each(['', ' ', 'nonsense', 'a b', 'a\r\nhost: evil.example', 'ä', 'x'.repeat(8193), '\u0000'])(
    'what is no token is refused: %j',
    async (token) => {
      await expect(check(provider, token)).rejects.toMatchObject(refused('token_refused'))
      if (token !== 'nonsense') expect(at.world.requests()).toEqual([])
    },
  )

  test('the token is in no address', async () => {
    const { accessToken } = await at.world.issue[provider]()
    await check(provider, accessToken)
    const addresses = at.world.requests().map(({ path, query }) => `${path}?${query}`)
    expect(addresses.length).toBeGreaterThan(0)
    expect(addresses.join('\n')).not.toContain(accessToken)
  })
})

test.each([
  [{ email_verified: false }],
  [{ email_verified: 'false' }],
  [{ email_verified: undefined }],
  [{ email: 'x' }],
])('google: the address must be verified: %o', async (overrides) => {
  const { accessToken } = await at.world.issue.google({ overrides })
  await expect(check('google', accessToken)).rejects.toMatchObject(refused('email_not_verified'))
})

test('google: a token without the scope email is refused', async () => {
  const { accessToken } = await at.world.issue.google({ scopes: ['openid', 'profile'] })
  await expect(check('google', accessToken)).rejects.toMatchObject(refused('email_not_verified'))
})

test('google: userinfo must speak of whom tokeninfo speaks of', async () => {
  const { accessToken } = await at.world.issue.google()
  const body = { sub: '1', email: 'other@example.com', email_verified: true }
  at.world.faults.set({ host: 'openidconnect.googleapis.com', path: /.*/, body })
  await expect(check('google', accessToken)).rejects.toMatchObject(refused('token_refused'))
})

test('discord: a token without the scope identify proves nobody', async () => {
  const { accessToken } = await at.world.issue.discord({ scopes: ['guilds'] })
  await expect(check('discord', accessToken)).rejects.toMatchObject(refused('token_refused'))
})

test('discord: numbers for ids become text, a picture that is no hash is none', async () => {
  const client = { ...at.own.discord, clientId: '123' }
  const body = { application: { id: 123 }, user: { id: 456, username: 'one', avatar: '../../x' } }
  at.world.faults.set({ host: 'discord.com', path: /.*/, body })
  expect(await check('discord', 'token', client)).toEqual({
    subject: '456',
    display: '456',
    displayName: 'one',
    avatarUrl: null,
    email: null,
  })
})

test("github: the app's settings are to blame when its secret is wrong or missing", async () => {
  const { accessToken } = await at.world.issue.github()
  for (const clientSecret of ['wrong', '', undefined])
    await expect(check('github', accessToken, { ...at.own.github, clientSecret })).rejects.toMatchObject({
      ...{ name: 'ProviderMisconfiguredError', isIncomplete: clientSecret !== 'wrong' },
    })
})

test('github: a client id cannot lead to another address', async () => {
  const client = { ...at.own.github, clientId: '../user?' }
  await expect(check('github', 'token', client)).rejects.toMatchObject({ name: 'ProviderMisconfiguredError' })
  expect(at.world.requests().map(({ path }) => path)).toEqual([`/applications/${encodeURIComponent('../user?')}/token`])
})
