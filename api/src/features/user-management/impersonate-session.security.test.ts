import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, signInAs, signInAsAdmin, testServer, type TestServer } from '../../testing.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

test('an access of support ends when the session of the admin expires, also while its row is still there', async () => {
  const admin = await signInAsAdmin(server)
  const app = await createTestApp(server, admin, 'Shop')
  await server.as(admin).apps.update({ id: app.id, impersonationEnabled: true })
  const user = await signInAs(server, app.id, 'ada')
  const { token } = await server
    .as(admin)
    .users.impersonate({ appId: app.id, id: user.id, reason: 'ticket 4711', minutes: 15 })
  expect((await server.as(token).account.profile()).id).toBe(user.id)
  await server.resources.db.prisma.adminSession.updateMany({ data: { expiresAt: new Date(Date.now() - 1000) } })
  await expect(server.as(token).account.profile()).rejects.toMatchObject({ status: 401, code: 'unauthorized' })
})
