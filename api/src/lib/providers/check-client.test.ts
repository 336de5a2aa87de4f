import { redirectProviders, type RedirectProvider } from '@openauth/client'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startProviders, type TestProviders } from './testing.ts'
import type { ClientCredentials, ClientVerdict } from './types.ts'

let harness: TestProviders
beforeAll(async () => {
  harness = await startProviders()
})
afterAll(() => harness.world.stop())
afterEach(() => harness.world.faults.clear())

const registered = (provider: RedirectProvider) => harness.newLogin(provider).redirectUri
const check = (provider: RedirectProvider, client: ClientCredentials, redirectUri = registered(provider)) =>
  harness.providers[provider].checkClient(client, redirectUri)

const withOtherSecret = (provider: RedirectProvider): ClientCredentials => {
  const { clientId, apple } = harness.own[provider]
  if (!apple) return { clientId, clientSecret: 'another-secret' }
  return { clientId, apple: { ...apple, privateKey: harness.foreign.apple.apple!.privateKey } }
}

/** What each provider tells of a wrong id, a wrong secret and an address that is not registered. */
const verdicts: Record<RedirectProvider, { id: ClientVerdict; secret: ClientVerdict; redirect: ClientVerdict }> = {
  google: { id: 'wrong_client_id', secret: 'wrong_secret', redirect: 'redirect_not_registered' },
  discord: { id: 'wrong_client', secret: 'wrong_client', redirect: 'redirect_not_registered' },
  twitter: { id: 'wrong_client', secret: 'wrong_client', redirect: 'accepted' },
  tiktok: { id: 'wrong_client', secret: 'wrong_client', redirect: 'accepted' },
  github: { id: 'wrong_client_id', secret: 'wrong_client', redirect: 'redirect_not_registered' },
  huggingface: { id: 'wrong_client', secret: 'wrong_client', redirect: 'accepted' },
  line: { id: 'wrong_client', secret: 'wrong_client', redirect: 'accepted' },
  apple: { id: 'wrong_client', secret: 'wrong_client', redirect: 'wrong_client' },
}

describe.each(redirectProviders)('%s', (provider) => {
  test('accepts its own client and that of others, without a person', async () => {
    expect(await check(provider, harness.own[provider])).toBe('accepted')
    expect(await check(provider, harness.foreign[provider])).toBe('accepted')
  })

  test('tells what is wrong with a client', async () => {
    const { id, secret, redirect } = verdicts[provider]
    const own = harness.own[provider]
    expect(await check(provider, { ...own, clientId: 'nobody' })).toBe(id)
    expect(await check(provider, withOtherSecret(provider))).toBe(secret)
    expect(await check(provider, own, 'https://elsewhere.example/callback')).toBe(redirect)
  })

  test('that answers 401 without an error refuses the client', async () => {
    harness.world.faults.set({ path: /.*/, status: 401, body: { message: 'no' } })
    expect(await check(provider, harness.own[provider])).toBe('wrong_client')
  })

  test('that answers with something undocumented is told apart from one that does not answer', async () => {
    harness.world.faults.set({ path: /.*/, status: 400, body: { error: 'teapot' }, times: 1 })
    await expect(check(provider, harness.own[provider])).rejects.toMatchObject({
      name: 'ProviderDeniedError',
      error: 'teapot',
    })
    harness.world.faults.set({ path: /.*/, kind: 'error', times: 1 })
    await expect(check(provider, harness.own[provider])).rejects.toMatchObject({ name: 'ProviderUnavailableError' })
  })
})
