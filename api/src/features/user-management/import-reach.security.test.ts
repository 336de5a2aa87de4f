import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, signInAsAdmin, testServer, type TestServer } from '../../testing.ts'

let folder: string
let server: TestServer
let ownerToken: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openauth-salt-'))
  await writeFile(join(folder, 'salt'), 'salt of the old deployment\n', { mode: 0o600 })
  server = await testServer({ OPENAUTH_LEGACY_SALT_FILE: join(folder, 'salt') })
  ownerToken = await signInAsAdmin(server)
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})

test('an operator of one app does not get the wallets of another app’s users by importing their ids before it does', async () => {
  const owner = server.as(ownerToken)
  const [mine, other] = [
    await createTestApp(server, ownerToken, 'Mine'),
    await createTestApp(server, ownerToken, 'Other'),
  ]
  const credentials = { username: 'of one app', password: 'long enough to log in' }
  await owner.admins.create({ ...credentials, role: 'operator', apps: [mine.id] })
  const { token } = await server.as().setup.login(credentials)
  const users = [{ id: randomUUID() }]
  const stolen = await server.send('POST', `/admin/apps/${mine.id}/users/import`, { token, body: { users } })
  expect([stolen.status, stolen.body.code]).toEqual([403, 'outside_your_apps'])
  expect(await owner.users.importLegacy({ appId: other.id, users })).toEqual({ created: 1, existing: 0 })
})
