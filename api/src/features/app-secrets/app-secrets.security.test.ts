import { type Client, contract, listRoutes, sendsQuery } from '@openauth/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, signInAs, signInAsAdmin, type TestApp, testServer, type TestServer } from '../../testing.ts'

let server: TestServer
let adminToken: string
let admin: Client
let app: TestApp

beforeAll(async () => {
  server = await testServer({ OPENAUTH_RATE_LIMIT_SCALE: '0' })
  adminToken = await signInAsAdmin(server)
  admin = server.as(adminToken)
  app = await createTestApp(server, adminToken, 'Secrets')
})
afterAll(() => server.stop())

const appRoutes = listRoutes(contract)
  .filter(({ route }) => route.auth === 'app')
  .map(({ group, verb, route }) => ({ name: `${group}.${verb}`, route }))

const uuid = '7d1c6a3e-58b1-4f6a-9d43-0d1f4c2a9b10'
const call = (route: (typeof appRoutes)[number]['route'], token: string) =>
  server.send(route.method, route.path.replace(/\{\w+\}/g, uuid), {
    token,
    ...(sendsQuery(route) ? {} : { body: {} }),
  })

describe('S6: a read secret', () => {
  let reading: string
  beforeAll(async () => {
    reading = (await admin.appSecrets.create({ appId: app.id, name: 'statistics' })).appSecret
  })

  test.each(appRoutes)(
    'is accepted by $name if that declares itself as reading, and refused otherwise',
    async ({ route }) => {
      const { status, body } = await call(route, reading)
      if (route.access === 'read') expect([401, 403]).not.toContain(status)
      else
        expect([status, body.code, body.message]).toEqual([
          403,
          'read_secret',
          'This app secret may only read. This call needs a full secret of the app',
        ])
      expect((await call(route, app.secret)).body.code).not.toBe('read_secret')
    },
  )

  test('only GET calls and lookups with a body declare themselves as reading', () => {
    const posts = appRoutes.filter(({ route }) => route.access === 'read' && route.method !== 'GET')
    expect(posts.map(({ name }) => name).toSorted()).toEqual(['appTokens.verify', 'appUsers.search'])
    expect(appRoutes.filter(({ route }) => route.method === 'GET' && route.access !== 'read')).toEqual([])
  })

  test('reads users and refuses to change them', async () => {
    const { id } = await signInAs(server, app.id, 'ada')
    const client = server.as(reading)
    expect((await client.appUsers.get({ id })).id).toBe(id)
    expect((await client.appUsers.search({ ids: [id] })).length).toBe(1)
    await expect(client.appUsers.disable({ id })).rejects.toMatchObject({ status: 403, code: 'read_secret' })
    expect((await client.appUsers.get({ id })).disabled).toBe(false)
  })

  test('an invalid secret gets no hint of the kinds', async () => {
    const { status, body } = await server.send('POST', '/app/users', { token: `oa_${'0'.repeat(32)}`, body: {} })
    expect([status, body.message]).toEqual([401, 'Unauthorized'])
  })

  test('survives a rotation, is never the one revealed, and is not in any list', async () => {
    const { appSecret } = await admin.apps.rotateSecret({ id: app.id })
    expect((await admin.apps.secret({ id: app.id })).appSecret).toBe(appSecret)
    app = { ...app, secret: appSecret, client: server.as(appSecret) }
    expect((await server.as(reading).appUsers.list()).data.length).toBeGreaterThan(0)
    const list = await admin.appSecrets.list({ appId: app.id })
    expect(list.map(({ kind }) => kind).toSorted()).toEqual(['full', 'read'])
    expect(JSON.stringify(list)).not.toContain('oa_')
  })

  test("stops at once when it is revoked; the current full secret cannot be revoked, and other apps' secrets are not found", async () => {
    const { id, appSecret } = await admin.appSecrets.create({ appId: app.id, name: 'short-lived' })
    const other = await createTestApp(server, adminToken, 'Other')
    await expect(admin.appSecrets.revoke({ appId: other.id, secretId: id })).rejects.toMatchObject({
      status: 404,
      code: 'app_secret_not_found',
    })
    await admin.appSecrets.revoke({ appId: app.id, secretId: id })
    await expect(server.as(appSecret).appUsers.list()).rejects.toMatchObject({ status: 401 })
    const current = (await admin.appSecrets.list({ appId: app.id })).find(({ kind }) => kind === 'full')
    await expect(admin.appSecrets.revoke({ appId: app.id, secretId: current!.id })).rejects.toMatchObject({
      status: 403,
      code: 'current_secret',
    })
    const { data } = await admin.audit.list({ appId: app.id })
    expect(data.slice(0, 2)).toMatchObject([
      { action: 'app.secret-revoke', targetId: id, details: { kind: 'read', name: 'short-lived' } },
      { action: 'app.secret-create', targetId: id, details: { kind: 'read', name: 'short-lived' } },
    ])
    expect(JSON.stringify(data)).not.toContain(appSecret)
  })

  test('a rotated full secret can be revoked before it expires', async () => {
    const { id: appId, secret } = await createTestApp(server, adminToken, 'Rotated')
    await admin.apps.rotateSecret({ id: appId, overlapSeconds: 3600 })
    const old = (await admin.appSecrets.list({ appId })).find(({ expiresAt }) => expiresAt !== null)
    await server.as(secret).appUsers.list()
    await admin.appSecrets.revoke({ appId, secretId: old!.id })
    await expect(server.as(secret).appUsers.list()).rejects.toMatchObject({ status: 401 })
  })

  test('is created by admins only, never as a full one, and at most ten times, even concurrently', async () => {
    const { id: appId, secret } = await createTestApp(server, adminToken, 'Many')
    const path = `/admin/apps/${appId}/secrets`
    const make = (token: string, body: object) => server.send('POST', path, { token, body })
    expect((await make(secret, { name: 'x' })).status).toBe(401)
    expect((await make(adminToken, { name: 'x', kind: 'full' })).status).toBe(400)
    const made = await Promise.all(Array.from({ length: 13 }, (_, index) => make(adminToken, { name: `r ${index}` })))
    expect(made.map(({ status }) => status).toSorted()).toEqual([...Array(10).fill(201), 400, 400, 400])
    expect(made.find(({ status }) => status === 400)!.body.code).toBe('too_many_secrets')
  })
})

describe('S6: an app secret has a budget of calls', () => {
  test("one for all calls and a lower one for signing; other secrets and the app's users have their own", async () => {
    // A thousandth of the budgets: 30 calls, one of which may sign.
    const small = await testServer({ OPENAUTH_RATE_LIMIT_SCALE: '0.001' })
    const token = await signInAsAdmin(small)
    const { id, secret } = await createTestApp(small, token, 'Busy')
    const { appSecret: reading } = await small.as(token).appSecrets.create({ appId: id, name: 'other' })
    const sign = () =>
      small.send('POST', `/app/users/${uuid}/solana/send-token`, {
        token: secret,
        body: { address: 'x', token: 'SOL', amount: '1' },
      })
    expect((await sign()).status).toBe(404)
    const limited = await sign()
    expect([limited.status, limited.body.code]).toEqual([429, 'too_many_attempts'])
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0)
    const reads = []
    for (let count = 0; count < 29; count += 1)
      reads.push((await small.send('GET', '/app/users', { token: secret })).status)
    expect(reads).toEqual([...Array(28).fill(200), 429])
    expect((await small.send('GET', '/app/users', { token: reading })).status).toBe(200)
    await small.stop()
  })
})
