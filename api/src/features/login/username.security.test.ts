import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, signInAs, signInAsAdmin, type TestApp, testServer, type TestServer } from '../../testing.ts'
import { decoy } from '../../lib/passwords.ts'

let server: TestServer
let app: TestApp
let adminToken: string
beforeAll(async () => {
  server = await testServer()
  adminToken = await signInAsAdmin(server)
  app = await createTestApp(server, adminToken, 'Logins')
})
afterAll(() => server.stop())

const login = (username: string, password: string, type = 'login', appId = app.id, headers = {}) =>
  server.send('POST', '/user/login-username', { body: { appId, username, password, type }, headers })

describe('register and login', () => {
  test('answer as existing clients expect', async () => {
    const registered = await login('Grace', 'compiler', 'register')
    expect([registered.status, Object.keys(registered.body.data)]).toEqual([200, ['token']])
    expect((await login('grace', 'compiler')).status).toBe(200)
    const again = await login('Grace', 'compiler', 'register')
    expect([again.status, again.body.message]).toEqual([400, 'Username already exists'])
    const wrong = await login('Grace', 'not that')
    expect([wrong.status, wrong.body.message]).toEqual([400, 'Incorrect username or password'])
  })

  test('of 20 concurrent registrations of one name one succeeds, and the others leave nothing', async () => {
    const before = await server.resources.db.prisma.user.count()
    const statuses = await Promise.all(
      Array.from({ length: 20 }, () => login('contested', 'password', 'register').then(({ status }) => status)),
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 400)).toHaveLength(19)
    expect(await server.resources.db.prisma.user.count()).toBe(before + 1)
  })

  test('look-alike names are one name: width, case and composition do not create a second user', async () => {
    expect((await login('Zoë', 'password', 'register')).status).toBe(200)
    for (const name of ['Zoë', 'ＺＯË', 'zoë'])
      expect((await login(name, 'password', 'register')).body.message).toBe('Username already exists')
  })

  test('short names, short passwords and control characters are refused', async () => {
    for (const [name, password] of [
      ['ab', 'password'],
      ['abc', '12345'],
      ['a\u0007bc', 'password'],
      ['   a   ', 'password'],
    ])
      expect((await login(name!, password!, 'register')).status).toBe(400)
  })

  test('a password is measured in NFKC, 6 to 256 characters', async () => {
    const registered = 'a\u0308'.repeat(256)
    expect((await login('composer', registered, 'register')).status).toBe(200)
    expect((await login('composer', 'ä'.repeat(256))).status).toBe(200)
    const user = server.as((await login('composer', registered)).body.data.token)
    await user.account.updatePassword({ oldPassword: registered, newPassword: 'o\u0308'.repeat(256) })
    expect((await login('composer', 'ö'.repeat(256))).status).toBe(200)
    // One ligature is 18 letters; five letters with their accents are five.
    for (const password of ['\ufdfa'.repeat(15), 'a\u0308'.repeat(5), 'ä'.repeat(257)]) {
      for (const type of ['login', 'register']) {
        const { status, body } = await login('composer two', password, type)
        expect([status, body.issues[0].path]).toEqual([400, 'password'])
      }
      await expect(
        user.account.updatePassword({ oldPassword: 'ö'.repeat(256), newPassword: password }),
      ).rejects.toMatchObject({ status: 400, issues: [{ path: 'newPassword' }] })
    }
  })

  test('a switched-off method answers 403 for both', async () => {
    const closed = await createTestApp(server, adminToken, 'Closed')
    await server.as(adminToken).apps.update({ id: closed.id, usernameEnabled: false })
    for (const type of ['login', 'register'])
      expect((await login('somebody', 'password', type, closed.id)).status).toBe(403)
  })

  test('the same name in another app is another account', async () => {
    const other = await createTestApp(server, adminToken, 'Second')
    await login('shared name', 'password one', 'register')
    expect((await login('shared name', 'password one', 'login', other.id)).status).toBe(400)
    expect((await login('shared name', 'password two', 'register', other.id)).status).toBe(200)
  })
})

describe('user enumeration', () => {
  test('an unknown name and a wrong password give the same answer', async () => {
    await login('known', 'password', 'register')
    const answers = [await login('known', 'wrong one'), await login('unknown', 'wrong one')]
    const [known, unknown] = answers.map(({ status, body }) => ({ status, message: body.message, code: body.code }))
    expect(known).toEqual(unknown)
  })

  test('an unknown name costs one hash, as a known one does', async () => {
    await login('timed', 'password', 'register')
    // CPU time of this process, with its hashing threads: other work on the machine does not count.
    const cost = async (name: string) => {
      const before = process.cpuUsage()
      for (let turn = 0; turn < 7; turn += 1) await login(name, `wrong ${turn}`)
      const { user, system } = process.cpuUsage(before)
      return user + system
    }
    const adminCost = async (username: string) => {
      const before = process.cpuUsage()
      for (let turn = 0; turn < 7; turn += 1)
        await server.send('POST', '/admin/login', { body: { username, password: `wrong ${turn}` } })
      const { user, system } = process.cpuUsage(before)
      return user + system
    }
    await cost('warming up')
    // A lookup alone costs less than a tenth of a hash; the ratio only has to distinguish the two.
    expect((await cost('timed-nobody')) / (await cost('timed'))).toBeGreaterThan(0.4)
    expect((await adminCost('nobody here')) / (await adminCost('operator'))).toBeGreaterThan(0.4)
  })

  test('T: the hash for unknown names has the parameters of a stored one', async () => {
    await login('stored', 'password', 'register')
    const { passwordHash } = await server.resources.db.prisma.user.findFirstOrThrow({
      where: { passwordHash: { startsWith: '$argon2id$' } },
      select: { passwordHash: true },
    })
    /** Scheme, version, cost, and the lengths of salt and hash. */
    const parametersOf = (hash: string) => {
      const [scheme, version, cost, salt, key] = hash.split('$').slice(1)
      return { scheme, version, cost, salt: salt?.length, key: key?.length }
    }
    expect(parametersOf(decoy)).toEqual(parametersOf(passwordHash!))
  })
})

test('a forged X-Forwarded-For does not reset the count: no proxy is listed', async () => {
  await login('forwarded', 'the right one', 'register')
  const guess = (turn: number) =>
    login('forwarded', `guess ${turn}`, 'login', app.id, { 'x-forwarded-for': `203.0.113.${turn}` })
  for (let turn = 0; turn < 10; turn += 1) expect((await guess(turn)).status).toBe(400)
  expect((await guess(11)).status).toBe(429)
})

test('changing the password needs the old one, ends other sessions and keeps this one', async () => {
  const user = await signInAs(server, app.id, 'changer')
  const old = 'password of changer'
  const elsewhere = (await login('changer', old)).body.data.token
  await expect(
    user.client.account.updatePassword({ oldPassword: 'wrong', newPassword: 'brand new' }),
  ).rejects.toMatchObject({ status: 400, code: 'incorrect_password' })
  await user.client.account.updatePassword({ oldPassword: old, newPassword: 'brand new' })
  expect((await user.client.account.profile()).username).toBe('changer')
  await expect(server.as(elsewhere).account.profile()).rejects.toMatchObject({ status: 401 })
  expect((await login('changer', old)).status).toBe(400)
  expect((await login('changer', 'brand new')).status).toBe(200)
})

test('a login that began before a password change leaves no session', async () => {
  for (let round = 0; round < 4; round += 1) {
    const name = `overtaken ${round}`
    const user = await signInAs(server, app.id, name)
    const old = `password of ${name}`
    const logins = Array.from({ length: 4 }, () => login(name, old))
    const change = user.client.account.updatePassword({ oldPassword: old, newPassword: 'brand new' })
    const tokens = (await Promise.all(logins)).map(({ body }) => body.data?.token).filter(Boolean)
    await change
    for (const token of tokens) await expect(server.as(token).account.profile()).rejects.toMatchObject({ status: 401 })
  }
})

test('invisible characters do not create a look-alike name', async () => {
  await login('upper', 'password', 'register')
  for (const name of ['up\u200bper', '\u202eupper', '\u200b\u200c\u200d', '\u3164\u3164\u3164', 'up\u00adper'])
    expect((await login(name, 'password', 'register')).status).toBe(400)
  await login('οδος', 'password', 'register')
  expect((await login('ΟΔΟΣ', 'password', 'register')).body.message).toBe('Username already exists')
})

test('of two concurrent password changes one succeeds', async () => {
  const user = await signInAs(server, app.id, 'racer')
  const change = (newPassword: string) =>
    user.client.account.updatePassword({ oldPassword: 'password of racer', newPassword })
  const outcomes = await Promise.allSettled([change('password one'), change('password two')])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})
