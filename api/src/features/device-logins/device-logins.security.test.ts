import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminCredentials, inParallel, signInAsAdmin, testServer, type TestServer } from '../../testing.ts'
import { deviceLoginsOf } from './device-logins.testing.ts'

let server: TestServer
let token: string
let logins: ReturnType<typeof deviceLoginsOf>
beforeAll(async () => {
  server = await testServer({ OPENAUTH_CONSOLE: 'on' })
  token = await signInAsAdmin(server)
  logins = deviceLoginsOf(server, token)
})
afterAll(() => server.stop())

const outcomesOf = (settled: PromiseSettledResult<unknown>[]) =>
  settled.map((each) => (each.status === 'fulfilled' ? 'fulfilled' : (each.reason as { code?: string }).code))

/** Forgets all counters, as their end would. */
const refill = () => logins.refill()

test('race of two pollers: of ten polls of an approved code one gets a session', async () => {
  const { deviceCode, userCode } = await logins.start()
  await logins.approve(userCode)
  const before = await logins.prisma.adminSession.count()
  const polls = await Promise.allSettled(inParallelPolls(deviceCode))
  expect(outcomesOf(polls).filter((outcome) => outcome === 'fulfilled')).toHaveLength(1)
  expect(await logins.prisma.adminSession.count()).toBe(before + 1)
  await expect(logins.poll(deviceCode)).rejects.toMatchObject({ code: 'expired_token' })
})
const inParallelPolls = (deviceCode: string) => Array.from({ length: 10 }, () => logins.poll(deviceCode))

test('a device code works once', async () => {
  const { deviceCode, userCode } = await logins.start()
  await logins.approve(userCode)
  await logins.poll(deviceCode)
  await expect(logins.poll(deviceCode)).rejects.toMatchObject({ code: 'expired_token' })
})

test('two decisions at once: an approval and a denial have one effect, and so have two approvals', async () => {
  const { userCode } = await logins.start()
  const { id } = await logins.approver.show({ userCode })
  const { approve, deny } = logins.approver
  const decided = await Promise.allSettled([
    approve({ id, userCode }),
    deny({ id, userCode }),
    approve({ id, userCode }),
  ])
  expect(outcomesOf(decided).toSorted()).toEqual(['device_login_not_found', 'device_login_not_found', 'fulfilled'])
})

test('polling flood: a device that asks too often is told to slow down, gets no token meanwhile, and waits longer each time', async () => {
  const { deviceCode, userCode } = await logins.start()
  await expect(logins.device.poll({ deviceCode })).rejects.toMatchObject({ code: 'authorization_pending' })
  await logins.approve(userCode)
  for (const interval of [10, 15]) {
    await expect(logins.device.poll({ deviceCode })).rejects.toMatchObject({ status: 400, code: 'slow_down' })
    const rows = await logins.prisma.deviceLogin.findMany({ where: { interval } })
    expect(rows).toHaveLength(1)
  }
  expect((await logins.poll(deviceCode)).token).toBeTruthy()
})

test('polling flood: polls of one address are limited', async () => {
  await refill()
  const polls = await inParallel(1801, () =>
    server.send('POST', '/admin/device-logins/token', { body: { deviceCode: 'unknown' } }),
  )
  expect(polls.filter(({ status }) => status === 429)).toHaveLength(1)
  await refill()
})

test('code brute force: an admin who types codes of others runs out of attempts, the right ones not counted', async () => {
  const { userCode } = await logins.start()
  for (let count = 0; count < 25; count += 1) await logins.approver.show({ userCode })
  const guesses = await inParallel(21, () => server.send('POST', '/admin/device-logins/show', guess))
  expect(guesses.map(({ status }) => status).filter((status) => status === 404)).toHaveLength(20)
  await expect(logins.approver.show({ userCode })).rejects.toMatchObject({ status: 429 })
  await refill()
})
const guess = {
  get token() {
    return token
  },
  body: { userCode: 'BBBB-BBBB' },
}

test('code brute force by many: one address starts a few logins only, and all together a bounded number', async () => {
  await refill()
  const starts = await inParallel(31, () => server.send('POST', '/admin/device-logins', { body: {} }))
  expect(starts.filter(({ status }) => status === 429)).toHaveLength(1)
  await refill()
  await server.resources.db.pool.query(`
    INSERT INTO "DeviceLogin" (id, "deviceDigest", "userDigest", ip, "expiresAt")
    SELECT gen_random_uuid(), sha256(n::text::bytea), sha256(n::text::bytea), 'x', now() + interval '1 minute'
    FROM generate_series(1, 10000) n`)
  await expect(logins.start()).rejects.toMatchObject({ status: 503, code: 'too_many_device_logins' })
  await logins.prisma.deviceLogin.deleteMany({ where: { ip: 'x' } })
})

test('session fixation: neither code nor the id of a session is chosen by the caller, and each approval makes a new session', async () => {
  const chosen = { deviceCode: 'chosen', userCode: 'BBBB-BBBB', sessionId: crypto.randomUUID() }
  const { body } = await server.send('POST', '/admin/device-logins', { body: chosen })
  expect(body.data.deviceCode).not.toBe(chosen.deviceCode)
  expect(body.data.userCode).not.toBe(chosen.userCode)
  const before = await logins.prisma.adminSession.findMany()
  await logins.approve(body.data.userCode)
  const { token: issued } = await logins.poll(body.data.deviceCode)
  const { data } = await server.as(issued).adminSessions.list()
  const current = data.find((session) => session.current)!
  expect([chosen.sessionId, ...before.map(({ id }) => id)]).not.toContain(current.id)
})

test('the database holds neither code, so that whoever reads it can use none', async () => {
  const { deviceCode, userCode } = await logins.start('digests')
  const rows = JSON.stringify(await logins.prisma.deviceLogin.findMany({ where: { deviceName: 'digests' } }))
  expect(rows).not.toContain(deviceCode)
  expect(rows).not.toContain(userCode.replace('-', ''))
})

describe('who approves', () => {
  test('a code that was shown is not approved in place of another: id and code belong together', async () => {
    const [mine, theirs] = [await logins.start(), await logins.start()]
    const { id } = await logins.approver.show({ userCode: mine.userCode })
    await expect(logins.approver.approve({ id, userCode: theirs.userCode })).rejects.toMatchObject({
      code: 'device_login_not_found',
    })
  })

  test('approval without a session, or with the token of a user or the secret of an app, is refused', async () => {
    const { userCode } = await logins.start()
    const { id } = await logins.approver.show({ userCode })
    for (const credential of [undefined, `oa_${'0'.repeat(32)}`, 'a.b.c']) {
      const path = `/admin/device-logins/${id}/approve`
      const body = { userCode }
      const answer = await server.send('POST', path, { ...(credential ? { token: credential } : {}), body })
      expect(answer.status).toBe(401)
    }
  })

  test('an old session needs the password, and a wrong one approves nothing', async () => {
    const { deviceCode, userCode } = await logins.start()
    await logins.age()
    const shown = await logins.approver.show({ userCode })
    expect(shown.needsPassword).toBe(true)
    await expect(logins.approve(userCode)).rejects.toMatchObject({ status: 403, code: 'fresh_login_required' })
    const wrong = logins.approve(userCode, { currentPassword: 'wrong' })
    await expect(wrong).rejects.toMatchObject({ status: 400, code: 'incorrect_password' })
    await logins.approve(userCode, { currentPassword: adminCredentials.password })
    expect((await logins.poll(deviceCode)).token).toBeTruthy()
    token = await signInAsAdmin(server)
    logins = deviceLoginsOf(server, token)
  })

  test('a session that began by a code breeds no further ones without the password', async () => {
    const first = await logins.start()
    await logins.approve(first.userCode)
    const { token: ofDevice } = await logins.poll(first.deviceCode)
    const bred = deviceLoginsOf(server, ofDevice)
    const second = await bred.start()
    await expect(bred.approve(second.userCode)).rejects.toMatchObject({ code: 'fresh_login_required' })
  })
})

describe('approved, but meanwhile', () => {
  const approved = async () => {
    const { admins } = server.as(token)
    const password = 'long enough'
    const { id } = await admins.create({ username: `approver ${Math.random()}`, password })
    const { username } = await admins.get({ id })
    const itsToken = (await server.as().setup.login({ username, password })).token
    const theirs = deviceLoginsOf(server, itsToken)
    const started = await theirs.start()
    await theirs.approve(started.userCode)
    return { id, started, theirs, itsToken }
  }
  const refused = { status: 400, code: 'expired_token' }

  test('the admin is deleted: the device gets no session', async () => {
    const { id, started, theirs } = await approved()
    await server.as(token).admins.delete({ id })
    await expect(theirs.poll(started.deviceCode)).rejects.toMatchObject(refused)
  })

  test('the admin has another password, set by a colleague: the device gets no session', async () => {
    const { id, started, theirs } = await approved()
    await server.as(token).admins.update({ id, password: 'another secret' })
    await expect(theirs.poll(started.deviceCode)).rejects.toMatchObject(refused)
  })

  test('the session that approved it is revoked: the device gets no session', async () => {
    const { id, started, theirs } = await approved()
    const sessions = await theirs.prisma.adminSession.findMany({ where: { adminId: id } })
    for (const session of sessions) await server.as(token).adminSessions.revoke({ id: session.id })
    await expect(theirs.poll(started.deviceCode)).rejects.toMatchObject(refused)
  })

  test('deletion and poll at once leave a deleted admin no session', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, started, theirs } = await approved()
      await Promise.allSettled([theirs.poll(started.deviceCode), server.as(token).admins.delete({ id })])
      expect(await theirs.prisma.adminSession.count({ where: { adminId: id } })).toBe(0)
    }
  })
})

test('a name that moves the cursor, hides itself or runs markup is stored without its control characters', async () => {
  const { userCode } = await logins.start('\u001b[2J\u202Elaptop\u200B\r\n<img src=x onerror=alert(1)>')
  expect(await logins.approver.show({ userCode })).toMatchObject({
    deviceName: '[2Jlaptop<img src=x onerror=alert(1)>',
  })
  await expect(logins.device.start({ deviceName: 'x'.repeat(257) })).rejects.toMatchObject({ status: 400 })
})
