import { redirectProviders, type RedirectProvider } from '@openauth/client'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startProviders, type TestProviders } from './testing.ts'
import type { RedirectLogin } from './types.ts'

let harness: TestProviders
beforeAll(async () => {
  harness = await startProviders()
})
afterAll(() => harness.world.stop())
afterEach(() => harness.world.faults.clear())

const finish = (provider: RedirectProvider, login: RedirectLogin, parameters: URLSearchParams) =>
  harness.providers[provider].finish({ ...login, parameters })
const denied = (error: string) => ({ name: 'ProviderDeniedError', error })
const failureOf = (call: Promise<unknown>): Promise<Error & { error?: string; description?: string }> =>
  call.then(
    () => expect.unreachable('expected the login to fail'),
    (error: unknown) => error as Error,
  )

const issuerOf = (provider: RedirectProvider): string => {
  const { googleAccounts, github, ...others } = harness.world.addresses
  return { ...others, google: googleAccounts, github: `${github}/login/oauth` }[provider]
}

const changes: [string, (parameters: URLSearchParams) => void][] = [
  ['without a state', (all) => all.delete('state')],
  ['with another state', (all) => all.set('state', 'x'.repeat(43))],
  ['with an empty state', (all) => all.set('state', '')],
  ['with two states', (all) => all.append('state', all.get('state')!)],
  ['with two codes', (all) => all.append('code', 'x')],
  ['without a code', (all) => all.delete('code')],
  ['with an empty code', (all) => all.set('code', '')],
  ["with another server's iss", (all) => all.set('iss', 'https://evil.example')],
  ['with two iss', (all) => ['a', 'b'].forEach((iss) => all.append('iss', iss))],
  ['with a token of the implicit flow', (all) => all.set('id_token', 'x')],
]

describe.each(redirectProviders)('%s', (provider) => {
  test.each(changes)('rejects a callback %s', async (_, change) => {
    const login = harness.newLogin(provider)
    const parameters = await harness.callbackOf(provider, login)
    change(parameters)
    harness.world.clearRequests()
    await expect(finish(provider, login, parameters)).rejects.toMatchObject(denied('invalid_callback'))
    expect(harness.world.requests()).toEqual([])
  })

  test('accepts the server’s own iss (RFC 9207)', async () => {
    const login = harness.newLogin(provider)
    const parameters = await harness.callbackOf(provider, login)
    parameters.set('iss', issuerOf(provider))
    expect(await finish(provider, login, parameters)).toMatchObject({ tokenType: 'bearer' })
  })

  test('rejects a code with another verifier, another redirect URI, or a second time', async () => {
    const login = harness.newLogin(provider)
    const parameters = await harness.callbackOf(provider, login)
    const other = harness.newLogin(provider)
    const stolen = { ...login, verifier: other.verifier }
    await expect(finish(provider, stolen, parameters)).rejects.toMatchObject({ name: 'ProviderDeniedError' })

    const again = await harness.callbackOf(provider, login)
    const moved = { ...login, redirectUri: login.redirectUri.replace('5cbb2c6e', '00000000') }
    await expect(finish(provider, moved, again)).rejects.toThrow(/Provider|provider|settings/)

    const fresh = await harness.callbackOf(provider, login)
    await finish(provider, login, fresh)
    await expect(finish(provider, login, fresh)).rejects.toMatchObject({ name: 'ProviderDeniedError' })
  })

  test('rejects another client’s code', async () => {
    const login = harness.newLogin(provider)
    const parameters = await harness.callbackOf(provider, { ...login, client: harness.foreign[provider] })
    await expect(finish(provider, login, parameters)).rejects.toMatchObject({ name: 'ProviderDeniedError' })
  })

  test('truncates an error’s text to 200 ASCII characters', async () => {
    const login = harness.newLogin(provider)
    const parameters = new URLSearchParams({
      state: login.state,
      error: `access_denied\r\nSet-Cookie: x\u001b[31m${'x'.repeat(1000)}`,
      error_description: `ä\u0000${'y'.repeat(1000)}`,
    })
    const error = await failureOf(finish(provider, login, parameters))
    for (const text of [error.error!, error.description!]) {
      expect(text).toHaveLength(200)
      expect(text).toMatch(/^[\x20-\x7e]*$/)
    }
    expect(error.message).toMatch(/^[\x20-\x7e]{1,300}$/)
  })

  test('rejects an error without the state', async () => {
    const parameters = new URLSearchParams({ error: 'access_denied' })
    await expect(finish(provider, harness.newLogin(provider), parameters)).rejects.toMatchObject(
      denied('invalid_callback'),
    )
  })

  test('redacts secrets that a server repeats from the exchange, and its errors have no cause', async () => {
    const login = harness.newLogin(provider)
    const parameters = await harness.callbackOf(provider, login)
    const secrets = [parameters.get('code')!, login.verifier, ...[login.client.clientSecret ?? []].flat()]
    const body = { error: 'invalid_grant', error_description: `no: ${secrets.join(' ')}` }
    for (const status of [400, 200]) {
      harness.world.faults.clear()
      harness.world.faults.set({ path: /.*/, status, body })
      const error = await failureOf(finish(provider, login, parameters))
      expect(error).toMatchObject(denied('invalid_grant'))
      expect(error.cause).toBeUndefined()
      for (const secret of secrets) expect(`${error.message} ${JSON.stringify(error)}`).not.toContain(secret)
    }
  })

  test.each([7, null, { a: 1 }])('drops a description that is not a string: %j', async (description) => {
    const login = harness.newLogin(provider)
    const parameters = await harness.callbackOf(provider, login)
    harness.world.faults.set({ path: /.*/, status: 400, body: { error: 'no', error_description: description } })
    expect(await failureOf(finish(provider, login, parameters))).toMatchObject({ error: 'no', description: undefined })
  })

  test.each(['server_error', 'temporarily_unavailable'])('%s in the exchange is an outage', async (error) => {
    const login = harness.newLogin(provider)
    const parameters = await harness.callbackOf(provider, login)
    harness.world.faults.set({ path: /.*/, status: 400, body: { error } })
    await expect(finish(provider, login, parameters)).rejects.toMatchObject({ name: 'ProviderUnavailableError' })
  })
})

test('tiktok: the account must match the token response', async () => {
  const login = harness.newLogin('tiktok')
  const parameters = await harness.callbackOf('tiktok', login)
  const user = { open_id: 'another', display_name: 'x', avatar_url: 'x' }
  harness.world.faults.set({ path: '/v2/user/info/', body: { data: { user }, error: { code: 'ok' } } })
  await expect(finish('tiktok', login, parameters)).rejects.toMatchObject({ reason: 'token_refused' })
})

test('discord: refuses a token that the exchange issued for another app’s client', async () => {
  const login = harness.newLogin('discord')
  const parameters = await harness.callbackOf('discord', login)
  const { accessToken } = await harness.world.issue.discord({ client: harness.world.clients.discord.foreign })
  harness.world.faults.set({ path: '/api/oauth2/token', body: { access_token: accessToken, token_type: 'Bearer' } })
  await expect(finish('discord', login, parameters)).rejects.toMatchObject({ reason: 'token_of_another_app' })
})
