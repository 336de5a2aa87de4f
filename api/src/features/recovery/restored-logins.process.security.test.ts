import { createClient, fetchTransport } from '@openauth/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createTestApp,
  signInAs,
  signInAsAdmin,
  startServer,
  testServer,
  type TestApp,
  type TestServer,
  type TestUser,
} from '../../testing.ts'
import { authenticator } from '../webauthn/testing.ts'
import { installationOf } from './installation.ts'
import { madeUp, recoveryClient, rowsOf } from './recovery.testing.ts'

const password = 'long enough to log in'
const origin = 'https://auth.example.com'
const environment = { OPENAUTH_PUBLIC_URL: origin, OPENAUTH_RATE_LIMIT_SCALE: '0', OPENAUTH_CONSOLE: 'on' }
const refused = { status: 400, code: 'passkey_refused' }

let server: TestServer
let ownerToken: string
let app: TestApp
const client = () => recoveryClient(server.url, ownerToken)

beforeAll(async () => {
  server = await testServer(environment)
  ownerToken = await signInAsAdmin(server)
  app = await createTestApp(server, ownerToken, 'Passkeys')
  await server.as(ownerToken).apps.update({ id: app.id, passkeyEnabled: true })
})
afterAll(async () => {
  await server.app.close()
  await server.resources.close()
})

/** Restores a backup, and begins a server anew on the data. */
const restore = async (backup: Buffer<ArrayBuffer>) => {
  const end = await client().restore(await installationOf(server.resources.db), backup)
  expect(end).toHaveProperty('restored')
  const { databaseUrl, dataDir } = server.settings
  const before = server
  server = await startServer({ DATABASE_URL: databaseUrl!, OPENAUTH_DATA_DIR: dataDir, ...environment })
  await before.app.close()
  await before.resources.close()
  ownerToken = await signInAsAdmin(server)
}

/** A client of the console's page: its calls carry the origin that a browser sends. */
const pageAs = (token?: string) =>
  createClient(
    fetchTransport({
      baseUrl: server.url,
      token: () => token,
      fetch: (url, init) => fetch(url, { ...init, headers: { ...(init.headers as Record<string, string>), origin } }),
    }),
  )

type Device = ReturnType<typeof authenticator>
const verifying = () => authenticator(32, { verifies: true })
const optionsOf = (given: unknown) => ({
  challenge: (given as { challenge: string }).challenge,
  origin,
  rpId: 'auth.example.com',
})

/** A new admin whose session has added a passkey. */
const newAdmin = async (username: string) => {
  const { id } = await server.as(ownerToken).admins.create({ username, password, role: 'viewer' })
  const { token } = await server.as().setup.login({ username, password })
  return { id, username, token }
}
type Proof = { code?: string; passkey?: ReturnType<Device['get']> }
const addPasskey = async (token: string, device: Device, proof: Proof = {}) => {
  const options = await pageAs(token).adminPasskeys.registerOptions({ currentPassword: password, ...proof })
  return pageAs(token).adminPasskeys.register({ response: device.create(optionsOf(options)), name: 'Key' })
}
const confirm = async (token: string, device: Device) =>
  device.get(optionsOf(await pageAs(token).adminPasskeys.confirmOptions()))
const logIn = async (device: Device, more: Parameters<Device['get']>[1] = {}) => {
  const options = await pageAs().setup.passkeyOptions()
  return pageAs().setup.loginByPasskey({ response: device.get(optionsOf(options), more) })
}

test('a passkey of an admin that was removed after the backup signs nobody in after a restore; the others do', async () => {
  const { token, username } = await newAdmin('lost a key')
  const [lost, kept] = [verifying(), verifying()]
  const { passkey } = await addPasskey(token, lost)
  await addPasskey(token, kept, { passkey: await confirm(token, lost) })
  const backup = await client().backup()
  await pageAs(token).adminPasskeys.remove({
    id: passkey.id,
    currentPassword: password,
    passkey: await confirm(token, kept),
  })
  await restore(backup)
  await expect(logIn(lost)).rejects.toMatchObject(refused)
  const session = (await logIn(kept)).token
  expect((await server.as(session).setup.whoami()).username).toBe(username)
  expect((await server.as(session).adminPasskeys.list()).map(({ id }) => id)).not.toContain(passkey.id)
})

test('passkeys that an owner took away after the backup, with the second factor, stay away after a restore', async () => {
  const { id, token } = await newAdmin('reset')
  const device = verifying()
  await addPasskey(token, device)
  const backup = await client().backup()
  await server.as(ownerToken).secondFactor.reset({ id, currentPassword: 'correct horse battery' })
  await restore(backup)
  await expect(logIn(device)).rejects.toMatchObject(refused)
})

test('a recovery code that was used beside a passkey after the backup does not work again; a copied passkey is noticed', async () => {
  const { token, username } = await newAdmin('used a code')
  const device = verifying()
  const { recoveryCodes } = await addPasskey(token, device)
  const [used, left] = recoveryCodes as [string, string]
  const backup = await client().backup()
  await server.as().setup.login({ username, password, code: used })
  await logIn(device)
  await restore(backup)
  const again = server.as().setup.login({ username, password, code: used })
  await expect(again).rejects.toMatchObject({ status: 400, code: 'incorrect_code' })
  expect((await server.as().setup.login({ username, password, code: left })).token).toBeTruthy()
  await expect(logIn(device, { rewind: true })).rejects.toMatchObject(refused)
})

test('passkeys that are gone without a removal, as after an accident, come back by a restore', async () => {
  const { token, username } = await newAdmin('accident')
  const device = verifying()
  await addPasskey(token, device)
  const backup = await client().backup()
  await server.resources.db.pool.query('DELETE FROM "AdminPasskey"')
  await restore(backup)
  const session = (await logIn(device)).token
  expect((await server.as(session).setup.whoami()).username).toBe(username)
})

test('the link of an invitation works no more after a restore, whether it was used, revoked or open, and whoever made the backup', async () => {
  const invite = async (name: string) => {
    const email = `${name}@example.com`
    const { id, link } = await server.as(ownerToken).adminInvitations.create({ email, role: 'owner', apps: null })
    return { id, secret: new URL(link!).hash.slice(1) }
  }
  const [used, revoked, open] = [await invite('used'), await invite('revoked'), await invite('open')]
  const backup = await client().backup()
  // As a release before there was the filter made it.
  const complete = await madeUp(backup, {
    tables: await rowsOf(server.resources.db.pool, 'AdminInvitation', backup),
  })
  await server.as().adminInvitations.accept({ secret: used.secret, username: 'invited once', password })
  await server.as(ownerToken).adminInvitations.revoke({ id: revoked.id })
  for (const each of [backup, complete]) {
    await restore(each)
    for (const { secret } of [used, revoked, open])
      await expect(
        server.as().adminInvitations.accept({ secret, username: `invited again`, password }),
      ).rejects.toMatchObject({ status: 400, code: 'invitation_invalid' })
    expect(await server.as(ownerToken).adminInvitations.list()).toEqual([])
  }
})

const uri = `${origin}/account`
const addOwn = async ({ client: user, token }: TestUser, device: Device) => {
  const options = await user.passkeys.registerOptions({ uri })
  const body = { response: device.create(optionsOf(options)) }
  const answer = await server.send('POST', '/user/passkeys/register/verify', { token, body })
  expect(answer.status).toBe(200)
  return answer.body.data.id as string
}
const logInUser = async (device: Device, more: Parameters<Device['get']>[1] = {}) => {
  const options = await server.as().passkeys.loginOptions({ appId: app.id, uri })
  const body = { appId: app.id, response: device.get(optionsOf(options), more) }
  return (await server.send('POST', '/user/passkeys/login/verify', { body })).body
}

test.each([
  ['was removed', (user: TestUser, id: string) => user.client.passkeys.remove({ id })],
  [
    'was added by somebody else, as its owner said,',
    async (user: TestUser) => {
      const [change] = await user.client.account.accountChanges()
      await user.client.account.undoAccountChange({ id: change!.id })
    },
  ],
])('a passkey of a user that %s after the backup signs nobody in after a restore', async (how, remove) => {
  const user = await signInAs(server, app.id, `user whose key ${how}`)
  const [gone, kept] = [authenticator(), authenticator()]
  const id = await addOwn(user, gone)
  const backup = await client().backup()
  await remove(user, id)
  await addOwn(user, kept)
  expect(await logInUser(gone)).toMatchObject({ code: 'passkey_refused' })
  await restore(backup)
  expect(await logInUser(gone)).toMatchObject({ code: 'passkey_refused' })
})

test('a copied passkey of a user is noticed after a restore too', async () => {
  const user = await signInAs(server, app.id, 'copied')
  const device = authenticator()
  await addOwn(user, device)
  const backup = await client().backup()
  expect((await logInUser(device)).data.token).toBeTruthy()
  await restore(backup)
  expect(await logInUser(device, { rewind: true })).toMatchObject({ code: 'passkey_refused' })
  expect((await logInUser(device)).data.token).toBeTruthy()
})

test('nobody is locked out: a removed passkey stays where the backup has no other way to log in', async () => {
  const user = await signInAs(server, app.id, 'only a key')
  const device = authenticator()
  const id = await addOwn(user, device)
  const { prisma } = server.resources.db
  const named = await prisma.identity.findFirstOrThrow({ where: { userId: user.id } })
  await prisma.identity.deleteMany({ where: { userId: user.id } })
  const backup = await client().backup()
  await prisma.identity.create({ data: named })
  await user.client.passkeys.remove({ id })
  await restore(backup)
  expect((await logInUser(device)).data.token).toBeTruthy()
})
