import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminCredentials, signInAsAdmin, testServer, type TestServer } from '../../testing.ts'
import { deleteExpiredRows } from '../housekeeping.ts'
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

test('a device gets a session after an admin approved its code, which is listed with the name of the machine', async () => {
  const started = await logins.start('laptop of Ada')
  expect(started).toEqual({
    deviceCode: expect.stringMatching(/^[\w-]{43}$/),
    userCode: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
    verificationUri: `${server.settings.publicUrl}/console/device`,
    expiresIn: 600,
    interval: 5,
  })
  await expect(logins.poll(started.deviceCode)).rejects.toMatchObject({ status: 400, code: 'authorization_pending' })
  const shown = await logins.approver.show({ userCode: started.userCode.toLowerCase().replace('-', ' ') })
  expect(shown).toMatchObject({ deviceName: 'laptop of Ada', ip: '127.0.0.1', needsPassword: false })
  await logins.approver.approve({ id: shown.id, userCode: started.userCode })
  const issued = await logins.poll(started.deviceCode)
  expect(issued.username).toBe(adminCredentials.username)
  const { data } = await server.as(issued.token).adminSessions.list()
  expect(data.find(({ current }) => current)).toMatchObject({ deviceName: 'laptop of Ada', ip: '127.0.0.1' })
  expect(data.find(({ current }) => !current)).toMatchObject({ deviceName: null })
  await server.as(issued.token).setup.logout()
  await expect(server.as(issued.token).setup.whoami()).rejects.toMatchObject({ status: 401 })
})

test('the approval and the session that it gives are in the audit trail, without a code', async () => {
  const started = await logins.start('audited')
  await logins.approve(started.userCode)
  await logins.poll(started.deviceCode)
  const { data } = await server.as(token).audit.list({ limit: 2 })
  expect(data).toMatchObject([
    { action: 'admin.device-login', actor: 'admin', actorName: 'operator', details: { deviceName: 'audited' } },
    { action: 'device-login.approve', actor: 'admin', details: { deviceName: 'audited', deviceAddress: '127.0.0.1' } },
  ])
  expect(JSON.stringify(data)).not.toContain(started.deviceCode)
  expect(JSON.stringify(data)).not.toContain(started.userCode)
})

test('a device whose code is denied is told so, and the denial is audited', async () => {
  const { deviceCode, userCode } = await logins.start()
  const { id } = await logins.approver.show({ userCode })
  await logins.approver.deny({ id, userCode })
  await expect(logins.poll(deviceCode)).rejects.toMatchObject({ status: 403, code: 'access_denied' })
  await expect(logins.approver.approve({ id, userCode })).rejects.toMatchObject({ code: 'device_login_not_found' })
  expect((await server.as(token).audit.list({ limit: 1 })).data[0]).toMatchObject({ action: 'device-login.deny' })
})

test('an expired code can be neither shown, approved nor polled, and its row is deleted', async () => {
  const { deviceCode, userCode } = await logins.start()
  const { id } = await logins.approver.show({ userCode })
  await logins.prisma.deviceLogin.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 1) } })
  const gone = { status: 404, code: 'device_login_not_found' }
  await expect(logins.approver.show({ userCode })).rejects.toMatchObject(gone)
  await expect(logins.approver.approve({ id, userCode })).rejects.toMatchObject(gone)
  await expect(logins.poll(deviceCode)).rejects.toMatchObject({ status: 400, code: 'expired_token' })
  await deleteExpiredRows(server.resources.db)
  expect(await logins.prisma.deviceLogin.findUnique({ where: { id } })).toBeNull()
})

test('a device without a name gets a session that is told from one by password', async () => {
  const { deviceCode, userCode } = await server.as().deviceLogins.start()
  await logins.approve(userCode)
  const issued = await logins.poll(deviceCode)
  const { data } = await server.as(issued.token).adminSessions.list()
  expect(data.find(({ current }) => current)!.deviceName).toBe('')
})

test('a server without a console for the caller names no address', async () => {
  const other = await testServer()
  const started = await other.as().deviceLogins.start()
  expect(started.verificationUri).toBeNull()
  await other.stop()
})
