import type { Client } from '@openauth/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminCredentials, createTestApp, signInAsAdmin, testServer, type TestServer } from '../../testing.ts'

let server: TestServer
let adminToken: string
let admin: Client

beforeAll(async () => {
  server = await testServer()
  adminToken = await signInAsAdmin(server)
  admin = server.as(adminToken)
})
afterAll(() => server.stop())

const MINUTE = 60_000
const newApp = (name: string) => createTestApp(server, adminToken, name)
const currentOf = async (appId: string) =>
  (await admin.appSecrets.list({ appId })).find(({ kind, expiresAt }) => kind === 'full' && expiresAt === null)!
const secrets = () => server.resources.db.prisma.appSecret

test('a secret has its last four characters and its creator, whose later deletion changes nothing', async () => {
  const { id: appId, secret } = await newApp('Creators')
  const other = await admin.admins.create({ username: 'colleague', password: 'another operator' })
  const { token } = await server.as().setup.login({ username: 'colleague', password: 'another operator' })
  const { appSecret } = await server.as(token).appSecrets.create({ appId, name: 'statistics' })
  await admin.admins.delete({ id: other.id })
  expect(await admin.appSecrets.list({ appId })).toMatchObject([
    { kind: 'read', name: 'statistics', lastFour: appSecret.slice(-4), createdBy: 'colleague', lastUsedAt: null },
    { kind: 'full', name: null, lastFour: secret.slice(-4), createdBy: adminCredentials.username, lastUsedAt: null },
  ])
})

test('a use is recorded at most once a minute, also by concurrent calls', async () => {
  const { id: appId, client } = await newApp('Uses')
  const writes = async () => {
    const [row] = await server.resources.db.prisma.$queryRaw<{ xmin: string }[]>`
      SELECT xmin::text FROM "AppSecret" WHERE "appId" = ${appId}::uuid`
    return row!.xmin
  }
  await Promise.all(Array.from({ length: 8 }, () => client.appUsers.list()))
  const first = (await currentOf(appId)).lastUsedAt!
  expect(Math.abs(Date.now() - first)).toBeLessThan(MINUTE)
  const written = await writes()
  await Promise.all(Array.from({ length: 8 }, () => client.appUsers.list()))
  expect([await writes(), (await currentOf(appId)).lastUsedAt]).toEqual([written, first])
  await secrets().updateMany({ where: { appId }, data: { lastUsedAt: new Date(first - 2 * MINUTE) } })
  await client.appUsers.list()
  expect((await currentOf(appId)).lastUsedAt).toBeGreaterThanOrEqual(first)
})

test('a refused call of a read secret is a use of it, and one with an unknown secret is a use of none', async () => {
  const { id: appId } = await newApp('Refused')
  const { appSecret } = await admin.appSecrets.create({ appId, name: 'reader' })
  await server.send('POST', '/app/users', { token: appSecret, body: {} })
  await server.send('GET', '/app/users', { token: `oa_${'0'.repeat(32)}` })
  const uses = (await admin.appSecrets.list({ appId })).map(({ kind, lastUsedAt }) => [kind, lastUsedAt !== null])
  expect(uses).toEqual([
    ['read', true],
    ['full', false],
  ])
})

test('a rotated secret of either kind works until its overlap ends, and its successor has its kind and name', async () => {
  const { id: appId, secret } = await newApp('Rotations')
  const reading = await admin.appSecrets.create({ appId, name: 'reader' })
  const works = async (token: string) => (await server.send('GET', '/app/users', { token })).status === 200
  const full = await admin.appSecrets.rotate({ appId, secretId: (await currentOf(appId)).id, overlapSeconds: 3600 })
  const read = await admin.appSecrets.rotate({ appId, secretId: reading.id, overlapSeconds: 3600 })
  expect([full, read]).toMatchObject([
    { kind: 'full', name: null, expiresAt: null },
    { kind: 'read', name: 'reader', expiresAt: null },
  ])
  const all = [secret, reading.appSecret, full.appSecret, read.appSecret]
  expect(await Promise.all(all.map(works))).toEqual([true, true, true, true])
  expect((await admin.apps.secret({ id: appId })).appSecret).toBe(full.appSecret)
  expect((await server.send('POST', '/app/users', { token: read.appSecret, body: {} })).body.code).toBe('read_secret')
  const expired = { expiresAt: new Date(Date.now() - 1000) }
  await secrets().updateMany({ where: { appId, expiresAt: { not: null } }, data: expired })
  expect(await Promise.all(all.map(works))).toEqual([false, false, true, true])
})

test('a secret is rotated once, and read secrets are bounded while their overlaps last', async () => {
  const { id: appId } = await newApp('Bounded')
  const { id: first } = await admin.appSecrets.create({ appId, name: 'reader' })
  const rotate = (secretId: string) => admin.appSecrets.rotate({ appId, secretId, overlapSeconds: 3600 })
  const both = await Promise.allSettled([rotate(first), rotate(first)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(rotate(first)).rejects.toMatchObject({ status: 409, code: 'secret_rotated' })
  const replacement = both.find((outcome) => outcome.status === 'fulfilled')!
  let { id } = replacement.value
  for (let turn = 0; turn < 9; turn += 1) ({ id } = await rotate(id))
  await expect(rotate(id)).rejects.toMatchObject({ status: 400, code: 'too_many_secrets' })
})

test('a rotation is audited with what replaced the secret, without values; a stranger to the app finds none', async () => {
  const { id: appId } = await newApp('Audited rotations')
  const other = await newApp('Another app')
  const { id: secretId, appSecret } = await admin.appSecrets.create({ appId, name: 'reader' })
  const rotated = await admin.appSecrets.rotate({ appId, secretId, overlapSeconds: 60 })
  await expect(admin.appSecrets.rotate({ appId: other.id, secretId: rotated.id })).rejects.toMatchObject({
    status: 404,
    code: 'app_secret_not_found',
  })
  const { data } = await admin.audit.list({ appId, action: 'app.secret-rotate' })
  const details = { kind: 'read', name: 'reader', overlapSeconds: 60, replacedBy: rotated.id }
  expect(data).toMatchObject([{ targetId: secretId, details }])
  for (const value of [appSecret, rotated.appSecret]) expect(JSON.stringify(data)).not.toContain(value)
})
