import { generateKeyPairSync } from 'node:crypto'
import { redirectProviders, type RedirectProvider } from '@openauth/client'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { appleClientSecret } from './apple-secret.ts'
import { startProviders, type TestProviders } from './testing.ts'
import type { ClientCredentials } from './types.ts'

let harness: TestProviders
beforeAll(async () => {
  harness = await startProviders()
})
afterAll(() => harness.world.stop())
afterEach(() => harness.world.faults.clear())

const misconfigured = { name: 'ProviderMisconfiguredError' }

const withSecret = (provider: RedirectProvider, secret: string | undefined): ClientCredentials => {
  const { clientId, apple } = harness.own[provider]
  if (provider !== 'apple') return { clientId, clientSecret: secret }
  return { clientId, apple: secret === undefined ? undefined : { ...apple!, privateKey: secret } }
}

describe.each(redirectProviders)('%s', (provider) => {
  test.each([undefined, ''])('a missing secret fails the login before it starts: %j', async (secret) => {
    const login = { ...harness.newLogin(provider), client: withSecret(provider, secret) }
    await expect(harness.providers[provider].start(login)).rejects.toMatchObject(misconfigured)
  })

  test('a missing client id fails it too', async () => {
    const login = harness.newLogin(provider)
    const client = { ...login.client, clientId: '' }
    await expect(harness.providers[provider].start({ ...login, client })).rejects.toMatchObject(misconfigured)
  })

  test('a secret that the provider rejects is reported to the operator, and not quoted', async () => {
    const login = harness.newLogin(provider)
    const parameters = await harness.callbackOf(provider, login)
    const wrong = provider === 'apple' ? harness.foreign.apple.apple!.privateKey : 'wrong-secret'
    const call = harness.providers[provider].finish({ ...login, client: withSecret(provider, wrong), parameters })
    const error = await call.catch((reason: unknown) => reason as Error)
    expect(error).toMatchObject(misconfigured)
    expect((error as Error).message).not.toContain(wrong)
  })

  test('a 401 without details means a wrong secret', async () => {
    const login = harness.newLogin(provider)
    const parameters = await harness.callbackOf(provider, login)
    harness.world.faults.set({ path: /.*/, status: 401, body: { message: 'no' } })
    await expect(harness.providers[provider].finish({ ...login, parameters })).rejects.toMatchObject(misconfigured)
  })
})

test.each(['twitter', 'tiktok', 'github'] as const)('%s: a 403 for a new token concerns the app', async (provider) => {
  const login = harness.newLogin(provider)
  const parameters = await harness.callbackOf(provider, login)
  const path = { twitter: '/2/users/me', tiktok: '/v2/user/info/', github: '/user' }[provider]
  harness.world.faults.set({ path, status: 403, body: { title: 'Client Forbidden', reason: 'client-not-enrolled' } })
  await expect(harness.providers[provider].finish({ ...login, parameters })).rejects.toMatchObject(misconfigured)
})

const pem = (curve: string) =>
  generateKeyPairSync('ec', { namedCurve: curve }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

test('apple: a key that is not a P-256 key in PKCS#8 is rejected, and not quoted', async () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const keys = [
    'x',
    '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----',
    rsa.export({ type: 'pkcs8', format: 'pem' }).toString(),
    pem('P-384'),
    harness.own.apple.apple!.privateKey.slice(0, 100),
  ]
  for (const key of keys) {
    const call = harness.providers.apple.start({ ...harness.newLogin('apple'), client: withSecret('apple', key) })
    const error = (await call.catch((reason: unknown) => reason)) as Error
    expect(error).toMatchObject(misconfigured)
    expect(error.cause).toBeUndefined()
    expect(error.message).not.toContain(key.slice(30, 60) || key)
  }
})

test('apple: the client secret has issuer, subject, audience and a lifetime of five minutes', async () => {
  const client = { clientId: 'com.example', apple: { teamId: 'TEAM', keyId: 'KEY', privateKey: `\n${pem('P-256')}\n` } }
  const secret = await appleClientSecret(client, 'https://appleid.apple.com')
  expect(decodeProtectedHeader(secret)).toEqual({ alg: 'ES256', kid: 'KEY' })
  const { iat, exp, ...claims } = decodeJwt(secret)
  expect(claims).toEqual({ iss: 'TEAM', sub: 'com.example', aud: 'https://appleid.apple.com' })
  expect(exp! - iat!).toBe(300)
})
