import { randomInt, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, signInAsAdmin, type TestApp, testServer, type TestServer } from '../../../testing.ts'
import { createImportedWallets } from './imported-wallets.ts'

let server: TestServer
let token: string
let app: TestApp
beforeAll(async () => {
  server = await testServer({ OPENAUTH_RATE_LIMIT_SCALE: '0' })
  token = await signInAsAdmin(server)
  app = await createTestApp(server, token, 'Imported')
})
afterAll(() => server.stop())

const prisma = () => server.resources.db.prisma
const never = new AbortController().signal
const importUsers = async (count: number, appId = app.id): Promise<string[]> => {
  const users = Array.from({ length: count }, () => ({ externalId: randomUUID() }))
  const { verdicts } = await server.as(token).users.bulkImport({ appId, users })
  return verdicts.map(({ id }) => id!)
}
const countWallets = (ids: string[]) => prisma().wallet.count({ where: { userId: { in: ids } } })

test('the users of an import get their wallets without anybody asking, those that nobody deleted', async () => {
  const ids = await importUsers(12)
  const [gone, ...left] = ids
  await server.as(token).users.delete({ appId: app.id, id: gone! })
  await expect.poll(() => countWallets(left), { timeout: 60_000, interval: 200 }).toBe(33)
  expect(await countWallets([gone!])).toBe(0)
  const report = await server.as(token).jobs.list()
  expect(report.kinds.find(({ kind }) => kind === 'wallets')).toMatchObject({ failed: 0 })
})

test('a job that runs again, and beside first reads, changes no address', async () => {
  const ids = await importUsers(10)
  const shown = await Promise.all(ids.slice(0, 5).map((id) => app.client.appUsers.wallets({ id })))
  const { make } = createImportedWallets(server.resources)
  const request = { appId: app.id, userIds: ids }
  const [raced] = await Promise.all([
    Promise.all(ids.map((id) => app.client.appUsers.wallets({ id }))),
    make(request, never),
    make(request, never),
  ])
  expect(raced.slice(0, 5)).toEqual(shown)
  await make(request, never)
  expect(await Promise.all(ids.map((id) => app.client.appUsers.wallets({ id })))).toEqual(raced)
  expect(await countWallets(ids)).toBe(30)
})

test('a job that names users of another app, or nobody, makes nothing', async () => {
  const other = await createTestApp(server, token, 'Victim')
  const victim = (await other.client.appUsers.findOrCreate({ telegram: '424242' })).id
  const { make } = createImportedWallets(server.resources)
  await make({ appId: app.id, userIds: [victim, randomUUID()] }, never)
  expect(await countWallets([victim])).toBe(0)
})

test('a job that is stopped stores whole users, and the next one goes on', async () => {
  const { make } = createImportedWallets(server.resources)
  const ids = await Promise.all(
    Array.from(
      { length: 6 },
      async () => (await app.client.appUsers.findOrCreate({ telegram: String(randomInt(1e9, 1e12)) })).id,
    ),
  )
  const stopping = new AbortController()
  const making = make({ appId: app.id, userIds: ids }, stopping.signal)
  await expect.poll(() => countWallets(ids), { timeout: 60_000, interval: 5 }).toBeGreaterThan(0)
  stopping.abort()
  await making.catch(() => {})
  expect((await countWallets(ids)) % 3).toBe(0)
  await make({ appId: app.id, userIds: ids }, never)
  expect(await countWallets(ids)).toBe(18)
})

test('an import while the key service does not answer stores no user', async () => {
  const { resources } = server
  const seal = resources.keys.sealNewSeeds
  const before = await prisma().user.count()
  resources.keys.sealNewSeeds = () => Promise.reject(new Error('the key service does not answer'))
  try {
    await expect(importUsers(3)).rejects.toMatchObject({ status: 500 })
  } finally {
    resources.keys.sealNewSeeds = seal
  }
  expect(await prisma().user.count()).toBe(before)
  expect(await prisma().walletSeed.count()).toBe(await prisma().user.count())
})
