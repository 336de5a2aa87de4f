import { createPublicKey } from 'node:crypto'
import { credentialNames } from '@openauth/client'
import { jwtVerify } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, signInAs, signInAsAdmin, testServer, type TestServer } from '../../testing.ts'

let server: TestServer
let token: string
const admin = () => server.as(token)
beforeAll(async () => {
  server = await testServer()
  token = await signInAsAdmin(server)
})
afterAll(() => server.stop())

test('a new app has username login on and every other switch off', async () => {
  const created = await server.send('POST', '/admin/apps', { token, body: { name: 'Harbour' } })
  expect(created.status).toBe(201)
  const { usernameEnabled, ...switches } = Object.fromEntries(
    Object.entries(created.body.data).filter(([, value]) => typeof value === 'boolean'),
  )
  expect(usernameEnabled).toBe(true)
  expect(Object.keys(switches).length).toBeGreaterThan(12)
  expect(Object.values(switches)).not.toContain(true)
  expect(created.body.data).toMatchObject({ name: 'Harbour', description: null, jwtTTL: 0, redirectOrigins: [] })
})

test('a taken name is refused, whatever its case or width', async () => {
  for (const name of ['Harbour', 'harbour', 'Ｈarbour']) {
    const { status, body } = await server.send('POST', '/admin/apps', { token, body: { name } })
    expect([status, body.message]).toEqual([400, 'App already exists'])
  }
})

test('settings change one by one: omitted ones stay, null and empty text clear', async () => {
  const { id } = await admin().apps.create({ name: 'Settings' })
  await admin().apps.update({
    id,
    description: 'A game',
    googleEnabled: true,
    jwtTTL: 3600,
    googleClientId: 'client-1',
  })
  const changed = await admin().apps.update({ id, redirectOrigins: ['https://play.example', 'http://localhost:3000/'] })
  expect(changed).toMatchObject({
    description: 'A game',
    googleEnabled: true,
    jwtTTL: 3600,
    googleClientId: 'client-1',
    redirectOrigins: ['https://play.example', 'http://localhost:3000'],
  })
  const cleared = await admin().apps.update({ id, description: null, googleClientId: '' })
  expect(cleared).toMatchObject({ description: null, googleClientId: null, jwtTTL: 3600 })
})

test.each([
  'https://*.example',
  'https://a.example/path',
  'javascript:alert(1)',
  'https://user@a.example',
  '//a.example',
  'https://a.example\\@b.example',
  'a.example',
])('redirect origin %s is refused and changes nothing', async (origin) => {
  const { id } = await admin().apps.create({ name: `Origin ${origin}` })
  await expect(admin().apps.update({ id, redirectOrigins: [origin] })).rejects.toMatchObject({
    status: 400,
    issues: [{ path: 'redirectOrigins.0' }],
  })
  expect((await admin().apps.get({ id })).redirectOrigins).toEqual([])
})

test('credentials are returned to admins and sealed in the database', async () => {
  const { id } = await admin().apps.create({ name: 'Credentials' })
  const given = Object.fromEntries(credentialNames.map((name) => [name, `very secret ${name}`]))
  await admin().apps.update({ id, ...given })
  expect(await admin().apps.get({ id })).toMatchObject(given)
  expect((await admin().apps.list()).find((app) => app.id === id)).toMatchObject(given)
  const { rows } = await server.resources.db.pool.query(`SELECT name, sealed FROM "AppCredential" WHERE "appId" = $1`, [
    id,
  ])
  expect(rows).toHaveLength(credentialNames.length)
  for (const { sealed } of rows) expect(sealed.toString('latin1')).not.toContain('very secret')
  await admin().apps.update({ id, telegramBotToken: null })
  expect((await admin().apps.get({ id })).telegramBotToken).toBeNull()
})

test('concurrent changes of different credentials are all applied', async () => {
  const { id } = await admin().apps.create({ name: 'Parallel' })
  await Promise.all(credentialNames.map((name) => admin().apps.update({ id, [name]: `value of ${name}` })))
  const app = await admin().apps.get({ id })
  for (const name of credentialNames) expect(app[name]).toBe(`value of ${name}`)
})

test('the secret has the known form, and the jwtSecret verifies user tokens', async () => {
  const app = await createTestApp(server, token, 'Secrets')
  expect(app.secret).toMatch(/^oa_[0-9a-f]{32}$/)
  const { jwtSecret } = await admin().apps.secret({ id: app.id })
  expect(jwtSecret).toMatch(/^-----BEGIN PUBLIC KEY-----/)
  const user = await signInAs(server, app.id, 'holder')
  const { payload } = await jwtVerify(user.token, createPublicKey(jwtSecret), {
    algorithms: ['EdDSA'],
    audience: app.id,
  })
  expect(payload).toMatchObject({ userId: user.id, appId: app.id, sessionId: expect.any(String) })
})

test('after a rotation the old secret works until the overlap ends', async () => {
  const app = await createTestApp(server, token, 'Rotation')
  const { appSecret, previousExpiresAt } = await admin().apps.rotateSecret({ id: app.id, overlapSeconds: 3600 })
  expect(previousExpiresAt).toBeGreaterThan(Date.now() + 3_500_000)
  expect((await server.as(app.secret).appUsers.list()).data).toEqual([])
  expect((await server.as(appSecret).appUsers.list()).data).toEqual([])
  expect((await admin().apps.secret({ id: app.id })).appSecret).toBe(appSecret)
  const { appSecret: third } = await admin().apps.rotateSecret({ id: app.id, overlapSeconds: 0 })
  for (const old of [app.secret, appSecret])
    await expect(server.as(old).appUsers.list()).rejects.toMatchObject({ status: 401 })
  expect((await server.as(third).appUsers.list()).data).toEqual([])
})

test('an app has at most ten working secrets: an eleventh ends the oldest', async () => {
  const app = await createTestApp(server, token, 'Rotated often')
  const secrets = [app.secret]
  const works = async (secret: string) => (await server.send('GET', '/app/users', { token: secret })).status === 200
  for (let turn = 0; turn < 11; turn += 1) {
    const { appSecret } = await admin().apps.rotateSecret({ id: app.id, overlapSeconds: 3600 })
    secrets.push(appSecret)
  }
  const expected = secrets.map((_, index) => index >= 2)
  expect(await Promise.all(secrets.map(works))).toEqual(expected)
  expect((await admin().apps.secret({ id: app.id })).appSecret).toBe(secrets.at(-1))
})

test('twenty concurrent rotations leave one current secret', async () => {
  const app = await createTestApp(server, token, 'Rotations')
  await Promise.all(Array.from({ length: 20 }, () => admin().apps.rotateSecret({ id: app.id })))
  const current = await server.resources.db.prisma.appSecret.count({ where: { appId: app.id, expiresAt: null } })
  expect(current).toBe(1)
})

test('a deleted app disappears everywhere: its secret and tokens stop working, its name can be used again', async () => {
  const app = await createTestApp(server, token, 'Doomed')
  const user = await signInAs(server, app.id, 'passenger')
  await admin().apps.delete({ id: app.id })
  await expect(user.client.account.profile()).rejects.toMatchObject({ status: 401, message: 'Unauthorized' })
  await expect(app.client.appUsers.list()).rejects.toMatchObject({ status: 401 })
  await expect(admin().apps.get({ id: app.id })).rejects.toMatchObject({ status: 404, message: 'App not found' })
  await expect(admin().apps.secret({ id: app.id })).rejects.toMatchObject({ status: 404 })
  await expect(admin().apps.update({ id: app.id, name: 'Back' })).rejects.toMatchObject({ status: 404 })
  await expect(admin().users.list({ appId: app.id })).rejects.toMatchObject({ status: 404 })
  await expect(admin().users.get({ appId: app.id, id: user.id })).rejects.toMatchObject({ status: 404 })
  await expect(server.as().account.config({ appId: app.id })).rejects.toMatchObject({ status: 404 })
  const again = { appId: app.id, username: 'passenger', password: 'password of passenger' }
  await expect(server.as().login.username(again)).rejects.toMatchObject({ status: 404 })
  expect((await admin().apps.list()).map(({ name }) => name)).not.toContain('Doomed')
  await admin().apps.create({ name: 'Doomed' })
})

test('reveals, changes and rotations are audited without the values', async () => {
  const app = await createTestApp(server, token, 'Audited')
  await admin().apps.update({ id: app.id, githubClientSecret: 'hush hush' })
  await admin().apps.rotateSecret({ id: app.id })
  const { data } = await admin().audit.list({ appId: app.id })
  expect(data.map(({ action }) => action)).toEqual([
    'app.secret-rotate',
    'app.update',
    'app.secret-reveal',
    'app.create',
  ])
  expect(data.map(({ targetId }) => targetId)).toEqual(Array.from(data, () => app.id))
  expect(data[1]!.details).toEqual({
    changed: ['githubClientSecret'],
    before: { githubClientSecret: null },
    after: { githubClientSecret: '(set)' },
  })
  expect(JSON.stringify(data)).not.toContain('hush')
  expect(data[0]).toMatchObject({ actor: 'admin', actorId: '1', ip: '127.0.0.1' })
})

test('with OPENAUTH_APP_DEFAULTS=legacy new apps allow the wallet logins of earlier deployments', async () => {
  const legacy = await testServer({ OPENAUTH_APP_DEFAULTS: 'legacy' })
  const app = await legacy.as(await signInAsAdmin(legacy)).apps.create({ name: 'Field' })
  expect(app).toMatchObject({ ethEnabled: true, solEnabled: true, legacyWalletLogin: true, googleEnabled: false })
  await legacy.stop()
})

test('P4: settings are accepted as text where the meaning is unambiguous, as earlier servers did', async () => {
  const { id } = await admin().apps.create({ name: 'As text' })
  const patch = (body: object) => server.send('PATCH', `/admin/apps/${id}`, { token, body })
  const taken = await patch({
    jwtTTL: '3600',
    telegramMaxAgeSeconds: '60',
    googleEnabled: 'true',
    emailEnabled: 'false',
  })
  expect(taken.body.data).toMatchObject({
    jwtTTL: 3600,
    telegramMaxAgeSeconds: 60,
    googleEnabled: true,
    emailEnabled: false,
  })
  for (const body of [
    ...['3600abc', '', '0x10', '1e3', '-1', '60.5'].map((jwtTTL) => ({ jwtTTL })),
    ...['yes', '1', 'True', ''].map((googleEnabled) => ({ googleEnabled })),
  ]) {
    const { status, body: answer } = await patch({ description: 'changed', ...body })
    expect([body, status, answer.code]).toEqual([body, 400, 'invalid_input'])
    expect(answer.message).toMatch(/^(jwtTTL|googleEnabled) /)
  }
  expect(await admin().apps.get({ id })).toMatchObject({ jwtTTL: 3600, googleEnabled: true, description: null })
})
