import {
  adminRoles,
  type AdminRole,
  appTokenOf,
  contract,
  includesRole,
  listRoutes,
  type Route,
} from '@openauth/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, signInAs, signInAsAdmin, type TestApp, testServer, type TestServer } from '../../testing.ts'

let server: TestServer
let owner: string
let mine: TestApp
let other: TestApp
const password = 'long enough to log in'
const tokens: Partial<Record<AdminRole, string>> = {}
/** An operator who looks after `mine` only. */
let ofMine: string

/** Creates an admin and logs in as it. */
const newAdmin = async (username: string, rights: { role?: AdminRole; apps?: string[] }) => {
  const { id } = await server.as(owner).admins.create({ username, password, ...rights })
  return { id, token: (await server.as().setup.login({ username, password })).token }
}

beforeAll(async () => {
  server = await testServer({ OPENAUTH_RATE_LIMIT_SCALE: '0' })
  owner = await signInAsAdmin(server)
  mine = await createTestApp(server, owner, 'Mine')
  other = await createTestApp(server, owner, 'Other')
  for (const role of adminRoles) tokens[role] = (await newAdmin(`a ${role}`, { role })).token
  ofMine = (await newAdmin('of mine', { role: 'operator', apps: [mine.id] })).token
})
afterAll(() => server.stop())

const routes = listRoutes(contract)
  .filter(({ route }) => route.auth === 'admin')
  .map(({ group, verb, route }) => ({ name: `${group}.${verb}`, route }))

/** Calls a route with an app's id where its path has one, and any ids else. */
const call = ({ method, path }: Route, token: string, appId: string) => {
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === appTokenOf(path) ? appId : '00000000-0000-4000-8000-000000000000',
  )
  return server.send(method, url, { token, ...(method === 'POST' || method === 'PATCH' ? { body: {} } : {}) })
}

describe('a role', () => {
  test.each(routes)('$name refuses each lower one, before the input is read', async ({ route }) => {
    for (const role of adminRoles.filter((each) => !includesRole(each, route.role!))) {
      const { status, body } = await call(route, tokens[role]!, mine.id)
      expect([role, status, body.code]).toEqual([role, 403, 'role_too_low'])
    }
  })

  test.each(routes.filter(({ route }) => route.method === 'GET'))(
    '$name answers the role it needs',
    async ({ route }) => {
      const { body } = await call(route, tokens[route.role!]!, mine.id)
      expect(['role_too_low', 'outside_your_apps']).not.toContain(body.code)
    },
  )

  test('a viewer changes nothing but its own login and session, by any call', () => {
    const changing = routes.filter(({ route }) => route.method !== 'GET' && route.role === 'viewer')
    const names = changing.map(({ name }) => name).toSorted()
    const own = ['adminSessions.revoke', 'adminSessions.revokeOthers', 'admins.update', 'setup.logout']
    const device = ['approve', 'deny', 'show'].map((verb) => `deviceLogins.${verb}`)
    const factor = ['begin', 'confirm', 'remove', 'renewCodes'].map((verb) => `secondFactor.${verb}`)
    const passkeys = ['confirmOptions', 'register', 'registerOptions', 'remove', 'rename'].map(
      (verb) => `adminPasskeys.${verb}`,
    )
    const tokenCalls = ['create', 'revoke', 'revokeAll'].map((verb) => `serviceTokens.${verb}`)
    const trials = ['gameRules.simulate', 'walletPolicies.dryRun']
    expect(names).toEqual([...own, ...device, ...factor, ...passkeys, ...tokenCalls, ...trials].toSorted())
  })

  test('no backup or restore for less than an owner', async () => {
    for (const path of ['/admin/backups', '/admin/restores']) {
      const { status, body } = await server.send('POST', path, { token: tokens.operator, body: { password } })
      expect([status, body.code]).toEqual([403, 'role_too_low'])
    }
  })

  test('less than an operator sees marks in place of the secrets that an app stores', async () => {
    await server.as(owner).apps.update({ id: mine.id, googleClientSecret: 'a stored secret' })
    for (const role of ['viewer', 'support'] as const) {
      const app = await server.as(tokens[role]).apps.get({ id: mine.id })
      expect(app.googleClientSecret).toMatch(/^set:/)
      expect(JSON.stringify(await server.as(tokens[role]).apps.list())).not.toContain('a stored secret')
    }
    expect((await server.as(tokens.operator).apps.get({ id: mine.id })).googleClientSecret).toBe('a stored secret')
  })
})

describe('an admin of one app', () => {
  const below = routes.filter(({ route }) => appTokenOf(route.path) && route.role !== 'owner')
  test.each(below)('$name refuses another app', async ({ route }) => {
    const { status, body } = await call(route, ofMine, other.id)
    expect([status, body.code]).toEqual([403, 'outside_your_apps'])
  })

  const ofServer = routes.filter(
    ({ route }) => route.role !== 'owner' && (route.reach === 'server' || (!appTokenOf(route.path) && !route.reach)),
  )
  test.each(ofServer)('$name, which is about the server, is refused', async ({ route }) => {
    const { status, body } = await call(route, ofMine, mine.id)
    expect([status, body.code]).toEqual([403, 'outside_your_apps'])
  })

  test('lists have what is of its app, also where a filter or a search names another', async () => {
    const [own, stranger] = [await signInAs(server, mine.id, 'Uma'), await signInAs(server, other.id, 'Uma')]
    const admin = server.as(ofMine)
    expect((await admin.apps.list()).map(({ id }) => id)).toEqual([mine.id])
    for (const q of [undefined, 'Uma', stranger.id])
      expect((await admin.users.find({ q })).data.map(({ id }) => id)).toEqual(q === stranger.id ? [] : [own.id])
    await server.as(owner).users.disable({ appId: other.id, id: stranger.id })
    await server.as(owner).users.disable({ appId: mine.id, id: own.id })
    for (const q of [undefined, own.id, stranger.id]) {
      const { data } = await admin.audit.list({ q, limit: 100 })
      expect(data.filter(({ appId }) => appId !== mine.id)).toEqual([])
      if (q !== stranger.id) expect(data.map(({ action }) => action)).toContain('user.disable')
    }
    expect((await admin.stats.get({ days: 1 })).users).toBe(1)
    expect((await server.as(owner).stats.get({ days: 1 })).users).toBe(2)
    for (const item of await admin.attention.list()) expect(item.appId).toBe(mine.id)
    const outside = { status: 403, code: 'outside_your_apps' }
    await expect(admin.users.find({ appId: other.id })).rejects.toMatchObject(outside)
    await expect(admin.audit.list({ appId: other.id })).rejects.toMatchObject(outside)
    await expect(admin.stats.get({ appId: other.id, days: 1 })).rejects.toMatchObject(outside)
    await expect(admin.adminTransactions.list({ appId: other.id })).rejects.toMatchObject(outside)
  })

  test('its app in capitals is its app; one without any app sees none', async () => {
    expect((await server.send('GET', `/admin/apps/${mine.id.toUpperCase()}`, { token: ofMine })).status).toBe(200)
    const { token } = await newAdmin('of none', { role: 'viewer', apps: [] })
    const admin = server.as(token)
    expect([await admin.apps.list(), (await admin.users.find({})).data]).toEqual([[], []])
    expect([(await admin.audit.list({})).data, (await admin.adminTransactions.list({})).data]).toEqual([[], []])
    expect((await admin.stats.get({ days: 1 })).users).toBe(0)
  })

  test('a deleted app is taken from it', async () => {
    const app = await createTestApp(server, owner, 'Gone')
    const { id } = await newAdmin('of gone', { role: 'viewer', apps: [app.id, mine.id] })
    await server.as(owner).apps.delete({ id: app.id })
    expect((await server.as(owner).admins.get({ id })).apps).toEqual([mine.id])
  })
})

describe('rights are given by owners only', () => {
  test('an operator changes its own password, and nobody else, nor its own role', async () => {
    const { id, token } = await newAdmin('climber', { role: 'operator' })
    const admin = server.as(token)
    await admin.admins.update({ id, password: `${password} now` })
    const refused = { status: 403, code: 'role_too_low' }
    await expect(admin.admins.update({ id, role: 'owner' })).rejects.toMatchObject(refused)
    await expect(admin.admins.update({ id, apps: null })).rejects.toMatchObject(refused)
    await expect(admin.admins.update({ id: 1, password })).rejects.toMatchObject(refused)
    await expect(admin.admins.create({ username: 'puppet', password })).rejects.toMatchObject(refused)
    expect((await admin.setup.whoami()).role).toBe('operator')
  })

  test('a new role counts from the next call on, for sessions that go on', async () => {
    const { id, token } = await newAdmin('changing', { role: 'operator' })
    await server.as(token).apps.update({ id: mine.id, description: 'by an operator' })
    await server.as(owner).admins.update({ id, role: 'viewer' })
    const change = server.as(token).apps.update({ id: mine.id, description: 'by a viewer' })
    await expect(change).rejects.toMatchObject({ code: 'role_too_low' })
    expect((await server.as(token).apps.get({ id: mine.id })).description).toBe('by an operator')
  })

  test('of two owners who demote or delete each other at once, one stays an owner', async () => {
    const everybody = async () => (await server.as(owner).admins.list()).filter(({ role }) => role === 'owner')
    for (const how of ['demote', 'delete'] as const) {
      const [one, two] = [
        await newAdmin(`one ${how}`, { role: 'owner' }),
        await newAdmin(`two ${how}`, { role: 'owner' }),
      ]
      const ends = (by: { token: string }, { id }: { id: number }) =>
        how === 'delete'
          ? server.as(by.token).admins.delete({ id })
          : server.as(by.token).admins.update({ id, role: 'viewer' })
      const before = (await everybody()).length
      const outcomes = await Promise.allSettled([ends(one, two), ends(two, one)])
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(await everybody()).toHaveLength(before - 1)
    }
  })

  test('the last owner is neither demoted nor deleted', async () => {
    const admin = server.as(owner)
    const { id: own } = await admin.setup.whoami()
    for (const { id, role } of await admin.admins.list())
      if (role === 'owner' && id !== own) await admin.admins.delete({ id })
    const refused = { status: 403, code: 'last_owner' }
    await expect(admin.admins.update({ id: own, role: 'operator' })).rejects.toMatchObject(refused)
    await expect(admin.admins.delete({ id: own })).rejects.toMatchObject(refused)
  })

  test('an owner has all apps, apps must exist, and a refused change changes nothing', async () => {
    const admin = server.as(owner)
    const { id } = await newAdmin('steady', { role: 'operator', apps: [mine.id] })
    const before = await admin.admins.get({ id })
    const all = { status: 400, code: 'owner_has_all_apps' }
    await expect(admin.admins.update({ id, role: 'owner', apps: [mine.id] })).rejects.toMatchObject(all)
    await expect(
      admin.admins.update({ id, apps: ['00000000-0000-4000-8000-000000000000'], username: 'unsteady' }),
    ).rejects.toMatchObject({ code: 'app_not_found' })
    expect(await admin.admins.get({ id })).toEqual(before)
    expect(await admin.admins.update({ id, role: 'owner' })).toMatchObject({ role: 'owner', apps: null })
  })

  test('what changed is in the audit, old and new, without a password', async () => {
    const admin = server.as(owner)
    const { id } = await newAdmin('watched', { role: 'viewer' })
    await admin.admins.update({ id, role: 'support', apps: [mine.id], password: 'another password' })
    const [event] = (await admin.audit.list({ action: 'admin.update', targetId: String(id) })).data
    expect(event!.details).toEqual({
      changed: ['password', 'role', 'apps'],
      before: { role: 'viewer', apps: null },
      after: { role: 'support', apps: [mine.id] },
    })
  })

  test('others than owners see and end their own sessions only', async () => {
    const { token } = await newAdmin('alone', { role: 'operator' })
    const { data } = await server.as(token).adminSessions.list({})
    expect(data.map(({ username, current }) => [username, current])).toEqual([['alone', true]])
    const ofOwner = await server.as(owner).adminSessions.list({ limit: 100 })
    const foreign = ofOwner.data.find(({ current }) => current)
    const end = server.as(token).adminSessions.revoke({ id: foreign!.id })
    await expect(end).rejects.toMatchObject({ status: 404, code: 'session_not_found' })
    expect((await server.as(owner).setup.whoami()).username).toBe('operator')
  })
})
