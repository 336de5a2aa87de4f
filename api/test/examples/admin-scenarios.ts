import { ApiError } from '@openauth/client'
import { type TOTP, URI } from 'otpauth'
import { expect, vi } from 'vitest'
import { authenticator } from '../../src/features/webauthn/testing.ts'
import { startReceiver } from '../../src/features/webhooks/receiver.testing.ts'
import { adminCredentials, signInAs } from '../../src/testing.ts'
import type { ExampleWorld } from './example-world.ts'
import { declared } from './login-scenarios.ts'

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
  await server.as().setup.login({ username: 'second-operator', password: 'another operator' })
  await admin.adminSessions.revokeOthers({ adminId: id })
  expect(token).not.toBe(again.token)
  await admin.admins.delete({ id })
}

/** Invitations: one that is accepted, and one that is revoked. */
export const adminInvitations = async ({ admin, server, world }: ExampleWorld) => {
  const currentPassword = adminCredentials.password
  const rights = { role: 'support', apps: null } as const
  const { id } = await admin.adminInvitations.create({ email: 'grace@example.com', ...rights, currentPassword })
  await admin.adminInvitations.resend({ id, currentPassword })
  await admin.adminInvitations.list()
  const mail = world.outbox.list().findLast(({ to }) => to.includes('grace@example.com'))!
  const secret = /#([\w-]+)/.exec(mail.text)![1]!
  await server.as().adminInvitations.show({ secret })
  const grace = { username: 'grace-hopper', password: 'another operator' }
  const accepted = await server.as().adminInvitations.accept({ secret, ...grace })
  const other = await admin.adminInvitations.create({ email: 'ben@example.com', ...rights, currentPassword })
  await admin.adminInvitations.revoke({ id: other.id })
  await admin.admins.delete({ id: accepted.id })
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

/** An endpoint of a partner's server that is told of a login, and then replaced. */
export const webhooks = async ({ admin, server, newApp }: ExampleWorld) => {
  const receiver = await startReceiver()
  const { id: appId } = await newApp('Webhooks')
  const { id } = await admin.webhooks.create({ appId, url: receiver.url, events: ['user.created'] })
  await admin.webhooks.test({ appId, id })
  await signInAs(server, appId, 'told')
  await vi.waitFor(() => expect(receiver.of('user.created')).toHaveLength(1), 20_000)
  const delivered = async () => (await admin.webhooks.deliveries({ appId, id, status: 'delivered' })).data
  await vi.waitFor(async () => expect(await delivered()).toHaveLength(2), { timeout: 20_000, interval: 1000 })
  const [delivery] = await delivered()
  await admin.webhooks.delivery({ appId, id, deliveryId: delivery!.id })
  await admin.webhooks.replay({ appId, id, deliveryId: delivery!.id })
  await admin.webhooks.secret({ appId, id })
  await admin.webhooks.rotate({ appId, id, overlapSeconds: 86_400 })
  await admin.webhooks.update({ appId, id, description: 'For the CRM' })
  await admin.webhooks.get({ appId, id })
  await admin.webhooks.list({ appId })
  await admin.webhooks.delete({ appId, id })
  await receiver.stop()
}

/** A passkey that is registered, signs in and is removed, with a code that confirms it. */
export const adminPasskeys = async ({ admin, page, pageAs }: ExampleWorld) => {
  const credentials = { username: 'with-a-passkey', password: 'another operator' }
  const currentPassword = credentials.password
  const { id } = await admin.admins.create({ ...credentials, role: 'operator' })
  const own = pageAs((await pageAs().setup.login(credentials)).token)
  const device = authenticator(32, { verifies: true })
  const here = { origin: page, rpId: 'localhost' }
  const challengeIn = (options: Record<string, unknown>) => ({ challenge: options['challenge'] as string, ...here })
  const options = await own.adminPasskeys.registerOptions({ currentPassword })
  const registration = declared(device.create(challengeIn(options)))
  const { passkey, recoveryCodes } = await own.adminPasskeys.register({
    response: registration,
    name: 'Laptop',
  })
  await own.adminPasskeys.list()
  await own.adminPasskeys.rename({ id: passkey.id, name: 'Work laptop' })
  const answer = declared(device.get(challengeIn(await pageAs().setup.passkeyOptions())))
  await pageAs().setup.loginByPasskey({ response: answer })
  await own.adminPasskeys.confirmOptions()
  await own.adminPasskeys.remove({ id: passkey.id, currentPassword, code: recoveryCodes![0]! })
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

/** Makes a call that waits for a second admin; resolves to the id of its request. */
const requestOf = async (call: Promise<unknown>): Promise<string> => {
  const error = await call.catch((thrown: unknown) => thrown)
  if (error instanceof ApiError && error.approval) return error.approval.id
  throw error
}

/** Two owners: one asks, the other approves or refuses; the first collects, and withdraws. */
export const approvals = async ({ admin, server, app }: ExampleWorld) => {
  const credentials = { username: 'second-owner', password: 'another operator' }
  const { id: secondId } = await admin.admins.create(credentials)
  const second = server.as((await server.as().setup.login(credentials)).token)
  const currentPassword = credentials.password
  await admin.fourEyes.update({ kinds: ['policies', 'secrets'] })
  await admin.fourEyes.get()
  const { walletPolicies } = admin
  const because = { approvalReason: 'The new partner pays out by itself' }
  const policy = await requestOf(walletPolicies.update({ appId: app.id, messageSigning: false, ...because }))
  await second.approvals.list({ state: 'pending' })
  await second.approvals.get({ id: policy })
  await second.approvals.refuse({ id: policy, reason: 'Signing is what they use' })
  const reveal = await requestOf(admin.apps.secret({ id: app.id, approvalReason: 'Their server lost it' }))
  await second.approvals.approve({ id: reveal, currentPassword })
  await admin.approvals.collect({ id: reveal })
  const mistaken = await requestOf(admin.apps.rotateSecret({ id: app.id, overlapSeconds: 3600, ...because }))
  await admin.approvals.withdraw({ id: mistaken })
  const over = await requestOf(admin.fourEyes.update({ kinds: [], approvalReason: 'The partner is gone' }))
  await second.approvals.approve({ id: over, currentPassword })
  await admin.admins.delete({ id: secondId })
}
