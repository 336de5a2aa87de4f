import { MAX_SERVICE_TOKENS } from '@openauth/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminCredentials, startServer, type TestApp, type TestServer } from '../../testing.ts'
import { startTokenWorld, type TokenWorld } from './service-tokens.testing.ts'

let world: TokenWorld
let server: TestServer
let owner: string
let mine: TestApp
let other: TestApp

beforeAll(async () => {
  world = await startTokenWorld()
  ;({ server, owner, mine, other } = world)
})
afterAll(() => server.stop())

const make: TokenWorld['make'] = (given, by) => world.make(given, by)
const newAdmin: TokenWorld['newAdmin'] = (username, rights) => world.newAdmin(username, rights)

describe('its rights', () => {
  test('are at most those of the admin who makes it', async () => {
    const { token } = await newAdmin('limited', { role: 'support', apps: [mine.id] })
    const refused = { status: 403, code: 'role_too_low' }
    await expect(make({ role: 'operator' }, token)).rejects.toMatchObject(refused)
    await expect(make({ role: 'owner' }, token)).rejects.toMatchObject(refused)
    const outside = { status: 403, code: 'outside_your_apps' }
    await expect(make({ role: 'viewer', apps: [mine.id, other.id] }, token)).rejects.toMatchObject(outside)
    const all = await make({ role: 'viewer' }, token)
    expect(all.apps).toEqual([mine.id])
    expect((await server.as(all.token).apps.list()).map(({ id }) => id)).toEqual([mine.id])
    await expect(make({ apps: ['00000000-0000-4000-8000-000000000000'] })).rejects.toMatchObject({
      code: 'app_not_found',
    })
  })

  test('shrink with those of its admin, at the next call, and grow no further than at first', async () => {
    const { id, token } = await newAdmin('changing', { role: 'operator' })
    const program = server.as((await make({ role: 'operator' }, token)).token)
    await program.apps.update({ id: mine.id, description: 'by a program' })
    await server.as(owner).admins.update({ id, role: 'viewer', apps: [other.id] })
    await expect(program.apps.get({ id: mine.id })).rejects.toMatchObject({ code: 'outside_your_apps' })
    const change = program.apps.update({ id: other.id, description: 'by a program' })
    await expect(change).rejects.toMatchObject({ code: 'role_too_low' })
    expect(await program.setup.whoami()).toMatchObject({ role: 'viewer', apps: [other.id] })
    await server.as(owner).admins.update({ id, role: 'owner' })
    await expect(program.signingKeys.rotate()).rejects.toMatchObject({ code: 'role_too_low' })
    expect((await program.setup.whoami()).role).toBe('operator')
  })

  test('end with its admin', async () => {
    const { id, token } = await newAdmin('leaving', { role: 'viewer' })
    const program = server.as((await make({ role: 'viewer' }, token)).token)
    await program.apps.list()
    await server.as(owner).admins.delete({ id })
    await expect(program.apps.list()).rejects.toMatchObject({ status: 401, code: 'service_token_revoked' })
  })

  test('a viewer’s token sees marks in place of the secrets that an app stores', async () => {
    await server.as(owner).apps.update({ id: mine.id, googleClientSecret: 'a stored secret' })
    const { token } = await make({ role: 'viewer' })
    expect((await server.as(token).apps.get({ id: mine.id })).googleClientSecret).toMatch(/^set:/)
  })
})

describe('its end', () => {
  test('comes after a year at most, and then it says so', async () => {
    for (const expiresInDays of [0, 366, 1.5])
      await expect(make({ expiresInDays })).rejects.toMatchObject({ code: 'invalid_input' })
    const { token, id } = await make({ expiresInDays: 365 })
    const { serviceToken } = server.resources.db.prisma
    await serviceToken.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 1) } })
    await expect(server.as(token).apps.list()).rejects.toMatchObject({ status: 401, code: 'service_token_expired' })
  })

  test('a revocation holds on another server at once', async () => {
    const { DATABASE_URL, OPENAUTH_DATA_DIR } = {
      DATABASE_URL: server.settings.databaseUrl!,
      OPENAUTH_DATA_DIR: server.settings.dataDir,
    }
    const second = await startServer({ DATABASE_URL, OPENAUTH_DATA_DIR })
    try {
      const { token, id } = await make()
      await second.as(token).apps.list()
      await server.as(owner).serviceTokens.revoke({ id })
      await expect(second.as(token).apps.list()).rejects.toMatchObject({ code: 'service_token_revoked' })
      await expect(server.as(owner).serviceTokens.revoke({ id })).rejects.toMatchObject({
        code: 'service_token_not_found',
      })
    } finally {
      await second.stop()
    }
  })

  test('others than owners see and revoke their own only', async () => {
    const { id, token } = await newAdmin('alone', { role: 'operator' })
    const [own, foreign] = [await make({ role: 'viewer' }, token), await make()]
    expect((await server.as(token).serviceTokens.list({})).data.map((each) => each.id)).toEqual([own.id])
    await expect(server.as(token).serviceTokens.revoke({ id: foreign.id })).rejects.toMatchObject({
      code: 'service_token_not_found',
    })
    await expect(server.as(token).serviceTokens.revokeAll({ id: 1 })).rejects.toMatchObject({ code: 'role_too_low' })
    await server.as(foreign.token).apps.list()
    expect(await server.as(owner).serviceTokens.revokeAll({ id })).toEqual({ revoked: 1 })
    await expect(server.as(own.token).apps.list()).rejects.toMatchObject({ code: 'service_token_revoked' })
  })
})

describe('making one', () => {
  test('needs the password where a session is one of a browser or began by a code', async () => {
    const { userCode, deviceCode } = await server.as().deviceLogins.start({})
    const { id } = await server.as(owner).deviceLogins.show({ userCode })
    await server.as(owner).deviceLogins.approve({ id, userCode })
    const { token } = await server.as().deviceLogins.poll({ deviceCode })
    await expect(make({}, token)).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(make({ currentPassword: 'not the password' }, token)).rejects.toMatchObject({
      code: 'incorrect_password',
    })
    await make({ currentPassword: adminCredentials.password }, token)
  })

  test('stops at the most that an admin may have, also for calls at once', async () => {
    const { token } = await newAdmin('many', { role: 'viewer' })
    const calls = Array.from({ length: MAX_SERVICE_TOKENS + 3 }, () => make({ role: 'viewer' }, token))
    const refused = (await Promise.allSettled(calls)).filter(({ status }) => status === 'rejected')
    expect(refused.map((each) => (each as PromiseRejectedResult).reason.code)).toEqual(
      Array.from({ length: 3 }, () => 'too_many_service_tokens'),
    )
    expect((await server.as(token).serviceTokens.list({ limit: 100 })).meta.totalItems).toBe(MAX_SERVICE_TOKENS)
  })
})

describe('its use', () => {
  test('is recorded with the address, once a minute', async () => {
    const { token, id } = await make()
    const read = async () =>
      (await server.as(owner).serviceTokens.list({ limit: 100 })).data.find((each) => each.id === id)!
    expect(await read()).toMatchObject({ lastUsedAt: null, lastUsedIp: null })
    await server.as(token).apps.list()
    const { lastUsedAt, lastUsedIp } = await read()
    expect(lastUsedIp).toBe('127.0.0.1')
    await server.as(token).apps.list()
    expect((await read()).lastUsedAt).toBe(lastUsedAt)
    const { serviceToken } = server.resources.db.prisma
    await serviceToken.update({ where: { id }, data: { lastUsedAt: new Date(Date.now() - 61_000) } })
    await server.as(token).apps.list()
    expect((await read()).lastUsedAt).toBeGreaterThanOrEqual(lastUsedAt!)
  })

  test('is in the audit as its admin’s, with its name', async () => {
    const { token } = await make({ name: 'nightly' })
    await server.as(token).apps.update({ id: other.id, description: 'by night' })
    const [event] = (await server.as(owner).audit.list({ action: 'app.update', targetId: other.id })).data
    expect(event).toMatchObject({ actor: 'admin', actorName: 'operator', details: { tokenName: 'nightly' } })
  })

  test('one that ends soon needs attention: its admin’s own, and all for an owner', async () => {
    const { token } = await newAdmin('forgetful', { role: 'viewer', apps: [mine.id] })
    await make({ role: 'viewer', name: 'soon', expiresInDays: 10 }, token)
    await make({ role: 'viewer', name: 'late', expiresInDays: 30 }, token)
    await make({ name: 'very soon', expiresInDays: 2 })
    const of = async (by: string) =>
      (await server.as(by).attention.list())
        .filter(({ code }) => code === 'service_token_expires')
        .map(({ subject, severity, data }) => [subject, severity, data['username']])
    expect(await of(token)).toEqual([['soon', 'notice', 'forgetful']])
    expect(await of(owner)).toEqual([
      ['very soon', 'warning', 'operator'],
      ['soon', 'notice', 'forgetful'],
    ])
  })
})

test('a token of an admin whom a server of before there were tokens has deleted works no more', async () => {
  const admin = await newAdmin('deleted elsewhere', { role: 'viewer' })
  const { token } = await make({ role: 'viewer' }, admin.token)
  expect((await server.as(token).setup.whoami()).id).toBe(admin.id)
  await server.resources.db.prisma.admin.update({ where: { id: admin.id }, data: { deletedAt: new Date() } })
  await expect(server.as(token).setup.whoami()).rejects.toMatchObject({ status: 401, code: 'service_token_revoked' })
})
