import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, fetchTransport } from '@openauth/client'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { startReceiver } from '../src/features/webhooks/receiver.testing.ts'
import { adminCredentials, testDatabase } from '../src/testing.ts'
import { endProcess, type ServerProcess, startProcess } from './server-process.ts'

const clientOf = ({ url }: ServerProcess, token?: string) =>
  createClient(fetchTransport({ baseUrl: url, token: () => token }))

test('after kill -9 among registrations each user and each session that is stored was told at least once, and no other', async () => {
  const receiver = await startReceiver()
  const [database, folder] = [await testDatabase(), await mkdtemp(join(tmpdir(), 'openauth-crash-'))]
  const environment = {
    OPENAUTH_DATA_DIR: join(folder, 'data'),
    OPENAUTH_RATE_LIMIT_SCALE: '0',
    OPENAUTH_OUTBOUND_ALLOW: '127.0.0.1',
    DATABASE_URL: database.url,
  }
  let server = await startProcess(environment)
  await clientOf(server).setup.create(adminCredentials)
  const { token } = await clientOf(server).setup.login(adminCredentials)
  const { id: appId } = await clientOf(server, token).apps.create({ name: 'Crash' })
  await clientOf(server, token).webhooks.create({ appId, url: receiver.url, events: ['user.created', 'user.login'] })
  let answers = 0
  const calls = Array.from({ length: 40 }, async (_, index) => {
    const credentials = { appId, username: `user ${index}`, password: 'password', type: 'register' } as const
    await clientOf(server).login.username(credentials)
    answers += 1
    if (answers === 10) await endProcess(server, 'SIGKILL')
  })
  expect((await Promise.allSettled(calls)).filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0)
  const rows = new pg.Client({ connectionString: database.url })
  await rows.connect()
  const idsOf = async (table: string) =>
    (await rows.query<{ id: string }>(`SELECT id FROM "${table}" ORDER BY id`)).rows.map(({ id }) => id)
  const [users, sessions] = [await idsOf('User'), await idsOf('Session')]
  expect(users.length).toBeGreaterThanOrEqual(10)
  // The killed server had claimed some for a minute.
  await rows.query(`UPDATE "WebhookDelivery" SET "dueAt" = now() WHERE status = 'pending'`)
  server = await startProcess(environment)
  await vi.waitFor(
    async () => {
      const { rows: left } = await rows.query(`SELECT 1 FROM "WebhookDelivery" WHERE status <> 'delivered'`)
      expect(left).toEqual([])
    },
    { timeout: 60_000, interval: 100 },
  )
  const told = (type: string, name: string) =>
    [...new Set(receiver.of(type).map((data) => String(data[name])))].toSorted()
  expect(told('user.created', 'userId')).toEqual(users)
  expect(told('user.login', 'sessionId')).toEqual(sessions)
  await rows.end()
  await endProcess(server)
  await receiver.stop()
  await rm(folder, { recursive: true })
})
