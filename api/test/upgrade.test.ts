import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTestApp, signInAs, signInAsAdmin, startServer } from '../src/testing.ts'
import { createOlderDatabase } from './older-database.ts'

test('a database of the version before keeps its apps’ logins, its users and their identities; its tasks get keys', async () => {
  const { url, client, appId, userId } = await createOlderDatabase()
  const titles = ['Join us!', 'Join us', 'Новости', 'Новости', `${'long '.repeat(6)}- title`]
  for (const [index, title] of titles.entries())
    await client.query(
      `INSERT INTO "GameTask" (id, "appId", title, reward, "check", position, "createdAt")
       VALUES ($1, $2, $3, 1, '{"kind":"odyssey"}', $4::int, to_timestamp($4::int))`,
      [`0000000${index}-0000-4000-8000-000000000000`, appId, title, index + 1],
    )
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
  const tasks = (await admin.gameTasks.list({ appId })).data
  expect(tasks.map(({ title, key }) => [title, key])).toEqual([
    ['Join us!', 'join-us'],
    ['Join us', 'task-00000001'],
    ['Новости', 'task-00000002'],
    ['Новости', 'task-00000003'],
    [titles[4], 'long-long-long-long-long-long-ti'],
  ])
  // What is new works beside it.
  const app = await createTestApp(server, await signInAsAdmin(server), 'Newer')
  expect((await signInAs(server, app.id, 'newcomer')).id).toMatch(/^[0-9a-f-]{36}$/)
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})
