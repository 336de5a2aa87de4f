import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import {
  adminCredentials,
  createTestApp,
  inParallel,
  signInAs,
  signInAsAdmin,
  testServer,
  type TestServer,
} from '../../testing.ts'
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
beforeEach(() => logins.refill())

const guess = (way: string, bearer = token) =>
  server.send('POST', `/admin/device-logins/${way}`, { token: bearer, body: { userCode: 'BBBB-BBBB' } })
const countOf = (answers: { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length

test.each(['show', `${randomUUID()}/approve`, `${randomUUID()}/deny`])(
  'code brute force: guesses by %s are counted',
  async (way) => {
    expect(countOf(await inParallel(25, () => guess(way)), 404)).toBe(20)
  },
)

test('code brute force by several admins of one address: they share a number of guesses', async () => {
  const tokens = await Promise.all(
    [1, 2, 3, 4].map(async (index) => {
      const credentials = { username: `guesser ${index}`, password: 'long enough' }
      await server.as(token).admins.create(credentials)
      return (await server.as().setup.login(credentials)).token
    }),
  )
  const answers = []
  for (const bearer of tokens) answers.push(...(await inParallel(20, () => guess('show', bearer))))
  expect([countOf(answers, 404), countOf(answers, 429)]).toEqual([60, 20])
})

test('right codes do not give back what wrong ones have used up', async () => {
  const { userCode } = await logins.start()
  for (let turn = 0; turn < 20; turn += 1) {
    expect((await guess('show')).status).toBe(404)
    if (turn < 19) await logins.approver.show({ userCode })
  }
  expect((await guess('show')).status).toBe(429)
})

test('neither the secret of an app nor the token of its user shows, approves or denies a device', async () => {
  const app = await createTestApp(server, token, 'Mallory')
  const user = await signInAs(server, app.id, 'mallory')
  const { deviceCode, userCode } = await logins.start()
  const { id } = await logins.approver.show({ userCode })
  for (const bearer of [app.secret, user.token, deviceCode, userCode])
    for (const way of ['show', `${id}/approve`, `${id}/deny`]) {
      const body = { userCode, currentPassword: adminCredentials.password }
      expect((await server.send('POST', `/admin/device-logins/${way}`, { token: bearer, body })).status).toBe(401)
    }
  await expect(logins.poll(deviceCode)).rejects.toMatchObject({ code: 'authorization_pending' })
})

test('an approval whose session has ended by time gives no session', async () => {
  const credentials = { username: 'gone home', password: 'long enough' }
  const { id } = await server.as(token).admins.create(credentials)
  const theirs = deviceLoginsOf(server, (await server.as().setup.login(credentials)).token)
  const { deviceCode, userCode } = await theirs.start()
  await theirs.approve(userCode)
  await logins.prisma.adminSession.updateMany({ where: { adminId: id }, data: { expiresAt: new Date(Date.now() - 1) } })
  await expect(theirs.poll(deviceCode)).rejects.toMatchObject({ code: 'expired_token' })
})

/** Locks rows by a statement; `release` ends that, and a call that waits for them goes on. */
const hold = async (statement: string) => {
  const holder = await server.resources.db.pool.connect()
  onTestFinished(() => holder.release(true))
  await holder.query('BEGIN')
  await holder.query(statement)
  const untilWaiting = () =>
    vi.waitFor(
      async () => {
        const { rows } = await server.resources.db.pool.query(
          `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
        )
        expect(rows).not.toEqual([])
      },
      { timeout: 60_000 },
    )
  return { holder, untilWaiting, release: () => holder.query('COMMIT') }
}

test('a code that expires while its approval becomes a session gives none', async () => {
  const { deviceCode, userCode } = await logins.start()
  await logins.approve(userCode)
  const { holder, untilWaiting, release } = await hold('SELECT id FROM "Admin" FOR UPDATE')
  const polling = logins.poll(deviceCode).catch((error: { code: string }) => error)
  await untilWaiting()
  await holder.query(`UPDATE "DeviceLogin" SET "expiresAt" = now() - interval '1 second'`)
  await release()
  expect(await polling).toMatchObject({ code: 'expired_token' })
})

test('an approval by a session that ends meanwhile approves nothing', async () => {
  const { deviceCode, userCode } = await logins.start()
  const { id } = await logins.approver.show({ userCode })
  const { holder, untilWaiting, release } = await hold('SELECT id FROM "DeviceLogin" FOR UPDATE')
  const approving = logins.approver.approve({ id, userCode }).catch((error: { status: number }) => error)
  await untilWaiting()
  await holder.query('DELETE FROM "AdminSession"')
  await release()
  expect(await approving).toMatchObject({ status: 401, code: 'unauthorized' })
  await expect(logins.poll(deviceCode)).rejects.toMatchObject({ code: 'authorization_pending' })
})
