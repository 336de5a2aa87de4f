import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { contract, listRoutes, type Route } from '@openauth/client'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  adminCredentials,
  createTestApp,
  signInAs,
  signInAsAdmin,
  type TestApp,
  testServer,
  type TestServer,
  type TestUser,
} from '../../testing.ts'

let server: TestServer
let owner: string
let app: TestApp
let other: TestApp
let user: TestUser
const reason = 'ticket 4711'
const password = 'long enough to log in'

const begin = (given: object = {}, by = owner) =>
  server.as(by).users.impersonate({ appId: app.id, id: user.id, reason, ...given })

beforeAll(async () => {
  server = await testServer({ OPENAUTH_RATE_LIMIT_SCALE: '0' })
  owner = await signInAsAdmin(server)
  app = await createTestApp(server, owner, 'Shop')
  other = await createTestApp(server, owner, 'Other')
  await server.as(owner).apps.update({ id: app.id, impersonationEnabled: true })
  user = await signInAs(server, app.id, 'ada')
})
afterAll(() => server.stop())

const newAdmin = async (username: string, rights: object) => {
  const { id } = await server.as(owner).admins.create({ username, password, ...rights })
  return { id, token: (await server.as().setup.login({ username, password })).token }
}

const routes = listRoutes(contract)
  .filter(({ route }) => route.auth === 'user')
  .map(({ group, verb, route }) => ({ name: `${group}.${verb}`, route }))

const call = ({ method, path }: Route, token: string) => {
  const url = path.replace(/\{(\w+)\}/g, '00000000-0000-4000-8000-000000000000')
  return server.send(method, url, { token, ...(method === 'POST' || method === 'PATCH' ? { body: {} } : {}) })
}

const isRefused = { status: 401, code: 'unauthorized' }

describe('support in the name of a user', () => {
  test('reads and makes harmless changes, by a list of calls; all others are refused', () => {
    expect(routes.filter(({ route }) => route.support).map(({ name }) => name)).toEqual([
      'passkeys.list',
      'account.profile',
      'account.wallets',
      'account.accountChanges',
      'account.updateProfile',
      'account.logout',
      'account.sessions',
      'account.referrals',
      ...['deletion', 'terms'].map((verb) => `privacy.${verb}`),
      ...['balances', 'history'].map((verb) => `wallets.${verb}`),
      'transactions.list',
      'dappPermissions.list',
      'dappPermissions.revoke',
    ])
  })

  test.each(routes.filter(({ route }) => !route.support))('does not make $name', async ({ route }) => {
    const { token } = await begin()
    const { status, body } = await call(route, token)
    expect([status, body.code]).toEqual([403, 'support_call_refused'])
  })

  test('sees what the user sees', async () => {
    const { token, expiresAt } = await begin()
    const support = server.as(token)
    expect((await support.account.profile()).id).toBe(user.id)
    expect(await support.account.wallets()).toEqual(await user.client.account.wallets())
    await support.account.updateProfile({ displayName: 'Ada L.' })
    expect((await user.client.account.profile()).displayName).toBe('Ada L.')
    expect(expiresAt).toBeLessThanOrEqual(Date.now() + 15 * 60_000)
  })

  test('has a token that names both, and that nobody takes for one of the user', async () => {
    const { token } = await begin()
    const claims = decodeJwt(token)
    const { adminId } = await server
      .as(owner)
      .adminSessions.list({})
      .then(({ data }) => data[0]!)
    expect(claims).toMatchObject({ sub: user.id, aud: 'support', act: { sub: `admin:${adminId}` } })
    await expect(app.client.appTokens.verify({ token })).rejects.toMatchObject({ code: 'token_not_valid' })
    for (const path of ['/admin/me', '/app/users', `/admin/apps/${app.id}/users/${user.id}`])
      expect((await server.send('GET', path, { token })).status).toBe(401)
    // To a public call that reads a user's token it is one without a user.
    const optional = listRoutes(contract).find(({ route }) => route.optionalUser)!
    expect((await call(optional.route, token)).body.code).not.toBe('support_call_refused')
  })
})

describe('it begins only', () => {
  test('where the app allows it, for its own users who are not disabled, with a reason', async () => {
    const theirs = await signInAs(server, other.id, 'bob')
    const elsewhere = { appId: other.id, id: theirs.id }
    await expect(begin(elsewhere)).rejects.toMatchObject({ status: 403, code: 'impersonation_disabled' })
    await expect(begin({ id: theirs.id })).rejects.toMatchObject({ code: 'user_not_found' })
    await expect(begin({ reason: ' ' })).rejects.toMatchObject({ code: 'invalid_input' })
    for (const minutes of [0, 16]) await expect(begin({ minutes })).rejects.toMatchObject({ code: 'invalid_input' })
    const { id } = await signInAs(server, app.id, 'disabled')
    await server.as(owner).users.disable({ appId: app.id, id })
    await expect(begin({ id })).rejects.toMatchObject({ code: 'user_disabled' })
  })

  test('by an operator of the app who is signed in', async () => {
    const lower = await newAdmin('supporter', { role: 'support' })
    await expect(begin({}, lower.token)).rejects.toMatchObject({ code: 'role_too_low' })
    const ofOther = await newAdmin('of other', { role: 'operator', apps: [other.id] })
    await expect(begin({}, ofOther.token)).rejects.toMatchObject({ code: 'outside_your_apps' })
    const { token } = await server.as(owner).serviceTokens.create({ name: 'ci', role: 'owner', expiresInDays: 1 })
    await expect(begin({}, token)).rejects.toMatchObject({ code: 'person_required' })
    for (const credential of [user.token, app.secret])
      await expect(begin({}, credential)).rejects.toMatchObject({ status: 401 })
  })
})

describe('it ends', () => {
  const works = async (token: string) => (await server.send('GET', '/user/profile', { token })).status === 200

  test('by the user, who sees it in the list of sessions', async () => {
    const { token, id } = await begin()
    const sessions = await user.client.account.sessions()
    expect(sessions.find((each) => each.id === id)).toMatchObject({ method: 'support', current: false, ip: null })
    await user.client.account.revokeSession({ id })
    await expect(server.as(token).account.profile()).rejects.toMatchObject(isRefused)
    expect((await user.client.account.sessions()).some((each) => each.id === id)).toBe(false)
    expect(await works(user.token)).toBe(true)
  })

  test('by the admin, by itself, and with all sessions of the user', async () => {
    const [one, two, three] = [await begin(), await begin(), await begin()]
    await server.as(owner).users.revokeSession({ appId: app.id, id: user.id, sessionId: one.id })
    await server.as(two.token).account.logout()
    expect([await works(one.token), await works(two.token), await works(three.token)]).toEqual([false, false, true])
    const bob = await signInAs(server, app.id, 'bob')
    const ofBob = await begin({ id: bob.id })
    expect(await server.as(owner).users.endSessions({ appId: app.id, id: bob.id })).toEqual({ ended: 2 })
    expect(await works(ofBob.token)).toBe(false)
  })

  test('with the session, the role, the apps and the account of the admin, and the switch of the app', async () => {
    const admin = await newAdmin('helper', { role: 'operator' })
    const { id } = admin
    const again = async () => (await server.as().setup.login({ username: 'helper', password })).token
    const first = await begin({}, admin.token)
    await server.as(admin.token).setup.logout()
    expect(await works(first.token)).toBe(false)
    const change = (rights: object) => server.as(owner).admins.update({ id, ...rights })
    const second = await begin({}, await again())
    await change({ role: 'support' })
    expect(await works(second.token)).toBe(false)
    await change({ role: 'operator', apps: [other.id] })
    expect(await works(second.token)).toBe(false)
    await change({ apps: null })
    expect(await works(second.token)).toBe(true)
    await server.as(owner).apps.update({ id: app.id, impersonationEnabled: false })
    expect(await works(second.token)).toBe(false)
    await server.as(owner).apps.update({ id: app.id, impersonationEnabled: true })
    await server.as(owner).admins.delete({ id })
    expect(await works(second.token)).toBe(false)
  })

  test('after its time, and with the user', async () => {
    const carol = await signInAs(server, app.id, 'carol')
    const [short, long] = [await begin({ id: carol.id }), await begin({ id: carol.id })]
    const { supportSession } = server.resources.db.prisma
    await supportSession.update({ where: { id: short.id }, data: { expiresAt: new Date(Date.now() - 1) } })
    expect([await works(short.token), await works(long.token)]).toEqual([false, true])
    await server.as(owner).users.disable({ appId: app.id, id: carol.id })
    expect(await works(long.token)).toBe(false)
    await server.as(owner).users.delete({ appId: app.id, id: carol.id })
    expect(await supportSession.count({ where: { userId: carol.id } })).toBe(0)
  })
})

describe('it is known', () => {
  test('to the audit: its start, each call once, and changes as those of the admin, with the reason', async () => {
    const dave = await signInAs(server, app.id, 'dave')
    const { id } = await dave.client.dappPermissions.grant({ origin: 'https://dapp.example' })
    const support = server.as((await begin({ id: dave.id })).token)
    await Promise.all([support.account.profile(), support.account.profile(), support.account.profile()])
    await support.dappPermissions.revoke({ id })
    const { data } = await server.as(owner).audit.list({ targetId: dave.id, limit: 100 })
    const lines = data
      .filter(({ actor }) => actor === 'admin')
      .map(({ action, actorName, details }) => [action, actorName, details['call'] ?? null, details['reason']])
    const by = adminCredentials.username
    expect(lines.toSorted()).toEqual(
      [
        ['user.impersonate', by, null, reason],
        ['user.support-call', by, 'account.profile', reason],
        ['user.support-call', by, 'dappPermissions.revoke', reason],
        ['user.dapp-permission-revoke', by, null, reason],
      ].toSorted(),
    )
  })

  test('to the user, in the list of account changes and by one mail an hour', async () => {
    const { id: userId } = await signInAs(server, app.id, 'erin')
    const { prisma } = server.resources.db
    const row = { appId: app.id, provider: 'email', subject: 'erin@example.com', display: 'erin@example.com' }
    await prisma.identity.create({ data: { ...row, userId, confirmedAt: new Date() } })
    await begin({ id: userId })
    await begin({ id: userId })
    const changes = await server.as(owner).users.accountChanges({ appId: app.id, id: userId })
    const shown = { kind: 'support_access', method: 'support', ip: null, undoableUntil: null }
    expect(changes).toMatchObject([shown, shown])
    const mails = async () => {
      const outbox = join(server.settings.dataDir, 'outbox')
      const texts = await Promise.all((await readdir(outbox)).map((file) => readFile(join(outbox, file), 'utf8')))
      return texts.filter(
        (text) => text.includes('erin@example.com') && text.includes('Support looked at your account'),
      )
    }
    await expect.poll(async () => (await mails().catch(() => [])).length, { timeout: 20_000 }).toBe(1)
  })

  test('it is no login: neither sight, nor session, nor known client, nor activity', async () => {
    const fred = await signInAs(server, app.id, 'fred')
    const { prisma } = server.resources.db
    const long = new Date(Date.now() - 40 * 86_400_000)
    await prisma.user.update({ where: { id: fred.id }, data: { lastSeenAt: long, activeOn: long } })
    const of = async () => ({
      user: await prisma.user.findUniqueOrThrow({ where: { id: fred.id } }),
      sessions: await prisma.session.findMany({ where: { userId: fred.id } }),
      clients: await prisma.knownClient.count(),
      player: await prisma.player.count({ where: { userId: fred.id } }),
      addresses: await prisma.playerAddress.count({ where: { userId: fred.id } }),
    })
    const before = await of()
    const support = server.as((await begin({ id: fred.id })).token)
    await support.account.profile()
    await support.transactions.list({})
    expect(await of()).toEqual(before)
  })
})
