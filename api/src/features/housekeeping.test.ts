import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, signInAsAdmin, testServer, type TestServer } from '../testing.ts'
import { deleteExpiredRows } from './housekeeping.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

test('deletes what has expired, and nothing else', async () => {
  const { prisma } = server.resources.db
  const { id: appId } = await createTestApp(server, await signInAsAdmin(server), 'Swept')
  const [past, future] = [new Date(Date.now() - 1000), new Date(Date.now() + 60_000)]
  const sealed = new Uint8Array(1)
  for (const [name, expiresAt] of [
    ['past', past],
    ['future', future],
  ] as const) {
    await prisma.oneTime.create({ data: { appId, kind: 'challenge', digest: Buffer.from(name), expiresAt } })
    await prisma.emailCode.create({
      data: { appId, email: `${name}@example.com`, purpose: 'login', requester: 'x', sealed, expiresAt },
    })
  }
  await deleteExpiredRows(server.resources.db)
  expect((await prisma.oneTime.findMany()).map(({ digest }) => Buffer.from(digest).toString())).toEqual(['future'])
  expect((await prisma.emailCode.findMany()).map(({ email }) => email)).toEqual(['future@example.com'])
})
