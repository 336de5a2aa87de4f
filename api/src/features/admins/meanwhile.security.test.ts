import { type TOTP, URI } from 'otpauth'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { adminCredentials, createTestApp, signInAs, signInAsAdmin, testServer, type TestServer } from '../../testing.ts'

// Calls that were admitted, and wait while something changes that would have refused them.

const password = 'long enough to log in'
const signedOut = { status: 401, code: 'unauthorized' }

let server: TestServer
let ownerToken: string
beforeAll(async () => {
  server = await testServer({ OPENAUTH_RATE_LIMIT_SCALE: '0' })
  ownerToken = await signInAsAdmin(server)
})
afterAll(() => server.stop())

const owner = () => server.as(ownerToken)
const codeOf = (uri: string) => (URI.parse(uri) as TOTP).generate()
const logIn = (username: string) => server.as().setup.login({ username, password })

const newAdmin = async (username: string) => {
  const { id } = await owner().admins.create({ username, password, role: 'operator' })
  return { id, admin: server.as((await logIn(username)).token) }
}

const waitForLocks = (count: number) =>
  vi.waitFor(async () => {
    const { rows } = await server.resources.db.pool.query(
      `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
    )
    expect(rows).toHaveLength(count)
  }, 60_000)

/** Starts calls one after another while an admin's row is locked, and lets them go on in this order. */
const inThisOrder = async (id: number, calls: (() => Promise<unknown>)[]) => {
  const holder = await server.resources.db.pool.connect()
  onTestFinished(() => holder.release(true))
  await holder.query('BEGIN')
  await holder.query('SELECT 1 FROM "Admin" WHERE id = $1 FOR UPDATE', [id])
  const outcomes: Promise<PromiseSettledResult<unknown>[]>[] = []
  for (const call of calls) {
    outcomes.push(Promise.allSettled([call()]))
    await waitForLocks(outcomes.length)
  }
  await holder.query('COMMIT')
  return (await Promise.all(outcomes)).flat()
}

const refusedWith = (reason: object) => ({ status: 'rejected', reason })
const done = { status: 'fulfilled' }

test('a login by the password alone gets no session while the second factor is being switched on', async () => {
  const { id, admin } = await newAdmin('switching on')
  const { uri } = await admin.secondFactor.begin({ currentPassword: password })
  const outcomes = await inThisOrder(id, [
    () => admin.secondFactor.confirm({ code: codeOf(uri) }),
    () => logIn('switching on'),
  ])
  expect(outcomes).toMatchObject([done, refusedWith({ status: 401, code: 'second_factor_required' })])
  expect(await server.resources.db.prisma.adminSession.count({ where: { adminId: id } })).toBe(1)
})

test('a login by a password that is replaced while it waits gets no session', async () => {
  const { id } = await newAdmin('replaced')
  const outcomes = await inThisOrder(id, [
    () => owner().admins.update({ id, password: 'the new password' }),
    () => logIn('replaced'),
  ])
  expect(outcomes).toMatchObject([done, refusedWith({ status: 401, code: 'invalid_admin_login' })])
  expect(await server.resources.db.prisma.adminSession.count({ where: { adminId: id } })).toBe(0)
})

test('a thief whose session an owner ends by a new password sets none afterwards', async () => {
  const { id, admin } = await newAdmin('robbed of a password')
  const outcomes = await inThisOrder(id, [
    () => owner().admins.update({ id, password: 'the new password' }),
    () => admin.admins.update({ id, password: 'a password of the thief' }),
  ])
  expect(outcomes).toMatchObject([done, refusedWith(signedOut)])
  const { token } = await server.as().setup.login({ username: 'robbed of a password', password: 'the new password' })
  expect(token).toBeTruthy()
})

test('a thief whose session ends sets no authenticator up, renews no recovery codes, and removes none', async () => {
  const { id, admin } = await newAdmin('robbed of a factor')
  const { uri } = await admin.secondFactor.begin({ currentPassword: password })
  const outcomes = await inThisOrder(id, [
    () => owner().admins.update({ id, password: 'the new password' }),
    () => admin.secondFactor.begin({ currentPassword: password }),
    () => admin.secondFactor.confirm({ code: codeOf(uri) }),
  ])
  expect(outcomes).toMatchObject([done, refusedWith(signedOut), refusedWith(signedOut)])
  const login = server.as().setup.login({ username: 'robbed of a factor', password: 'the new password' })
  expect((await login).token).toBeTruthy()
})

test.each(['renewCodes', 'remove'] as const)(
  'secondFactor.%s does nothing for a session that has ended',
  async (verb) => {
    const { id, admin } = await newAdmin(`robbed by ${verb}`)
    const { uri } = await admin.secondFactor.begin({ currentPassword: password })
    const { recoveryCodes } = await admin.secondFactor.confirm({ code: codeOf(uri) })
    const { prisma } = server.resources.db
    const codes = () => prisma.adminRecoveryCode.findMany({ where: { adminId: id }, orderBy: { digest: 'asc' } })
    const outcomes = await inThisOrder(id, [
      () => owner().admins.update({ id, password: 'the new password' }),
      () => admin.secondFactor[verb]({ currentPassword: password, code: recoveryCodes[0]! }),
    ])
    expect(outcomes).toMatchObject([done, refusedWith(signedOut)])
    // The one that was used is gone.
    expect(await codes()).toHaveLength(9)
    expect(await prisma.adminTotp.count({ where: { adminId: id, confirmedAt: { not: null } } })).toBe(1)
  },
)

test('an owner whose other sessions end makes no admin by a call of one of them', async () => {
  const thief = server.as((await server.as().setup.login(adminCredentials)).token)
  const { id } = await owner().setup.whoami()
  const changed = { ...adminCredentials, password: 'another password of the owner' }
  const outcomes = await inThisOrder(id, [
    () => owner().admins.update({ id, password: changed.password }),
    () => thief.admins.create({ username: 'puppet', password, role: 'owner' }),
  ])
  expect(outcomes).toMatchObject([done, refusedWith(signedOut)])
  expect((await owner().admins.list()).map(({ username }) => username)).not.toContain('puppet')
})

test('a session that its admin revokes while a call of it waits sets no password', async () => {
  const { id, admin } = await newAdmin('revoked')
  const other = server.as((await logIn('revoked')).token)
  const { data } = await other.adminSessions.list({})
  const session = data.find(({ current }) => !current)!
  const holder = await server.resources.db.pool.connect()
  onTestFinished(() => holder.release(true))
  await holder.query('BEGIN')
  await holder.query('SELECT 1 FROM "Admin" WHERE id = $1 FOR UPDATE', [id])
  const change = Promise.allSettled([admin.admins.update({ id, password: 'a password of the thief' })])
  await waitForLocks(1)
  await other.adminSessions.revoke({ id: session.id })
  await holder.query('COMMIT')
  expect(await change).toMatchObject([refusedWith(signedOut)])
})

test('an admin who is signed out meanwhile begins no support in the name of a user', async () => {
  const { id, admin } = await newAdmin('supporting')
  const app = await createTestApp(server, ownerToken, 'Supported')
  await owner().apps.update({ id: app.id, impersonationEnabled: true })
  const user = await signInAs(server, app.id, 'supported')
  const outcomes = await inThisOrder(id, [
    () => owner().admins.update({ id, password: 'another that is long enough' }),
    () => admin.users.impersonate({ appId: app.id, id: user.id, reason: 'ticket 4711' }),
  ])
  expect(outcomes).toMatchObject([done, refusedWith(signedOut)])
  expect(await server.resources.db.prisma.supportSession.count()).toBe(0)
  const { data } = await owner().audit.list({ action: 'user.impersonate' })
  expect(data).toEqual([])
})
