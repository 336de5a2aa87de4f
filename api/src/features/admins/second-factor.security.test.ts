import type { Client } from '@openauth/client'
import { type TOTP, URI } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signInAsAdmin, testServer, type TestServer } from '../../testing.ts'

const clock = { now: Date.UTC(2026, 0, 1, 12) }
const password = 'long enough to log in'
const wrongCode = { status: 400, code: 'incorrect_code' }

let server: TestServer
let owner: Client
beforeAll(async () => {
  server = await testServer({}, { build: { clock: () => clock.now } })
  owner = server.as(await signInAsAdmin(server))
})
afterAll(() => server.stop())
// Past every code of the test before.
beforeEach(() => void (clock.now += 300_000))

/** The code that an authenticator shows now, or some steps of 30 seconds later or earlier. */
const codeOf = (uri: string, steps = 0): string => {
  const totp = URI.parse(uri)
  return (totp as TOTP).generate({ timestamp: clock.now + steps * 30_000 })
}

const logIn = (username: string, code?: string) => server.as().setup.login({ username, password, code })

let serial = 0
/** An admin with an authenticator, signed in; the step before the present one is used. */
const withSecondFactor = async () => {
  const username = `second ${(serial += 1)}`
  const { id } = await owner.admins.create({ username, password, role: 'operator' })
  const { token } = await logIn(username)
  const admin = server.as(token)
  const { uri } = await admin.secondFactor.begin({ currentPassword: password })
  const { recoveryCodes } = await admin.secondFactor.confirm({ code: codeOf(uri, -1) })
  return { id, username, admin, uri, recoveryCodes }
}

describe('a login of an admin with an authenticator', () => {
  test('needs a code beside the password; the code works once, and none of before it', async () => {
    const { username, uri } = await withSecondFactor()
    await expect(logIn(username)).rejects.toMatchObject({ status: 401, code: 'second_factor_required' })
    expect((await logIn(username, codeOf(uri))).token).toBeTruthy()
    await expect(logIn(username, codeOf(uri))).rejects.toMatchObject(wrongCode)
    await expect(logIn(username, codeOf(uri, -1))).rejects.toMatchObject(wrongCode)
    expect((await logIn(username, codeOf(uri, 1))).token).toBeTruthy()
  })

  test('of ten logins at once with one code one succeeds', async () => {
    const { username, uri, recoveryCodes } = await withSecondFactor()
    for (const code of [codeOf(uri), recoveryCodes[0]!]) {
      const logins = await Promise.allSettled(Array.from({ length: 10 }, () => logIn(username, code)))
      expect(logins.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    }
  })

  test('takes codes of one step before and after, for clocks that differ, and no others', async () => {
    const { username, uri } = await withSecondFactor()
    for (const steps of [-2, 2, 10]) await expect(logIn(username, codeOf(uri, steps))).rejects.toMatchObject(wrongCode)
    expect((await logIn(username, codeOf(uri, 1))).token).toBeTruthy()
  })

  test('takes a recovery code in any spelling once, and says how many are left', async () => {
    const { username, admin, recoveryCodes } = await withSecondFactor()
    expect(new Set(recoveryCodes).size).toBe(10)
    const typed = recoveryCodes[3]!.toLowerCase().replaceAll('-', ' ')
    expect((await logIn(username, typed)).token).toBeTruthy()
    await expect(logIn(username, recoveryCodes[3])).rejects.toMatchObject(wrongCode)
    expect((await admin.secondFactor.status()).recoveryCodesLeft).toBe(9)
    const { data } = await owner.audit.list({ action: 'admin.login-by-recovery-code' })
    expect(data.map(({ actorName }) => actorName)).toContain(username)
  })

  test('a wrong password says nothing about the second factor, whatever the code', async () => {
    const { username, uri } = await withSecondFactor()
    for (const code of [undefined, codeOf(uri), '000000']) {
      const login = server.as().setup.login({ username, password: 'wrong', code })
      await expect(login).rejects.toMatchObject({ status: 401, code: 'invalid_admin_login' })
    }
    // It was not used up.
    expect((await logIn(username, codeOf(uri))).token).toBeTruthy()
  })

  test('guesses of codes are limited for the admin, from all addresses, and a right code does not count', async () => {
    const { username, uri } = await withSecondFactor()
    const guess = (index: number) => logIn(username, String(index).padStart(6, '0')).catch((error: unknown) => error)
    expect((await logIn(username, codeOf(uri))).token).toBeTruthy()
    const outcomes = []
    for (let index = 0; index < 40; index += 1) outcomes.push(await guess(index))
    expect(outcomes.at(-1)).toMatchObject({ status: 429 })
    expect(outcomes.filter((outcome) => (outcome as { code?: string }).code === 'incorrect_code').length).toBeLessThan(
      21,
    )
    await expect(logIn(username, codeOf(uri, 1))).rejects.toMatchObject({ status: 429 })
  })
})

describe('setting an authenticator up', () => {
  test('again and again, without the password, by a session that was left open locks no login out', async () => {
    const { username, admin, uri } = await withSecondFactor()
    for (let index = 0; index < 30; index += 1)
      await expect(admin.secondFactor.confirm({ code: '000000' })).rejects.toBeTruthy()
    expect((await logIn(username, codeOf(uri))).token).toBeTruthy()
  })

  test('changes nothing until it is confirmed; a wrong code confirms nothing', async () => {
    const { id } = await owner.admins.create({ username: 'beginner', password, role: 'viewer' })
    const admin = server.as((await logIn('beginner')).token)
    const { uri, secret } = await admin.secondFactor.begin({ currentPassword: password })
    expect(uri).toContain(secret)
    await expect(admin.secondFactor.confirm({ code: '000000' })).rejects.toMatchObject(wrongCode)
    expect((await logIn('beginner')).token).toBeTruthy()
    const stored = await server.resources.db.prisma.adminTotp.findUniqueOrThrow({ where: { adminId: id } })
    expect(Buffer.from(stored.sealedSecret).toString('latin1')).not.toContain(secret)
    expect(await admin.secondFactor.status()).toEqual({ since: null, passkeys: 0, recoveryCodesLeft: 0 })
  })

  test('needs the password; a second secret replaces the first while it is not confirmed, and none afterwards', async () => {
    const { admin } = await withSecondFactor()
    const again = admin.secondFactor.begin({ currentPassword: password })
    await expect(again).rejects.toMatchObject({ status: 409, code: 'second_factor_exists' })
    await owner.admins.create({ username: 'twice', password, role: 'viewer' })
    const other = server.as((await logIn('twice')).token)
    await expect(other.secondFactor.begin({ currentPassword: 'wrong' })).rejects.toMatchObject({
      code: 'incorrect_password',
    })
    const first = await other.secondFactor.begin({ currentPassword: password })
    const second = await other.secondFactor.begin({ currentPassword: password })
    await expect(other.secondFactor.confirm({ code: codeOf(first.uri) })).rejects.toMatchObject(wrongCode)
    expect((await other.secondFactor.confirm({ code: codeOf(second.uri) })).recoveryCodes).toHaveLength(10)
  })

  test('goes on for an hour: what a browser that was left open had begun is not confirmed later, nor is nothing', async () => {
    const { id } = await owner.admins.create({ username: 'interrupted', password, role: 'viewer' })
    const admin = server.as((await logIn('interrupted')).token)
    const notBegun = { status: 409, code: 'second_factor_not_begun' }
    await expect(admin.secondFactor.confirm({ code: '000000' })).rejects.toMatchObject(notBegun)
    const { uri } = await admin.secondFactor.begin({ currentPassword: password })
    const createdAt = new Date(Date.now() - 3_601_000)
    await server.resources.db.prisma.adminTotp.update({ where: { adminId: id }, data: { createdAt } })
    await expect(admin.secondFactor.confirm({ code: codeOf(uri) })).rejects.toMatchObject(notBegun)
    expect((await logIn('interrupted')).token).toBeTruthy()
  })

  test('ends the other sessions, which began with the password alone', async () => {
    await owner.admins.create({ username: 'many places', password, role: 'viewer' })
    const [here, there] = [(await logIn('many places')).token, (await logIn('many places')).token]
    const { uri } = await server.as(here).secondFactor.begin({ currentPassword: password })
    await server.as(here).secondFactor.confirm({ code: codeOf(uri) })
    expect((await server.as(here).setup.whoami()).username).toBe('many places')
    await expect(server.as(there).setup.whoami()).rejects.toMatchObject({ status: 401 })
  })

  test('of two confirmations at once one gives codes', async () => {
    await owner.admins.create({ username: 'double', password, role: 'viewer' })
    const admin = server.as((await logIn('double')).token)
    const { uri } = await admin.secondFactor.begin({ currentPassword: password })
    const both = await Promise.allSettled([1, 2].map(() => admin.secondFactor.confirm({ code: codeOf(uri) })))
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await admin.secondFactor.status()).recoveryCodesLeft).toBe(10)
  })
})

describe('taking it away', () => {
  test('needs password and code; then logins need the password alone, and no old recovery code is left', async () => {
    const { id, username, admin, uri } = await withSecondFactor()
    const code = codeOf(uri)
    await expect(admin.secondFactor.remove({ currentPassword: 'wrong', code })).rejects.toMatchObject({
      code: 'incorrect_password',
    })
    await expect(admin.secondFactor.remove({ currentPassword: password, code: '000000' })).rejects.toMatchObject(
      wrongCode,
    )
    await admin.secondFactor.remove({ currentPassword: password, code })
    expect((await logIn(username)).token).toBeTruthy()
    expect(await server.resources.db.prisma.adminRecoveryCode.count({ where: { adminId: id } })).toBe(0)
    const gone = admin.secondFactor.renewCodes({ currentPassword: password, code })
    await expect(gone).rejects.toMatchObject({ status: 409, code: 'second_factor_not_set_up' })
  })

  test('renewed recovery codes replace the former ones', async () => {
    const { username, admin, uri, recoveryCodes } = await withSecondFactor()
    const renewed = await admin.secondFactor.renewCodes({ currentPassword: password, code: codeOf(uri) })
    await expect(logIn(username, recoveryCodes[0])).rejects.toMatchObject(wrongCode)
    expect((await logIn(username, renewed.recoveryCodes[0])).token).toBeTruthy()
  })

  test('an owner resets that of another, whose sessions end, and not the own one', async () => {
    const { id, username, admin } = await withSecondFactor()
    const { id: own } = await owner.setup.whoami()
    const currentPassword = 'correct horse battery'
    await expect(admin.secondFactor.reset({ id, currentPassword: password })).rejects.toMatchObject({
      code: 'role_too_low',
    })
    await expect(owner.secondFactor.reset({ id: own, currentPassword })).rejects.toMatchObject({ status: 400 })
    await expect(owner.secondFactor.reset({ id, currentPassword: 'wrong' })).rejects.toMatchObject({ status: 400 })
    await owner.secondFactor.reset({ id, currentPassword })
    await expect(admin.setup.whoami()).rejects.toMatchObject({ status: 401 })
    expect((await logIn(username)).token).toBeTruthy()
    const { data } = await owner.audit.list({ action: 'admin.second-factor-reset', targetId: String(id) })
    expect(data).toHaveLength(1)
  })
})

test('no secret, code or recovery code is in the audit trail', async () => {
  const { uri, recoveryCodes } = await withSecondFactor()
  const lines = JSON.stringify(await server.resources.db.prisma.auditEvent.findMany())
  const { secret } = URI.parse(uri) as TOTP
  for (const text of [secret.base32, ...recoveryCodes, codeOf(uri)]) expect(lines).not.toContain(`"${text}"`)
})
