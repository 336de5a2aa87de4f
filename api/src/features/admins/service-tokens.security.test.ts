import {
  appTokenOf,
  contract,
  type Input,
  isServiceToken,
  listRoutes,
  MAX_SERVICE_TOKENS,
  type Route,
  SERVICE_TOKEN_RANDOM,
  serviceTokenChecksum,
} from '@openauth/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  adminCredentials,
  createTestApp,
  signInAsAdmin,
  startServer,
  type TestApp,
  testServer,
  type TestServer,
} from '../../testing.ts'

let server: TestServer
let owner: string
let mine: TestApp
let other: TestApp
const password = 'long enough to log in'

beforeAll(async () => {
  server = await testServer({ OPENAUTH_RATE_LIMIT_SCALE: '0', OPENAUTH_CONSOLE: 'on' })
  owner = await signInAsAdmin(server)
  mine = await createTestApp(server, owner, 'Mine')
  other = await createTestApp(server, owner, 'Other')
})
afterAll(() => server.stop())

/** Tokens of the owner: for all calls, and for one each. */
let full: string
let forJobsList: string
let forJobsRetry: string
beforeAll(async () => {
  full = (await make()).token
  forJobsList = (await make({ calls: ['jobs.list'] })).token
  forJobsRetry = (await make({ calls: ['jobs.retry'] })).token
})

const usual = { name: 'deploy', role: 'owner', expiresInDays: 90 } as const
const make = (given: Input = {}, by = owner) => server.as(by).serviceTokens.create({ ...usual, ...given } as never)

/** Creates an admin and logs in as it. */
const newAdmin = async (username: string, rights: object) => {
  const { id } = await server.as(owner).admins.create({ username, password, ...rights })
  return { id, token: (await server.as().setup.login({ username, password })).token }
}

const routes = listRoutes(contract)
  .filter(({ route }) => route.auth === 'admin')
  .map(({ group, verb, route }) => ({ name: `${group}.${verb}`, route }))

const call = ({ method, path }: Route, token: string) => {
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === appTokenOf(path) ? mine.id : '00000000-0000-4000-8000-000000000000',
  )
  return server.send(method, url, { token, ...(method === 'POST' || method === 'PATCH' ? { body: {} } : {}) })
}

describe('a service token', () => {
  test('has a form that scanners find, and a checksum that tells a mistyped one', async () => {
    const { token, lastFour } = await make()
    expect(token).toMatch(/^oas_[0-9A-Za-z]{36}$/)
    expect(isServiceToken(token)).toBe(true)
    expect(token.endsWith(lastFour)).toBe(true)
    // CRC-32 of the check string of its catalogue, 0xCBF43926, in base 62.
    expect(serviceTokenChecksum('123456789')).toBe('3jZRME')
    for (let at = 4; at < token.length; at++) {
      const wrong = `${token.slice(0, at)}${token[at] === 'a' ? 'b' : 'a'}${token.slice(at + 1)}`
      expect(isServiceToken(wrong)).toBe(false)
    }
    const [random, sum] = [token.slice(4, 4 + SERVICE_TOKEN_RANDOM), token.slice(4 + SERVICE_TOKEN_RANDOM)]
    expect(serviceTokenChecksum(random)).toBe(sum)
  })

  test('is shown once: neither lists, nor the audit, nor the database have it', async () => {
    const { token, id } = await make({ name: 'shown once' })
    const { data } = await server.as(owner).serviceTokens.list({ limit: 100 })
    expect(data.find((each) => each.id === id)).toMatchObject({ name: 'shown once', username: 'operator' })
    const seen = [data, await server.as(owner).audit.list({ action: 'service-token.' })]
    expect(JSON.stringify(seen)).not.toContain(token)
    const rows = await server.resources.db.pool.query('SELECT row_to_json(t)::text AS row FROM "ServiceToken" t')
    expect(JSON.stringify(rows.rows)).not.toContain(token.slice(4))
    // A right form with other letters is nobody's.
    const letters = 'A'.repeat(SERVICE_TOKEN_RANDOM)
    const made = `oas_${letters}${serviceTokenChecksum(letters)}`
    await expect(server.as(made).setup.whoami()).rejects.toMatchObject({ status: 401, code: 'unauthorized' })
  })

  test.each(routes.filter(({ route }) => route.person))(
    'does not make $name, which needs a person',
    async ({ route }) => {
      const { status, body } = await call(route, full)
      expect([status, body.code]).toEqual([403, 'person_required'])
    },
  )

  test('is refused what decides who has which access, and nothing else that its role may', () => {
    expect(routes.filter(({ route }) => route.person).map(({ name }) => name)).toEqual([
      'setup.logout',
      'admins.create',
      'admins.update',
      'admins.delete',
      'adminSessions.revoke',
      'deviceLogins.show',
      'deviceLogins.approve',
      'deviceLogins.deny',
      'secondFactor.begin',
      'secondFactor.confirm',
      'secondFactor.renewCodes',
      'secondFactor.remove',
      'secondFactor.reset',
      'serviceTokens.create',
      'serviceTokens.revoke',
      'serviceTokens.revokeAll',
      'apps.delete',
      'keys.retire',
    ])
  })

  test.each(routes.filter(({ route }) => !route.person))(
    'for one call does not make $name',
    async ({ name, route }) => {
      const { body } = await call(route, name === 'jobs.list' ? forJobsRetry : forJobsList)
      if (name === 'setup.whoami') expect(body.data).toMatchObject({ serviceTokenName: 'deploy' })
      else expect(body.code).toBe('call_not_in_token')
    },
  )

  test('for a group makes its calls, and those of no other whose name begins alike', async () => {
    const { token } = await make({ calls: ['apps.*'] })
    expect(await server.as(token).apps.list()).toHaveLength(2)
    await expect(server.as(token).appSecrets.list({ appId: mine.id })).rejects.toMatchObject({
      code: 'call_not_in_token',
    })
    for (const calls of [['appz.*'], ['users'], ['*'], ['admins.create'], ['account.profile'], ['a*'], []])
      await expect(make({ calls })).rejects.toMatchObject({ code: 'invalid_input' })
  })

  test('restores nothing, and takes backups only where it is for all calls of an owner', async () => {
    const [all, some] = [await make(), await make({ calls: ['jobs.*'] })]
    const send = (path: string, token: string) => server.send('POST', path, { token, body: { password } })
    expect((await send('/admin/restores', all.token)).body.code).toBe('person_required')
    expect((await send('/admin/backups', some.token)).body.code).toBe('call_not_in_token')
    const lower = await make({ role: 'operator' })
    expect((await send('/admin/backups', lower.token)).body.code).toBe('role_too_low')
  })

  test('is no cookie of the console, no user and no app', async () => {
    const { token } = await make()
    for (const path of ['/user/profile', '/app/users'])
      expect((await server.send('GET', path, { token })).status).toBe(401)
    expect((await server.send('GET', '/console/api/admin/me', { token })).status).not.toBe(200)
  })
})

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
    for (const expiresInDays of [0, 366, 1.5, null])
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
