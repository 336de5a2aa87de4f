import { type TOTP, URI } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signInAsAdmin, testServer, type TestServer } from '../../testing.ts'

// A fifth of every limit: four wrong codes a day, two wrong passwords from one address and from one browser.
const clock = { now: Date.UTC(2026, 0, 1, 12) }
const password = 'long enough to log in'
const HOME = '198.51.100.1'
let server: TestServer
let owner: string

beforeAll(async () => {
  const settings = { OPENAUTH_TRUSTED_PROXIES: '127.0.0.1', OPENAUTH_RATE_LIMIT_SCALE: '0.2' }
  server = await testServer(settings, { build: { clock: () => clock.now } })
  owner = await signInAsAdmin(server)
})
afterAll(() => server.stop())
beforeEach(() => void (clock.now += 300_000))

interface From {
  ip?: string
  cookie?: string | undefined
  isPage?: boolean
}
const send = (path: string, body: object, { ip = HOME, cookie, isPage }: From, token?: string) =>
  server.send('POST', path, {
    body,
    ...(token ? { token } : {}),
    headers: {
      'x-forwarded-for': ip,
      ...(cookie ? { cookie } : {}),
      ...(isPage ? { 'sec-fetch-site': 'same-origin' } : {}),
    },
  })
const logIn = (username: string, code: string | undefined, from: From = {}) =>
  send('/admin/login', { username, password, ...(code ? { code } : {}) }, from)
const codeOf = (uri: string, steps = 0) => (URI.parse(uri) as TOTP).generate({ timestamp: clock.now + steps * 30_000 })

let serial = 0
/** An admin with an authenticator, who signed in at home, in a browser or not. */
const newAdmin = async (home: From = {}) => {
  const username = `guessed ${(serial += 1)}`
  await server.as(owner).admins.create({ username, password, role: 'viewer' })
  const first = await logIn(username, undefined, home)
  const token = first.body.data.token as string
  const { uri } = await server.as(token).secondFactor.begin({ currentPassword: password })
  await server.as(token).secondFactor.confirm({ code: codeOf(uri, -1) })
  return { username, token, uri, cookie: first.headers.get('set-cookie')?.split(';', 1)[0] }
}

let networks = 0
const elsewhere = (): From => ({ ip: `203.0.113.${(networks += 1)}` })

/** Wrong codes with the right password, each from another network, until no more are taken. */
const useUpCodes = async (username: string) => {
  const answers = []
  for (let index = 0; index < 7; index += 1) answers.push((await logIn(username, '000000', elsewhere())).body.code)
  expect(answers).toEqual([
    ...Array.from({ length: 4 }, () => 'incorrect_code'),
    ...Array.from({ length: 3 }, () => 'too_many_attempts'),
  ])
}

describe('whoever knows the password of an admin, and uses all codes up from many networks,', () => {
  test('does not lock the admin out of an address of an earlier login', async () => {
    const { username, uri } = await newAdmin()
    await useUpCodes(username)
    expect((await logIn(username, codeOf(uri), elsewhere())).status).toBe(429)
    expect((await logIn(username, codeOf(uri))).status).toBe(200)
  })

  test('does not lock the admin out of a browser of an earlier login, wherever it is', async () => {
    const { username, uri, cookie } = await newAdmin({ isPage: true })
    expect(cookie).toBeTruthy()
    await useUpCodes(username)
    expect((await logIn(username, codeOf(uri), { ...elsewhere(), cookie })).status).toBe(200)
    expect(
      (await logIn(username, codeOf(uri, 1), { ...elsewhere(), cookie: `${cookie!.slice(0, -4)}AAAA` })).status,
    ).toBe(429)
  })

  test('does not keep a session there from changes that need a code', async () => {
    const { username, uri, token } = await newAdmin()
    await useUpCodes(username)
    const body = { currentPassword: password, code: codeOf(uri) }
    expect((await send('/admin/second-factor/recovery-codes', body, elsewhere(), token)).status).toBe(429)
    expect((await send('/admin/second-factor/recovery-codes', body, {}, token)).status).toBe(200)
  })
})

test('codes are limited for a known address and for a known browser too, each by itself', async () => {
  const { username, uri, token, cookie } = await newAdmin({ isPage: true })
  // In a session, where no wrong password is counted.
  const guess = (from: From) =>
    send('/admin/second-factor/recovery-codes', { currentPassword: password, code: '000000' }, from, token)
  const guesses = async (from: From) => {
    const codes = []
    for (let index = 0; index < 6; index += 1) codes.push((await guess(from)).body.code)
    return codes.filter((code) => code === 'incorrect_code').length
  }
  expect(await guesses({})).toBe(4)
  expect(await guesses({ cookie })).toBe(4)
  for (const from of [{}, { cookie }]) expect((await logIn(username, codeOf(uri), from)).status).toBe(429)
})
