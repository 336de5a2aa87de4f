import { describe, expect, test } from 'vitest'
import { intercept, ready } from './react/browser.ts'
import { browser, settings, signedIn, user, useHarness } from './react/harness.ts'

useHarness()

describe('a wallet', () => {
  const challenge = { data: { message: 'Sign ä', nonce: 'n', expiresAt: 1 } }

  test('of Ethereum signs the challenge with personal_sign', async () => {
    const { token } = await user('eth-user')
    const page = await browser.open(settings)
    await ready(page)
    const asked = await intercept(page, '/user/challenge', 200, challenge)
    const sent = await intercept(page, '/user/login-ethereum', 200, { data: { token } })
    const calls = await page.evaluate(async () => {
      const calls: unknown[] = []
      const request = async (call: { method: string; params?: unknown[] }) => {
        calls.push(call)
        return call.method === 'eth_requestAccounts' ? ['0xAb'] : '0x51'
      }
      await window.oa.ethereum.submit({ request })
      return calls
    })
    const uri = `${browser.origin}/`
    expect(asked[0]!.body).toEqual({ appId: settings.appId, chain: 'ethereum', address: '0xAb', uri, purpose: 'login' })
    expect(calls[1]).toEqual({ method: 'personal_sign', params: ['0x5369676e20c3a4', '0xAb'] })
    expect(sent[0]!.body).toMatchObject({ ethAddress: '0xAb', signature: '0x51', message: 'Sign ä' })
  })

  test('of Solana signs the challenge, and its signature is sent in base58', async () => {
    const { token } = await user('sol-user')
    const page = await browser.open(settings)
    await ready(page)
    await intercept(page, '/user/challenge', 200, challenge)
    const sent = await intercept(page, '/user/login-solana', 200, { data: { token } })
    const message = await page.evaluate(async () => {
      let message = ''
      const signMessage = async (bytes: Uint8Array) => {
        message = new TextDecoder().decode(bytes)
        return { signature: new TextEncoder().encode('\0\0Hello World!') }
      }
      const wallet = { publicKey: null as string | null, signMessage, connect: async () => (wallet.publicKey = 'So1') }
      await window.oa.solana.submit(wallet)
      return message
    })
    expect(message).toBe('Sign ä')
    // "Hello World!" is an example of https://datatracker.ietf.org/doc/html/draft-msporny-base58-03
    expect(sent[0]!.body).toMatchObject({ solAddress: 'So1', signature: '112NEpo7TZRRrLZSi2U', message: 'Sign ä' })
  })

  test('whose user rejects the request sets `error` and makes no login call', async () => {
    const page = await browser.open(settings)
    await ready(page)
    const refused = page.evaluate(() => {
      const request = () => Promise.reject(new Error('User rejected the request'))
      return window.oa.ethereum.submit({ request })
    })
    expect(await refused).toBe(false)
    await page.waitForFunction(() => window.oa.ethereum.error?.message === 'User rejected the request')
  })
})

describe('Telegram', () => {
  const widget = { id: 1, first_name: 'Ä', auth_date: 2, hash: 'h' }
  test.each([
    [
      'a mini-app',
      `#tgWebAppData=${encodeURIComponent('user=%7B%7D&hash=h')}&tgWebAppVersion=8.0`,
      'user=%7B%7D&hash=h',
    ],
    ['the Login Widget', `#tgAuthResult=${Buffer.from(JSON.stringify(widget)).toString('base64url')}`, widget],
  ])('reads the data of %s from the address', async (_, hash, data) => {
    const { token } = await user(`telegram ${hash.length}`)
    const page = await browser.open(settings, `/${hash}`)
    await ready(page)
    const sent = await intercept(page, '/user/login-telegram', 200, { data: { token } })
    expect(await page.evaluate(() => window.oa.telegram.submit())).toBe(true)
    expect(sent[0]!.body).toEqual({ appId: settings.appId, data })
  })

  test('an attempt without data sets an error that says what to do', async () => {
    const page = await browser.open(settings)
    await ready(page)
    expect(await page.evaluate(() => window.oa.telegram.submit())).toBe(false)
  })
})

test('passkey options and responses are exchanged as JSON, with and without the browser’s own JSON methods', async () => {
  const { page, token } = await signedIn('passkeys')
  const cdp = await browser.context.newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true } as const
  const more = { hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true }
  await cdp.send('WebAuthn.addVirtualAuthenticator', { options: { ...options, ...more } })
  const challenge = Buffer.alloc(32, 7).toString('base64url')
  const creation = {
    challenge,
    rp: { id: 'localhost', name: 'Hooks' },
    user: { id: Buffer.alloc(16, 3).toString('base64url'), name: 'p', displayName: 'P' },
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    authenticatorSelection: { residentKey: 'required' },
  }
  const passkey = { id: 'x', name: 'Laptop', createdAt: 1, lastUsedAt: null }
  await intercept(page, '/user/passkeys/register/options', 200, { data: creation })
  const registered = await intercept(page, '/user/passkeys/register/verify', 200, { data: passkey })
  await intercept(page, '/user/passkeys/login/options', 200, { data: { challenge, rpId: 'localhost' } })
  const shown = await intercept(page, '/user/passkeys/login/verify', 200, { data: { token } })
  const forget = () => {
    const forms = PublicKeyCredential as unknown as Record<string, unknown>
    for (const name of ['parseCreationOptionsFromJSON', 'parseRequestOptionsFromJSON']) forms[name] = undefined
    delete (PublicKeyCredential.prototype as { toJSON?: unknown }).toJSON
  }
  for (const prepare of [() => {}, forget]) {
    await page.evaluate(prepare)
    expect(await page.evaluate(() => window.oa.bindPasskey.submit({ name: 'Laptop' }))).toBe(true)
    expect(await page.evaluate(() => window.oa.passkey.submit())).toBe(true)
  }
  const text = expect.stringMatching(/^[\w-]+$/)
  expect(registered).toHaveLength(2)
  for (const { body } of registered) {
    const response = { clientDataJSON: text, attestationObject: text, transports: ['internal'] }
    expect(body).toMatchObject({ name: 'Laptop', response: { rawId: text, type: 'public-key', response } })
  }
  expect(shown).toHaveLength(2)
  for (const { body } of shown) {
    const response = {
      clientDataJSON: text,
      authenticatorData: text,
      signature: text,
      userHandle: 'AwMDAwMDAwMDAwMDAwMDAw',
    }
    expect(body).toMatchObject({ appId: settings.appId, response: { id: text, response } })
  }
})
