import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, signInAsAdmin, type TestApp, testServer, type TestServer } from '../../testing.ts'

// Limits on password guesses and registrations. The server is behind a proxy, so that each test has its own addresses.

let server: TestServer
let app: TestApp
let adminToken: string
beforeAll(async () => {
  server = await testServer({ OPENAUTH_TRUSTED_PROXIES: '127.0.0.1' })
  adminToken = await signInAsAdmin(server)
  app = await createTestApp(server, adminToken, 'Logins')
})
afterAll(() => server.stop())

interface Login {
  username: string
  password: string
  type?: 'login' | 'register'
  appId?: string
  /** The value of X-Forwarded-For. */
  ip?: string
}

const login = ({ ip = '192.0.2.1', ...input }: Login, target = server) =>
  target.send('POST', '/user/login-username', {
    body: { appId: app.id, type: 'login', ...input },
    headers: { 'x-forwarded-for': ip },
  })

/** A server with other limits, and an app there. */
const startLimited = async (scale: string) => {
  const limited = await testServer({ OPENAUTH_TRUSTED_PROXIES: '127.0.0.1', OPENAUTH_RATE_LIMIT_SCALE: scale })
  const { id: appId } = await createTestApp(limited, await signInAsAdmin(limited), 'Limited')
  const guess = (username: string, ip: string) => login({ appId, username, password: 'a wrong guess', ip }, limited)
  return { guess, stop: limited.stop }
}

const statusesOf = (answers: { status: number }[]) => answers.map(({ status }) => status)
const count = (statuses: number[], wanted: number) => statuses.filter((status) => status === wanted).length

test('S9: a flood of passwords from one address is limited with 429 and retry-after; other addresses are served first', async () => {
  const { guess, stop } = await startLimited('0')
  let served = 0
  const flood = Array.from({ length: 150 }, async (_, turn) => {
    const answer = await guess(`name ${turn}`, '203.0.113.66')
    if (answer.status === 400) served += 1
    return answer
  })
  // The first refusal shows that the address's queue is full.
  const refused = await Promise.any(flood.map(async (each) => ((await each).status === 429 ? each : Promise.reject())))
  expect([refused.body.code, refused.headers.get('retry-after')]).toEqual(['too_many_attempts', '2'])
  const before = served
  expect((await guess('bystander', '198.51.100.1')).status).toBe(400)
  expect(served - before).toBeLessThan(25)
  await Promise.all(flood)
  await stop()
})

describe('password guessing', () => {
  test('parallel guesses cannot bypass the limit, and afterwards the correct password is refused too', async () => {
    const target = { username: 'target', password: 'the right one' }
    await login({ ...target, type: 'register' })
    const guesses = await Promise.all(
      Array.from({ length: 40 }, (_, index) => login({ ...target, password: `guess number ${index}` })),
    )
    expect(count(statusesOf(guesses), 400)).toBe(10)
    const limited = guesses.find(({ status }) => status === 429)!
    expect(limited.body.code).toBe('too_many_attempts')
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(60)
    expect((await login(target)).status).toBe(429)
    expect((await login({ username: 'bystander', password: 'password', type: 'register' })).status).toBe(200)
  })

  test('another spelling of the app id does not reset the count', async () => {
    await login({ username: 'spelled', password: 'the right one', type: 'register' })
    const spellings = [app.id, app.id.toUpperCase(), app.id.replace(/[a-f]/, (letter) => letter.toUpperCase())]
    const statuses = []
    for (let turn = 0; turn < 12; turn += 1)
      statuses.push(
        (await login({ username: 'spelled', password: `guess ${turn}`, appId: spellings[turn % 3]! })).status,
      )
    expect(count(statuses, 400)).toBe(10)
  })

  test("a stranger's attempts do not use up those of the owner elsewhere", async () => {
    const from = (ip: string, password: string) => login({ username: 'owner', password, ip })
    await login({ username: 'owner', password: 'the right one', type: 'register', ip: '198.51.100.1' })
    const guesses = await Promise.all(Array.from({ length: 120 }, (_, turn) => from('203.0.113.66', `guess ${turn}`)))
    expect(count(statusesOf(guesses), 400)).toBe(10)
    expect((await from('198.51.100.1', 'the right one')).status).toBe(200)
    // One IPv6 /64 has 2^64 addresses and one count.
    const fromNetwork = (turn: number) => from(`2001:db8:1:2::${turn.toString(16)}`, `guess ${turn}`)
    const answers = await Promise.all(Array.from({ length: 20 }, (_, turn) => fromNetwork(turn + 1)))
    expect(count(statusesOf(answers), 400)).toBe(10)
  })

  test("guesses from several addresses share the account's limit, guesses at several accounts the address's", async () => {
    // A tenth of every limit: 1 for account and address, 10 for the account, 20 for the address.
    const { guess, stop } = await startLimited('0.1')
    const turns = Array.from({ length: 30 }, (_, turn) => turn)
    const atOneAccount = await Promise.all(turns.map((turn) => guess('one account', `198.51.100.${turn}`)))
    expect(count(statusesOf(atOneAccount), 400)).toBe(10)
    const fromOneAddress = await Promise.all(turns.map((turn) => guess(`account ${turn}`, '203.0.113.1')))
    expect(count(statusesOf(fromOneAddress), 400)).toBe(20)
    await stop()
  })

  test('guesses by whoever has a session of the account are limited, in every call that asks for the password', async () => {
    const credentials = { username: 'robbed', password: 'the right one', ip: '198.51.100.20' }
    const { token } = (await login({ ...credentials, type: 'register' })).body.data
    const ask = (path: string, body: object) =>
      server.send('POST', path, { token, body, headers: { 'x-forwarded-for': '203.0.113.88' } })
    const guess = (turn: number) =>
      turn % 2 === 0
        ? ask('/user/reauthenticate', { password: `guess ${turn}` })
        : ask('/user/update-password', { oldPassword: `guess ${turn}`, newPassword: 'the new one' })
    const statuses = statusesOf(await Promise.all(Array.from({ length: 14 }, (_, turn) => guess(turn))))
    expect([count(statuses, 400), count(statuses, 429)]).toEqual([10, 4])
    expect((await ask('/user/reauthenticate', { password: credentials.password })).status).toBe(429)
  })

  test('registrations that test names are limited', async () => {
    const probe = () => login({ username: 'taken', password: 'password', type: 'register', ip: '203.0.113.77' })
    await probe()
    const statuses = statusesOf(await Promise.all(Array.from({ length: 140 }, probe)))
    expect([count(statuses, 400), count(statuses, 429)]).toEqual([119, 21])
  })

  test('correct passwords are not counted', async () => {
    const frequent = { username: 'frequent', password: 'password' }
    await login({ ...frequent, type: 'register' })
    for (let turn = 0; turn < 15; turn += 1) expect((await login(frequent)).status).toBe(200)
  })

  test('the limits apply to admins too', async () => {
    const guess = (password: string) =>
      server.send('POST', '/admin/login', { body: { username: 'operator2', password } })
    await server.as(adminToken).admins.create({ username: 'operator2', password: 'the right one' })
    for (let turn = 0; turn < 10; turn += 1) expect((await guess(`guess ${turn}`)).status).toBe(401)
    expect((await guess('the right one')).status).toBe(429)
  })

  test('only the last address of X-Forwarded-For is used, and only from a listed proxy', async () => {
    const { id: appId } = await createTestApp(server, adminToken, 'Proxied')
    const visitor = { appId, username: 'visitor', password: 'password', ip: '198.51.100.7, 203.0.113.9' }
    await login({ ...visitor, type: 'register' })
    const session = await server.resources.db.prisma.session.findFirstOrThrow({ where: { user: { appId } } })
    expect(session.ip).toBe('203.0.113.9')
  })
})
