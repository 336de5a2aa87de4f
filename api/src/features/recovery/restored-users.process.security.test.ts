import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  createTestApp,
  noPublicNodes,
  signInAs,
  signInAsAdmin,
  startServer,
  testServer,
  type TestApp,
  type TestServer,
  type TestUser,
} from '../../testing.ts'
import { rowsWith } from '../data-map/fill.testing.ts'
import { carryOutDeletions } from '../privacy/carry-out.ts'
import { installationOf } from './installation.ts'
import { recoveryClient } from './recovery.testing.ts'

let server: TestServer
let admin: string
let app: TestApp
const environment = { ...noPublicNodes, OPENAUTH_RATE_LIMIT_SCALE: '0' }
beforeAll(async () => {
  server = await testServer(environment)
  admin = await signInAsAdmin(server)
  app = await createTestApp(server, admin, 'Restored users')
})
afterAll(async () => {
  await server.app.close()
  await server.resources.close()
})

const pool = () => server.resources.db.pool
const prisma = () => server.resources.db.prisma
const backupNow = () => recoveryClient(server.url, admin).backup()

/** Carries out what is due, as a server does before it listens; here its own look, once it listens, may be at it. */
const start = async () => {
  await carryOutDeletions({ ...server.app.services, log: server.app.log })
  await vi.waitFor(
    async () => expect(await prisma().userDeletion.count({ where: { isRepeated: true } })).toBe(0),
    30_000,
  )
}

/** Restores a backup, and begins a server anew on the data, as a server does by itself. */
const restored = async (backup: Buffer<ArrayBuffer>) => {
  const end = await recoveryClient(server.url, admin).restore(await installationOf(server.resources.db), backup)
  expect(end).toHaveProperty('restored')
  const next = await startServer({
    DATABASE_URL: server.settings.databaseUrl!,
    OPENAUTH_DATA_DIR: server.settings.dataDir,
    ...environment,
  })
  const before = server
  server = { ...next, stop: before.stop }
  await before.app.close()
  await before.resources.close()
  admin = await signInAsAdmin(server)
  await start()
}

const isThere = async ({ id }: Pick<TestUser, 'id'>) =>
  (await prisma().user.findUniqueOrThrow({ where: { id } })).deletedAt === null

const loginOf = (username: string) =>
  server.as().login.username({ appId: app.id, username, password: `password of ${username}`, type: 'login' })

test('a user brought back by a restored backup from before the deletion is deleted again', async () => {
  const [gone, stays] = [await signInAs(server, app.id, 'gone-since'), await signInAs(server, app.id, 'stays-on')]
  await app.client.appUsers.update({ id: gone.id, externalId: 'crm-of-gone' })
  const backup = await backupNow()
  await server.as(admin).users.delete({ appId: app.id, id: gone.id })
  expect(await rowsWith(pool(), 'gone-since')).toEqual([])
  await restored(backup)
  expect([await isThere(gone), await isThere(stays)]).toEqual([false, true])
  expect(await rowsWith(pool(), 'gone-since')).toEqual([])
  expect(await rowsWith(pool(), 'crm-of-gone')).toEqual([])
  await expect(loginOf('gone-since')).rejects.toMatchObject({ code: 'incorrect_login' })
  const { data } = await server.as(admin).audit.list({ targetId: gone.id, action: 'user.delete' })
  expect(data.map(({ actor, details }) => [actor, details])).toEqual([
    ['server', { reason: 'restore' }],
    ['admin', {}],
  ])
})

test('a user of whom a restore in between knew nothing is deleted again all the same: the tombstone stays', async () => {
  const empty = await backupNow()
  const user = await signInAs(server, app.id, 'unknown-between')
  const withUser = await backupNow()
  await server.as(admin).users.delete({ appId: app.id, id: user.id })
  await restored(empty)
  expect(await prisma().user.count({ where: { id: user.id } })).toBe(0)
  await restored(withUser)
  expect(await isThere(user)).toBe(false)
  expect(await rowsWith(pool(), 'unknown-between')).toEqual([])
})

test('a deletion asked for after the backup is still to come after its restore, and one cancelled after it is not', async () => {
  const [asks, cancels] = [
    await signInAs(server, app.id, 'asks-later'),
    await signInAs(server, app.id, 'cancels-later'),
  ]
  await cancels.client.privacy.requestDeletion({})
  const backup = await backupNow()
  const { dueAt } = await asks.client.privacy.requestDeletion({})
  await cancels.client.privacy.cancelDeletion()
  await restored(backup)
  const rows = await prisma().userDeletion.findMany({ where: { userId: { in: [asks.id, cancels.id] } } })
  expect(rows.map(({ userId, dueAt: due, isRepeated }) => [userId, due.getTime(), isRepeated])).toEqual([
    [asks.id, new Date(dueAt).getTime(), false],
  ])
})
