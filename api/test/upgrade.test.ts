import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTestApp, signInAs, signInAsAdmin, startServer } from '../src/testing.ts'
import { createOlderDatabase } from './older-database.ts'

test('a database of the version before keeps its apps’ logins, its users and their identities', async () => {
  const { url, client, appId, userId } = await createOlderDatabase()
  await client.end()

  const folder = await mkdtemp(join(tmpdir(), 'openauth-data-'))
  const server = await startServer({ DATABASE_URL: url, OPENAUTH_DATA_DIR: folder })
  const admin = server.as(await signInAsAdmin(server))
  expect(await admin.users.get({ appId, id: userId })).toMatchObject({ github: '90583101', google: null })
  expect((await admin.users.list({ appId, method: 'github' })).data).toMatchObject([{ id: userId }])
  const [methods] = [await admin.loginMethods.list({ appId })]
  const on = methods.filter(({ enabled }) => enabled).map(({ method }) => method)
  expect(on).toEqual(['github'])
  expect(methods.find(({ method }) => method === 'github')?.fields[0]).toMatchObject({ value: 'Ov23liExample' })
  // What is new works beside it.
  const app = await createTestApp(server, await signInAsAdmin(server), 'Newer')
  expect((await signInAs(server, app.id, 'newcomer')).id).toMatch(/^[0-9a-f-]{36}$/)
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})
