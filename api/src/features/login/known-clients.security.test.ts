import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminCredentials, signInAsAdmin, testServer, type TestServer } from '../../testing.ts'
import { deleteExpiredRows } from '../housekeeping.ts'

// A tenth of every limit: 1 wrong guess for account and address, 1 for a device, 10 for the account, 20 for the
// address.

let server: TestServer
let appId: string
let adminToken: string
beforeAll(async () => {
  server = await testServer({ OPENAUTH_TRUSTED_PROXIES: '127.0.0.1', OPENAUTH_RATE_LIMIT_SCALE: '0.1' })
  adminToken = await signInAsAdmin(server)
  const admin = server.as(adminToken)
  appId = (await admin.apps.create({ name: 'Guarded' })).id
})
afterAll(() => server.stop())

const PASSWORD = 'the right one'
const HOME = '198.51.100.1'

interface From {
  ip?: string
  cookie?: string
  isPage?: boolean
}
const call = (path: string, body: object, { ip = HOME, cookie, isPage }: From) =>
  server.send('POST', path, {
    body,
    headers: {
      'x-forwarded-for': ip,
      ...(cookie ? { cookie } : {}),
      ...(isPage ? { 'sec-fetch-site': 'same-origin' } : {}),
    },
  })
const login = (username: string, from: From = {}, password = PASSWORD, type = 'login') =>
  call('/user/login-username', { appId, username, password, type }, from)
const statusOf = async (answer: ReturnType<typeof login>) => (await answer).status
const deviceOf = (answer: Awaited<ReturnType<typeof login>>) =>
  (answer.headers.get('set-cookie') ?? '').split(';', 1)[0]!

let networks = 0
/** A different network in each call. */
const otherNetwork = (): From => ({ ip: `203.0.${Math.floor((networks += 1) / 250)}.${(networks % 250) + 1}` })

/** Uses up all guesses that unknown clients have for an account. */
const useUpGuesses = async (guess: (from: From) => ReturnType<typeof login>) => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => guess(otherNetwork())))
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(2)
}

describe('S5: password guesses by strangers', () => {
  test('do not lock the owner out of an address from which the account logged in', async () => {
    await login('owner', {}, PASSWORD, 'register')
    await useUpGuesses((from) => login('owner', from, 'a guess'))
    expect(await statusOf(login('owner', otherNetwork()))).toBe(429)
    expect(await statusOf(login('owner'))).toBe(200)
  })

  test('cause no writes: a login stores a known client again only when its remaining lifetime is short', async () => {
    const { pool } = server.resources.db
    const clients = async () =>
      (
        await pool.query(
          'SELECT xmin, xmax, "expiresAt" FROM "KnownClient" WHERE "expiresAt" < now() + interval \'9 days\'',
        )
      ).rows
    await login('regular', {}, PASSWORD, 'register')
    // A row that was locked in vain would show it in `xmax`.
    const before = (await pool.query('SELECT xmin, xmax FROM "KnownClient" ORDER BY account')).rows
    expect(await statusOf(login('regular'))).toBe(200)
    expect((await pool.query('SELECT xmin, xmax FROM "KnownClient" ORDER BY account')).rows).toEqual(before)
    await pool.query(`UPDATE "KnownClient" SET "expiresAt" = now() + interval '8 days'`)
    const old = (await clients()).length
    expect(await statusOf(login('regular'))).toBe(200)
    expect(await clients()).toHaveLength(old - 1)
  })

  test('do not lock the owner out of a browser that logged in before, wherever it is', async () => {
    const registered = await login('traveller', { isPage: true }, PASSWORD, 'register')
    const cookie = deviceOf(registered)
    expect(registered.headers.get('set-cookie')).toMatch(
      /^openauth_device=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Strict$/,
    )
    await useUpGuesses((from) => login('traveller', from, 'a guess'))
    expect(await statusOf(login('traveller', otherNetwork()))).toBe(429)
    const back = await login('traveller', { ...otherNetwork(), cookie, isPage: true })
    // A known cookie is kept.
    expect([back.status, back.headers.get('set-cookie')]).toEqual([200, null])
  })

  test('do not lock an admin out', async () => {
    const guess = (from: From, password = 'a guess') =>
      call('/admin/login', { username: adminCredentials.username, password }, from)
    expect(await statusOf(guess({}, adminCredentials.password))).toBe(200)
    await useUpGuesses(guess)
    expect(await statusOf(guess(otherNetwork(), adminCredentials.password))).toBe(429)
    expect(await statusOf(guess({}, adminCredentials.password))).toBe(200)
  })
})

describe("S5: an attacker's guesses", () => {
  test("from the owner's address have a limited budget, which is not that of the owner's browser", async () => {
    const cookie = deviceOf(await login('neighbour', { isPage: true }, PASSWORD, 'register'))
    expect(await statusOf(login('neighbour', {}, 'a guess'))).toBe(400)
    expect(await statusOf(login('neighbour', {}, 'a guess'))).toBe(429)
    expect(await statusOf(login('neighbour', { cookie }))).toBe(200)
  })

  test('with a stolen device cookie have a limited budget, in parallel and from all networks', async () => {
    const cookie = deviceOf(await login('robbed', { isPage: true }, PASSWORD, 'register'))
    const guesses = Array.from({ length: 8 }, () => statusOf(login('robbed', { ...otherNetwork(), cookie }, 'a guess')))
    expect((await Promise.all(guesses)).toSorted()).toEqual([400, ...Array.from({ length: 7 }, () => 429)])
  })

  test("with another account's cookie, or a forged one, count as those of an unknown client", async () => {
    await login('target', {}, PASSWORD, 'register')
    const other = deviceOf(await login('thief', { ...otherNetwork(), isPage: true }, PASSWORD, 'register'))
    await useUpGuesses((from) => login('target', { ...from, cookie: other }, 'a guess'))
    const forged = `openauth_device=${'A'.repeat(43)}`
    for (const cookie of [other, forged, 'openauth_device=', `x${other}`])
      expect(await statusOf(login('target', { ...otherNetwork(), cookie }))).toBe(429)
  })

  test('set no device cookie when wrong; other programs and sites never get one', async () => {
    const wrong = await login('nobody at all', { ...otherNetwork(), isPage: true }, 'a guess')
    const program = await login('program', otherNetwork(), PASSWORD, 'register')
    expect([wrong.status, wrong.headers.get('set-cookie')]).toEqual([400, null])
    expect([program.status, program.headers.get('set-cookie')]).toEqual([200, null])
  })
})

test('S5: a client that has not logged in for a long time is unknown again, and its row is deleted', async () => {
  await login('absent', {}, PASSWORD, 'register')
  const { prisma } = server.resources.db
  await prisma.knownClient.updateMany({ data: { expiresAt: new Date(Date.now() - 1000) } })
  await useUpGuesses((from) => login('absent', from, 'a guess'))
  expect(await statusOf(login('absent'))).toBe(429)
  await deleteExpiredRows(server.resources.db)
  expect(await prisma.knownClient.count()).toBe(0)
})

describe('S5: a device loses its budget when its session is ended or the password changes', () => {
  /** A new user who logged in at home. Its shared budget is used up, so that only a known client can log in. */
  const guessedOut = async () => {
    const username = `changed ${(networks += 1)}`
    const { body } = await login(username, {}, PASSWORD, 'register')
    const user = server.as(body.data.token as string)
    const { id } = await user.account.profile()
    await useUpGuesses((from) => login(username, from, 'a guess'))
    return { id, user, thief: () => statusOf(login(username)) }
  }
  type GuessedOut = Awaited<ReturnType<typeof guessedOut>>

  const operator = () => server.as(adminToken)
  test.each([
    [
      'the password is changed',
      ({ user }: GuessedOut) => user.account.updatePassword({ oldPassword: PASSWORD, newPassword: 'a new one' }),
    ],
    [
      'its session is ended by its user',
      async ({ user }: GuessedOut) => {
        const [{ id } = { id: '' }] = await user.account.sessions()
        await user.account.revokeSession({ id })
      },
    ],
    ['all sessions are ended', ({ id }: GuessedOut) => operator().users.endSessions({ appId, id })],
    ['the user is disabled', ({ id }: GuessedOut) => operator().users.disable({ appId, id })],
  ])('when %s', async (_, change) => {
    const account = await guessedOut()
    const { prisma } = server.resources.db
    const before = await prisma.knownClient.count()
    await change(account)
    expect(await prisma.knownClient.count()).toBe(before - 1)
    expect(await account.thief()).toBe(429)
  })

  test("when an admin's password changes, or an admin session is ended", async () => {
    const { prisma } = server.resources.db
    const password = 'another horse battery'
    const { id } = await operator().admins.create({ username: 'second', password })
    const enter = (from: From) => call('/admin/login', { username: 'second', password }, from)
    expect(await statusOf(enter({ ip: '198.51.100.7' }))).toBe(200)
    const session = await prisma.adminSession.findFirstOrThrow({ where: { adminId: id } })
    const changes = [
      () => operator().adminSessions.revoke({ id: session.id }),
      () => operator().admins.update({ id, password }),
    ]
    for (const change of changes) {
      const before = await prisma.knownClient.count()
      await change()
      expect(await prisma.knownClient.count()).toBe(before - 1)
      expect(await statusOf(enter({ ip: '198.51.100.7' }))).toBe(200)
    }
  })
})
