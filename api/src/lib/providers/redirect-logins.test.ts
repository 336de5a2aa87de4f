import { redirectProviders, type RedirectProvider } from '@openauth/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startProviders, type TestProviders } from './testing.ts'
import type { ProviderAccount } from './types.ts'

let harness: TestProviders
beforeAll(async () => {
  harness = await startProviders()
})
afterAll(() => harness.world.stop())

/** Player One's account at each provider. */
const expected = (): Record<RedirectProvider, ProviderAccount> => {
  const { addresses, people } = harness.world
  const { subjects, email, name } = people[0]!
  const common = { displayName: name, email: null }
  const picture = expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/.+/) as string
  return {
    google: { ...common, subject: subjects.google, display: email, email, avatarUrl: picture },
    apple: { ...common, subject: subjects.apple, display: subjects.apple, email, avatarUrl: null },
    discord: {
      ...common,
      subject: subjects.discord,
      display: subjects.discord,
      avatarUrl: expect.stringContaining(`${addresses.discordCdn}/avatars/${subjects.discord}/`) as string,
    },
    twitter: { ...common, subject: subjects.twitter, display: 'player_one', avatarUrl: picture },
    tiktok: { ...common, subject: subjects.tiktok, display: subjects.tiktok, avatarUrl: picture },
    github: { ...common, subject: String(subjects.github), display: 'player-one', avatarUrl: picture },
    huggingface: { ...common, subject: subjects.huggingface, display: 'player-one', avatarUrl: picture },
  }
}

describe.each(redirectProviders)('%s', (provider) => {
  test('a redirect login returns the account', async () => {
    const obtained = await harness.logIn(provider, harness.world.people[0])
    expect(obtained).toEqual({
      accessToken: expect.stringMatching(/^[\x21-\x7e]{20,}$/) as string,
      tokenType: 'bearer',
      account: expected()[provider],
      ...(provider === 'tiktok' ? { openId: harness.world.people[0]!.subjects.tiktok } : {}),
    })
  })

  test('the authorization request contains state, PKCE, and a nonce where there is an ID token', async () => {
    const login = harness.newLogin(provider)
    const url = await harness.providers[provider].start(login)
    const parameters = Object.fromEntries(url.searchParams)
    expect(parameters).toMatchObject({
      response_type: 'code',
      redirect_uri: login.redirectUri,
      state: login.state,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
      code_challenge_method: 'S256',
      [provider === 'tiktok' ? 'client_key' : 'client_id']: login.client.clientId,
    })
    expect(parameters.nonce).toBe(['google', 'apple', 'huggingface'].includes(provider) ? login.nonce : undefined)
    expect(url.href).not.toContain(login.verifier)
  })

  test('no address and no login result contains a secret or a code', async () => {
    harness.world.clearRequests()
    const login = harness.newLogin(provider)
    const parameters = await harness.callbackOf(provider, login)
    const { accessToken, ...rest } = await harness.providers[provider].finish({ ...login, parameters })
    const addresses = harness.world.requests().map(({ path, query }) => `${path}?${query}`)
    const secrets = [accessToken, login.verifier, parameters.get('code')!, login.client.clientSecret ?? '-----BEGIN']
    for (const secret of secrets) {
      expect(addresses.join('\n')).not.toContain(secret)
      expect(JSON.stringify(rest)).not.toContain(secret)
    }
  })

  test('declining consent is a denied login', async () => {
    await expect(harness.logIn(provider, 'cancel')).rejects.toMatchObject({
      name: 'ProviderDeniedError',
      error: provider === 'apple' ? 'user_cancelled_authorize' : 'access_denied',
    })
  })
})

test('tiktok gets only client_key, and paths that end in a slash', async () => {
  const url = await harness.providers.tiktok.start(harness.newLogin('tiktok'))
  expect(url.searchParams.has('client_id')).toBe(false)
  expect(url.pathname).toMatch(/\/v2\/auth\/authorize\/$/)
})

test('apple sends the name only at the first consent', async () => {
  harness.world.forgetConsents()
  const [, two] = harness.world.people
  expect((await harness.logIn('apple', two)).account.displayName).toBe('Player Two')
  expect((await harness.logIn('apple', two)).account.displayName).toBeNull()
})

test.each(['', 'null', '[]', '"x"', '{', '{"name":null}', '{"name":{"firstName":{},"lastName":[]}}', '{"name":"x"}'])(
  'apple: accepts a malformed form field user: %s',
  async (user) => {
    const login = harness.newLogin('apple')
    const parameters = await harness.callbackOf('apple', login)
    parameters.set('user', user)
    const { account } = await harness.providers.apple.finish({ ...login, parameters })
    expect(account.displayName).toBeNull()
  },
)

test('player three has no picture at discord', async () => {
  expect((await harness.logIn('discord', harness.world.people[2])).account.avatarUrl).toBeNull()
})

test('the default addresses are https and as the vendors document', async () => {
  const { createProviders, providerAddresses } = await import('./index.ts')
  const outbound = () => Promise.reject(new Error('no call expected'))
  const providers = createProviders({ addresses: providerAddresses, outbound })
  const start = async (provider: RedirectProvider) => {
    const { origin, pathname } = await providers[provider].start(harness.newLogin(provider))
    return origin + pathname
  }
  expect(await Promise.all(redirectProviders.map(start))).toEqual([
    'https://accounts.google.com/o/oauth2/v2/auth',
    'https://discord.com/oauth2/authorize',
    'https://www.tiktok.com/v2/auth/authorize/',
    'https://github.com/login/oauth/authorize',
    'https://huggingface.co/oauth/authorize',
    'https://x.com/i/oauth2/authorize',
    'https://appleid.apple.com/auth/authorize',
  ])
})
