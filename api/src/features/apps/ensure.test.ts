import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInAsAdmin, testServer, type TestServer } from '../../testing.ts'
import { ensureApp } from './ensure.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

test('an app that is made at the start has its login methods and their settings', async () => {
  const admin = server.as(await signInAsAdmin(server))
  const id = randomUUID()
  const settings = { emailEnabled: true, githubEnabled: true, githubClientId: 'Ov23li', githubClientSecret: 'secret' }
  await ensureApp(server.resources.db, server.resources.keys, { id, name: 'Demo', settings })
  expect(await admin.apps.get({ id })).toMatchObject({ ...settings, usernameEnabled: true, googleEnabled: false })
})
