import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInAs } from '../../testing.ts'
import { type LoginWorld, pageOrigin, startLoginWorld } from './testing.ts'
import { ethereumWallet, type TestWallet } from './wallets.testing.ts'

// What callers without a login may store or cost, by one address. Limits are a tenth of the usual ones.

let harness: LoginWorld
beforeAll(async () => {
  harness = await startLoginWorld({
    OPENAUTH_TRUSTED_PROXIES: '127.0.0.1',
    OPENAUTH_RATE_LIMIT_SCALE: '0.1',
    // Nothing listens there: a call to the chain fails, and counts.
    OPENAUTH_EVM_LOGIN_RPC_URL: 'http://127.0.0.1:9',
  })
})
afterAll(() => harness.stop())

/** A caller at an address of its own. */
const stranger = (ip: string) => {
  const headers = { 'x-forwarded-for': ip }
  const post = (path: string, body: object) =>
    harness.server.send('POST', path, { body: { appId: harness.app.id, ...body }, headers })
  const challenge = (address: string) =>
    post('/user/challenge', { chain: 'ethereum', address, uri: `${pageOrigin}/login` })
  const passkeyOptions = () => post('/user/passkeys/login/options', { uri: pageOrigin })
  const redirect = () => {
    const query = new URLSearchParams({ redirectUrl: `${pageOrigin}/page` }).toString()
    return fetch(`${harness.server.url}/auth/${harness.app.id}/github/oauth?${query}`, { redirect: 'manual', headers })
  }
  const ticket = (token: string) =>
    harness.server.send('POST', '/user/redirect-tickets', {
      token,
      headers,
      body: { provider: 'github', purpose: 'bind' },
    })
  const login = async (signer?: TestWallet) => {
    const wallet = ethereumWallet()
    const { message } = (await challenge(wallet.address)).body.data
    const signature = await (signer ?? wallet).sign(message)
    return post('/user/login-ethereum', { ethAddress: wallet.address, message, signature })
  }
  const guessToken = (turn: number) => post('/user/login-discord', { token: `made up ${turn}` })
  const mail = (turn: number) => post('/user/login-email/start', { email: `stranger${turn}@example.com` })
  return { challenge, passkeyOptions, redirect, ticket, login, mail, guessToken }
}

/** The statuses of the allowed calls, each once, and that of one call more. */
const statusesOf = async (most: number, call: (turn: number) => Promise<{ status: number }>) => {
  const statuses: number[] = []
  for (let turn = 0; turn <= most; turn += 1) statuses.push((await call(turn)).status)
  return [...new Set(statuses.slice(0, most)), statuses.at(-1)]
}

const rowsOf = (kind: 'challenge' | 'passkey' | 'redirect' | 'redirect_ticket') =>
  harness.server.resources.db.prisma.oneTime.count({ where: { kind } })

test('challenges of wallets and passkeys are limited together', async () => {
  const { challenge, passkeyOptions } = stranger('203.0.113.1')
  const { address } = ethereumWallet()
  const call = (turn: number) => (turn % 2 === 0 ? challenge(address) : passkeyOptions())
  expect(await statusesOf(30, call)).toEqual([200, 429])
  expect((await passkeyOptions()).status).toBe(429)
  expect([await rowsOf('challenge'), await rowsOf('passkey')]).toEqual([15, 15])
  expect((await stranger('203.0.113.2').challenge(address)).status).toBe(200)
})

test('begun redirect logins are limited, together with the tickets of sessions', async () => {
  const { redirect, ticket } = stranger('203.0.113.3')
  const { token } = await signInAs(harness.server, harness.app.id, 'ticketed')
  for (let turn = 0; turn < 10; turn += 1) expect((await ticket(token)).status).toBe(200)
  expect(await statusesOf(20, redirect)).toEqual([302, 429])
  expect((await ticket(token)).status).toBe(429)
  expect([await rowsOf('redirect'), await rowsOf('redirect_ticket')]).toEqual([20, 10])
})

test('accounts of new wallets are limited as registrations are', async () => {
  const { prisma } = harness.server.resources.db
  const before = await prisma.user.count()
  const { login } = stranger('203.0.113.4')
  expect(await statusesOf(12, () => login())).toEqual([200, 429])
  expect(await prisma.user.count()).toBe(before + 12)
})

test('mails with codes are limited over all addresses', async () => {
  expect(await statusesOf(3, stranger('203.0.113.5').mail)).toEqual([200, 429])
  expect(await harness.server.resources.db.prisma.emailCode.count()).toBe(3)
})

test('rejected credentials that cost a call to a provider are limited', async () => {
  expect(await statusesOf(20, stranger('203.0.113.7').guessToken)).toEqual([400, 429])
})

test("signatures that only a wallet's contract could verify are limited", async () => {
  const { login } = stranger('203.0.113.8')
  expect(await statusesOf(1, () => login(ethereumWallet()))).toEqual([502, 429])
})
