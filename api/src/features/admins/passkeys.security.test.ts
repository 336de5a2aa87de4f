import { type TOTP, URI } from 'otpauth'
import { createClient, fetchTransport } from '@openauth/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminCredentials, signInAsAdmin, testServer, type TestServer } from '../../testing.ts'
import { authenticator } from '../webauthn/testing.ts'

const password = 'long enough to log in'
const origin = 'https://auth.example.com'
let server: TestServer
let owner: string

beforeAll(async () => {
  server = await testServer({ OPENAUTH_PUBLIC_URL: origin, OPENAUTH_RATE_LIMIT_SCALE: '0' })
  owner = await signInAsAdmin(server)
})
afterAll(() => server.stop())

/** A client of a page: its calls carry the origin that the browser sends. */
const pageAs = (token?: string, from = origin) =>
  createClient(
    fetchTransport({
      baseUrl: server.url,
      token: () => token,
      fetch: (url, init) =>
        fetch(url, { ...init, headers: { ...(init.headers as Record<string, string>), origin: from } }),
    }),
  )
type Options = { challenge: string; origin: string; rpId: string }
const optionsOf = (given: unknown, from = origin): Options => ({
  challenge: (given as { challenge: string }).challenge,
  origin: from,
  rpId: new URL(from).hostname,
})
type Device = ReturnType<typeof authenticator>

let count = 0
/** A new admin with a session. */
const newAdmin = async () => {
  count += 1
  const username = `passkey admin ${count}`
  const { id } = await server.as(owner).admins.create({ username, password, role: 'viewer' })
  const { token } = await server.as().setup.login({ username, password })
  return { id, username, token, admin: pageAs(token) }
}
type Proof = Parameters<ReturnType<typeof pageAs>['adminPasskeys']['registerOptions']>[0]

const register = async (admin: ReturnType<typeof pageAs>, device: Device, proof: Partial<Proof> = {}) => {
  const options = await admin.adminPasskeys.registerOptions({ currentPassword: password, ...proof })
  return admin.adminPasskeys.register({ response: device.create(optionsOf(options)), name: 'Laptop' })
}
const login = async (device: Device, more: Parameters<Device['get']>[1] = {}) => {
  const options = await pageAs().setup.passkeyOptions()
  return pageAs().setup.loginByPasskey({ response: device.get(optionsOf(options), more) })
}
/** An answer that confirms a call of a session. */
const confirm = async (admin: ReturnType<typeof pageAs>, device: Device) =>
  device.get(optionsOf(await admin.adminPasskeys.confirmOptions()))
const verifying = () => authenticator(32, { verifies: true })
const refused = { status: 400, code: 'passkey_refused' }

describe('a passkey of an admin', () => {
  test('signs in alone, and is a second factor beside the password', async () => {
    const { username, id, admin, token } = await newAdmin()
    const other = (await server.as().setup.login({ username, password })).token
    const device = verifying()
    const { passkey, recoveryCodes } = await register(admin, device)
    expect([passkey.name, passkey.rpId, recoveryCodes?.length]).toEqual(['Laptop', 'auth.example.com', 10])
    // The other session began with the password alone.
    await expect(server.as(other).setup.whoami()).rejects.toMatchObject({ status: 401 })
    expect((await server.as(token).setup.whoami()).username).toBe(username)
    const session = (await login(device, { userHandle: `admin ${id}` })).token
    expect((await server.as(session).setup.whoami()).id).toBe(id)
    await expect(server.as().setup.login({ username, password })).rejects.toMatchObject({
      status: 401,
      code: 'second_factor_required',
    })
    const answer = device.get(optionsOf(await pageAs().setup.passkeyOptions()))
    expect((await pageAs().setup.login({ username, password, passkey: answer })).token).toBeTruthy()
    expect((await server.as().setup.login({ username, password, code: recoveryCodes![0]! })).token).toBeTruthy()
    const actions = (await server.as(owner).audit.list({ actorId: String(id) })).data.map(({ action }) => action)
    expect(actions).toEqual(expect.arrayContaining(['admin.passkey-add', 'admin.login-by-passkey']))
  })

  test('of a device that does not verify its holder is neither registered nor signs in', async () => {
    const { admin } = await newAdmin()
    const plain = authenticator()
    await expect(register(admin, plain)).rejects.toMatchObject(refused)
    const device = verifying()
    await register(admin, device)
    const options = optionsOf(await pageAs().setup.passkeyOptions())
    const { prisma } = server.resources.db
    const [row] = await prisma.adminPasskey.findMany({ orderBy: { createdAt: 'desc' }, take: 1 })
    // The same key, and an answer without verification.
    const weak = authenticator(32, { verifies: false })
    const made = weak.create(options)
    const { publicKey } = await import('@simplewebauthn/server').then(({ verifyRegistrationResponse }) =>
      verifyRegistrationResponse({
        response: made,
        expectedChallenge: options.challenge,
        expectedOrigin: origin,
        expectedRPID: options.rpId,
        requireUserVerification: false,
      }).then(({ registrationInfo }) => registrationInfo!.credential),
    )
    await prisma.adminPasskey.update({ where: { id: row!.id }, data: { credentialId: made.id, publicKey, counter: 0 } })
    await expect(login(weak)).rejects.toMatchObject(refused)
  })

  test('answers a challenge once, of a login for a login, and of the own session for a change', async () => {
    const [one, two] = [await newAdmin(), await newAdmin()]
    const [device, other] = [verifying(), verifying()]
    await register(one.admin, device)
    await register(two.admin, other)
    const response = device.get(optionsOf(await pageAs().setup.passkeyOptions()))
    const all = await Promise.allSettled(Array.from({ length: 5 }, () => pageAs().setup.loginByPasskey({ response })))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const forChange = await confirm(one.admin, device)
    await expect(pageAs().setup.loginByPasskey({ response: forChange })).rejects.toMatchObject(refused)
    const remove = async (passkey: Awaited<ReturnType<typeof confirm>>) => {
      const [own] = await one.admin.adminPasskeys.list()
      return one.admin.adminPasskeys.remove({ id: own!.id, currentPassword: password, passkey })
    }
    const forLogin = device.get(optionsOf(await pageAs().setup.passkeyOptions()))
    await expect(remove(forLogin)).rejects.toMatchObject(refused)
    await expect(remove(await confirm(two.admin, device))).rejects.toMatchObject(refused)
    await expect(remove(await confirm(one.admin, other))).rejects.toMatchObject(refused)
    await remove(await confirm(one.admin, device))
  })

  test('of another admin is no second factor', async () => {
    const [one, two] = [await newAdmin(), await newAdmin()]
    const [device, other] = [verifying(), verifying()]
    await register(one.admin, device)
    await register(two.admin, other)
    const passkey = other.get(optionsOf(await pageAs().setup.passkeyOptions()))
    const attempt = pageAs().setup.login({ username: one.username, password, passkey })
    await expect(attempt).rejects.toMatchObject(refused)
  })

  test('is for the console’s own page: no other origin, no address, no program without one', async () => {
    const { token, admin } = await newAdmin()
    for (const from of ['https://evil.example', 'null', 'http://127.0.0.1:1', 'https://auth.example.com.evil.example'])
      await expect(
        pageAs(token, from).adminPasskeys.registerOptions({ currentPassword: password }),
      ).rejects.toMatchObject({
        code: 'passkey_needs_console',
      })
    await expect(server.as().setup.passkeyOptions()).rejects.toMatchObject({ code: 'passkey_needs_console' })
    const options = await admin.adminPasskeys.registerOptions({ currentPassword: password })
    const elsewhere = verifying().create({ ...optionsOf(options), origin: 'https://evil.example' })
    await expect(admin.adminPasskeys.register({ response: elsewhere })).rejects.toMatchObject(refused)
    const otherHost = verifying().create({ ...optionsOf(options), rpId: 'evil.example' })
    await expect(admin.adminPasskeys.register({ response: otherHost })).rejects.toMatchObject(refused)
  })

  test('that was copied, or whose admin was deleted, signs nobody in', async () => {
    const { id, admin } = await newAdmin()
    const device = verifying()
    await register(admin, device)
    await login(device)
    await expect(login(device, { rewind: true })).rejects.toMatchObject(refused)
    await expect(login(device, { userHandle: 'admin 1' })).rejects.toMatchObject(refused)
    await server.as(owner).admins.delete({ id })
    await expect(login(device)).rejects.toMatchObject(refused)
  })
})

describe('another factor', () => {
  test('is added with the password and, where there is one already, with that one', async () => {
    const { admin } = await newAdmin()
    const wrong = admin.adminPasskeys.registerOptions({ currentPassword: 'a guess' })
    await expect(wrong).rejects.toMatchObject({ code: 'incorrect_password' })
    const device = verifying()
    await register(admin, device)
    const required = { code: 'second_factor_required' }
    await expect(register(admin, verifying())).rejects.toMatchObject(required)
    await expect(admin.secondFactor.begin({ currentPassword: password })).rejects.toMatchObject(required)
    expect((await register(admin, verifying(), { passkey: await confirm(admin, device) })).recoveryCodes).toBeNull()
    const { uri } = await admin.secondFactor.begin({ currentPassword: password, passkey: await confirm(admin, device) })
    await admin.secondFactor.confirm({ code: (URI.parse(uri) as TOTP).generate() })
    expect(await admin.secondFactor.status()).toMatchObject({ passkeys: 2, recoveryCodesLeft: 10 })
  })

  test('stays when one goes; with the last one go the recovery codes, and the password alone signs in', async () => {
    const { username, admin } = await newAdmin()
    const [first, second] = [verifying(), verifying()]
    const { passkey, recoveryCodes } = await register(admin, first)
    const more = await register(admin, second, { code: recoveryCodes![0]! })
    const remove = (id: string, code: string) => admin.adminPasskeys.remove({ id, currentPassword: password, code })
    await expect(remove(passkey.id, '000000')).rejects.toMatchObject({ code: 'incorrect_code' })
    await remove(passkey.id, recoveryCodes![1]!)
    await expect(login(first)).rejects.toMatchObject(refused)
    await expect(server.as().setup.login({ username, password })).rejects.toMatchObject({
      code: 'second_factor_required',
    })
    await remove(more.passkey.id, recoveryCodes![2]!)
    expect(await admin.secondFactor.status()).toEqual({ since: null, passkeys: 0, recoveryCodesLeft: 0 })
    expect((await server.as().setup.login({ username, password })).token).toBeTruthy()
  })

  test('is reset by an owner: all passkeys go, and the sessions end', async () => {
    const { id, username, admin } = await newAdmin()
    const device = verifying()
    await register(admin, device)
    await server.as(owner).secondFactor.reset({ id, currentPassword: adminCredentials.password })
    await expect(login(device)).rejects.toMatchObject(refused)
    await expect(admin.setup.whoami()).rejects.toMatchObject({ status: 401 })
    expect((await server.as().setup.login({ username, password })).token).toBeTruthy()
  })

  test('of two first ones at once, one brings recovery codes', async () => {
    const { admin } = await newAdmin()
    const ready = await Promise.all(
      [verifying(), verifying()].map(async (device) => {
        const options = await admin.adminPasskeys.registerOptions({ currentPassword: password })
        return device.create(optionsOf(options))
      }),
    )
    const both = await Promise.all(ready.map((response) => admin.adminPasskeys.register({ response })))
    expect(both.filter(({ recoveryCodes }) => recoveryCodes !== null)).toHaveLength(1)
    expect(await admin.secondFactor.status()).toMatchObject({ passkeys: 2, recoveryCodesLeft: 10 })
  })
})

test('a removal and a login at once leave no session of the removed passkey', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id, admin, token } = await newAdmin()
    const device = verifying()
    const { passkey, recoveryCodes } = await register(admin, device)
    const removal = { id: passkey.id, currentPassword: password, code: recoveryCodes![0]! }
    await Promise.allSettled([login(device), admin.adminPasskeys.remove(removal)])
    const { data } = await server.as(owner).adminSessions.list({ adminId: id })
    expect(data).toHaveLength(1)
    expect((await server.as(token).setup.whoami()).id).toBe(id)
  }
})

test('names are the admin’s own, and passkeys of others are not found', async () => {
  const [one, two] = [await newAdmin(), await newAdmin()]
  const { passkey } = await register(one.admin, verifying())
  const missing = { status: 404, code: 'passkey_not_found' }
  await expect(two.admin.adminPasskeys.rename({ id: passkey.id, name: 'mine' })).rejects.toMatchObject(missing)
  const removal = two.admin.adminPasskeys.remove({ id: passkey.id, currentPassword: password })
  await expect(removal).rejects.toMatchObject(missing)
  expect(await one.admin.adminPasskeys.rename({ id: passkey.id, name: 'Work laptop' })).toMatchObject({
    name: 'Work laptop',
  })
  expect((await two.admin.adminPasskeys.list()).length).toBe(0)
})
