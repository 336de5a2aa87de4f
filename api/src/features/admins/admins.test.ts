import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminCredentials, signInAsAdmin, testServer, type TestServer } from '../../testing.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

describe('first set-up', () => {
  test('ten calls at once create one admin, and later calls are refused', async () => {
    expect(await server.send('GET', '/admin/config')).toMatchObject({
      status: 200,
      body: { data: { initialized: false } },
    })
    const attempts = Array.from({ length: 10 }, (_, index) =>
      server.send('POST', '/admin/setup', { body: { username: `admin${index}`, password: adminCredentials.password } }),
    )
    const statuses = (await Promise.all(attempts)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    const late = await server.send('POST', '/admin/setup', { body: adminCredentials })
    expect([late.status, late.body.message]).toEqual([403, 'Already initialized'])
    expect(await server.as().setup.config()).toEqual({ initialized: true })
    const [first] = await server.resources.db.prisma.admin.findMany()
    await server.resources.db.prisma.admin.update({
      where: { id: first!.id },
      data: { username: adminCredentials.username, usernameKey: adminCredentials.username },
    })
    token = await signInAsAdmin(server)
  })
})

describe('admins', () => {
  test('are created with 201, listed, renamed and found', async () => {
    const admin = server.as(token)
    const created = await server.send('POST', '/admin/admins', {
      token,
      body: { username: 'Grace', password: 'long enough' },
    })
    expect(created.status).toBe(201)
    expect(created.body.data).toEqual({ id: expect.any(Number), username: 'Grace', role: 'owner', apps: null })
    const { id } = created.body.data
    expect(await admin.admins.get({ id })).toMatchObject({ id, username: 'Grace' })
    expect(await admin.admins.list()).toContainEqual({ id, username: 'Grace', role: 'owner', apps: null })
    await expect(admin.admins.create({ username: 'ｇｒａｃｅ', password: 'long enough' })).rejects.toMatchObject({
      status: 400,
      message: 'Admin already exists',
    })
    await admin.admins.update({ id, username: 'Hopper' })
    expect((await server.as().setup.login({ username: 'hopper', password: 'long enough' })).token).toBeTruthy()
    await expect(admin.admins.get({ id: 999_999 })).rejects.toMatchObject({ status: 404, message: 'Admin not found' })
  })

  test('a wrong password and an unknown name get the same answer', async () => {
    const wrong = await server.send('POST', '/admin/login', { body: { ...adminCredentials, password: 'wrong' } })
    const unknown = await server.send('POST', '/admin/login', { body: { username: 'nobody', password: 'wrong' } })
    for (const { status, body } of [wrong, unknown])
      expect([status, body.message, body.code]).toEqual([401, 'Invalid username or password', 'invalid_admin_login'])
  })

  test('a deleted admin disappears, its token stops at once, and its name can be used again', async () => {
    const admin = server.as(token)
    const { id } = await admin.admins.create({ username: 'temporary', password: 'long enough' })
    const itsToken = (await server.as().setup.login({ username: 'temporary', password: 'long enough' })).token
    expect(await server.as(itsToken).setup.whoami()).toMatchObject({ id, username: 'temporary' })
    await admin.admins.delete({ id })
    await expect(server.as(itsToken).setup.whoami()).rejects.toMatchObject({ status: 401, message: 'Unauthorized' })
    await expect(admin.admins.get({ id })).rejects.toMatchObject({ status: 404 })
    await expect(admin.admins.delete({ id })).rejects.toMatchObject({ status: 404 })
    await expect(server.as().setup.login({ username: 'temporary', password: 'long enough' })).rejects.toMatchObject({
      status: 401,
    })
    await admin.admins.create({ username: 'temporary', password: 'long enough' })
  })

  test("a new password ends the admin's other sessions and keeps the current one; the audit has both names, and neither password", async () => {
    const admin = server.as(token)
    const { id } = await admin.admins.create({ username: 'changing', password: 'long enough' })
    const [first, second] = [await loginAs('changing', 'long enough'), await loginAs('changing', 'long enough')]
    await server.as(first).admins.update({ id, username: 'changed', password: 'another secret' })
    expect((await server.as(first).setup.whoami()).id).toBe(id)
    await expect(server.as(second).setup.whoami()).rejects.toMatchObject({ status: 401 })
    expect(await loginAs('changed', 'another secret')).toBeTruthy()
    const [line] = (await admin.audit.list({ action: 'admin.update', targetId: String(id) })).data
    expect(line!.details).toEqual({
      changed: ['username', 'password'],
      before: { username: 'changing' },
      after: { username: 'changed' },
    })
  })

  test('is not renamed by somebody who saw another name; of two who saw the same name, one renames it', async () => {
    const { admins } = server.as(token)
    const { id } = await admins.create({ username: 'renamed', password: 'long enough' })
    const rename = (username: string, expectedUsername: string) => admins.update({ id, username, expectedUsername })
    await expect(rename('late', 'another')).rejects.toMatchObject({ status: 409, code: 'changed_meanwhile' })
    const both = await Promise.allSettled([rename('first of two', 'renamed'), rename('second of two', 'renamed')])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await admins.delete({ id })
    await expect(rename('late', 'renamed')).rejects.toMatchObject({ status: 404, code: 'admin_not_found' })
  })

  test('the last one cannot be deleted, not even when the last two are deleted at once', async () => {
    const admin = server.as(token)
    const me = await admin.setup.whoami()
    for (const { id } of (await admin.admins.list()).filter(({ id }) => id !== me.id)) await admin.admins.delete({ id })
    await expect(admin.admins.delete({ id: me.id })).rejects.toMatchObject({ status: 403, code: 'last_admin' })
    const { id } = await admin.admins.create({ username: 'second', password: 'long enough' })
    const both = await Promise.allSettled([admin.admins.delete({ id }), admin.admins.delete({ id: me.id })])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await server.resources.db.prisma.admin.count({ where: { deletedAt: null } })).toBe(1)
  })
})

const loginAs = async (username: string, password: string) =>
  (await server.as().setup.login({ username, password })).token

test('a login and its audit line are one transaction: without the line there is no session', async () => {
  const { pool, prisma } = server.resources.db
  const [remaining] = await prisma.admin.findMany({ where: { deletedAt: null } })
  const password = remaining!.username === 'second' ? 'long enough' : adminCredentials.password
  const lines = () => prisma.auditEvent.count({ where: { action: 'admin.login' } })
  const before = { sessions: await prisma.adminSession.count(), lines: await lines() }
  await pool.query(`
    CREATE FUNCTION refuse_login() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no room for the line'; END $$;
    CREATE TRIGGER refuse_login BEFORE INSERT ON "AuditEvent" FOR EACH ROW WHEN (NEW.action = 'admin.login')
    EXECUTE FUNCTION refuse_login()`)
  await expect(loginAs(remaining!.username, password)).rejects.toMatchObject({ status: 500 })
  await pool.query('DROP FUNCTION refuse_login CASCADE')
  expect({ sessions: await prisma.adminSession.count(), lines: await lines() }).toEqual(before)
  const itsToken = await loginAs(remaining!.username, password)
  await server.as(itsToken).setup.logout()
  const events = await prisma.auditEvent.findMany({ orderBy: { id: 'desc' }, take: 2 })
  const by = { actor: 'admin', actorId: String(remaining!.id), ip: '127.0.0.1' }
  expect(events).toMatchObject([
    { ...by, action: 'admin.logout' },
    { ...by, action: 'admin.login' },
  ])
})

test('sessions are listed with the current one marked, revoked, and ended by logout', async () => {
  const [remaining] = await server.resources.db.prisma.admin.findMany({ where: { deletedAt: null } })
  const password = remaining!.username === 'second' ? 'long enough' : adminCredentials.password
  const [one, two] = [await loginAs(remaining!.username, password), await loginAs(remaining!.username, password)]
  const { data } = await server.as(one).adminSessions.list()
  const current = data.filter((session) => session.current)
  expect(current).toHaveLength(1)
  const { data: seenByTwo } = await server.as(two).adminSessions.list()
  await server.as(one).adminSessions.revoke({ id: seenByTwo.find((session) => session.current)!.id })
  await expect(server.as(two).setup.whoami()).rejects.toMatchObject({ status: 401 })
  await server.as(one).setup.logout()
  await expect(server.as(one).setup.whoami()).rejects.toMatchObject({ status: 401 })
})

test('an admin session that has expired is refused', async () => {
  const { prisma } = server.resources.db
  const id = (await prisma.admin.findFirstOrThrow({ where: { deletedAt: null } })).id
  await prisma.admin.update({ where: { id }, data: { username: 'expiring', usernameKey: 'expiring' } })
  const { passwordHash } = await prisma.admin.findUniqueOrThrow({ where: { id } })
  expect(passwordHash).toMatch(/^\$argon2id\$/)
  const candidates = [adminCredentials.password, 'long enough']
  const tokens = await Promise.all(candidates.map((password) => loginAs('expiring', password).catch(() => undefined)))
  const itsToken = tokens.find((candidate) => candidate !== undefined)!
  expect((await server.as(itsToken).setup.whoami()).username).toBe('expiring')
  await prisma.adminSession.updateMany({ where: { adminId: id }, data: { expiresAt: new Date(Date.now() - 1000) } })
  await expect(server.as(itsToken).setup.whoami()).rejects.toMatchObject({ status: 401 })
})
