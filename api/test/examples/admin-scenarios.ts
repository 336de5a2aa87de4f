import { type TOTP, URI } from 'otpauth'
import { expect } from 'vitest'
import { adminCredentials } from '../../src/testing.ts'
import type { ExampleWorld } from './example-world.ts'

export const admins = async ({ admin, server }: ExampleWorld) => {
  await server.as().setup.config()
  await admin.setup.whoami()
  const { id } = await admin.admins.create({ username: 'second', password: 'another operator' })
  await admin.admins.list()
  await admin.admins.get({ id })
  await admin.admins.update({ id, username: 'second-operator' })
  const { token } = await server.as().setup.login({ username: 'second-operator', password: 'another operator' })
  const { data } = await admin.adminSessions.list()
  await admin.adminSessions.revoke({ id: data.find(({ adminId }) => adminId === id)!.id })
  const again = await server.as().setup.login({ username: 'second-operator', password: 'another operator' })
  await server.as(again.token).setup.logout()
  expect(token).not.toBe(again.token)
  await admin.admins.delete({ id })
}

/** A device that is approved, and one that is denied. */
export const deviceLogins = async ({ admin, server }: ExampleWorld) => {
  const [approved, denied] = [
    await server.as().deviceLogins.start({ deviceName: 'build-host' }),
    await server.as().deviceLogins.start({ deviceName: 'unknown' }),
  ]
  const { userCode, deviceCode } = approved
  const { id } = await admin.deviceLogins.show({ userCode })
  await admin.deviceLogins.approve({ id, userCode })
  const { token } = await server.as().deviceLogins.poll({ deviceCode })
  await server.as(token).setup.logout()
  const other = await admin.deviceLogins.show({ userCode: denied.userCode })
  await admin.deviceLogins.deny({ id: other.id, userCode: denied.userCode })
}

/** An authenticator that is set up and taken away, by its admin and by an owner. */
export const secondFactor = async ({ admin, server }: ExampleWorld) => {
  const credentials = { username: 'careful', password: 'another operator' }
  const currentPassword = credentials.password
  const { id } = await admin.admins.create({ ...credentials, role: 'operator' })
  const { token } = await server.as().setup.login(credentials)
  const own = server.as(token).secondFactor
  const setUp = async () => {
    const { uri } = await own.begin({ currentPassword })
    return own.confirm({ code: (URI.parse(uri) as TOTP).generate() })
  }
  const [first] = (await setUp()).recoveryCodes
  await own.status()
  const [code] = (await own.renewCodes({ currentPassword, code: first! })).recoveryCodes
  await own.remove({ currentPassword, code: code! })
  await setUp()
  await admin.secondFactor.reset({ id, currentPassword: adminCredentials.password })
  await admin.admins.delete({ id })
}

/** A token of a script, and those of an admin who leaves. */
export const serviceTokens = async ({ admin, server, app }: ExampleWorld) => {
  const { id } = await admin.serviceTokens.create({
    name: 'deploy',
    role: 'operator',
    apps: [app.id],
    calls: ['apps.*', 'loginMethods.list'],
    expiresInDays: 90,
  })
  await admin.serviceTokens.list()
  await admin.serviceTokens.revoke({ id })
  const credentials = { username: 'leaving', password: 'another operator' }
  const leaving = await admin.admins.create({ ...credentials, role: 'support' })
  const { token } = await server.as().setup.login(credentials)
  await server.as(token).serviceTokens.create({ name: 'report', role: 'viewer', expiresInDays: 30 })
  await admin.serviceTokens.revokeAll({ id: leaving.id })
  await admin.admins.delete({ id: leaving.id })
}
