import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, fetchTransport } from '@openauth/client'
import pg from 'pg'
import { expect, test } from 'vitest'
import { adminCredentials, testDatabase } from '../src/testing.ts'
import { endProcess, type ServerProcess, startProcess } from './server-process.ts'

const clientOf = ({ url }: ServerProcess, token?: string) =>
  createClient(fetchTransport({ baseUrl: url, token: () => token }))

test('after kill -9 among registrations and logins the figures equal the rows', async () => {
  const [database, folder] = [await testDatabase(), await mkdtemp(join(tmpdir(), 'openauth-crash-'))]
  const environment = {
    OPENAUTH_DATA_DIR: join(folder, 'data'),
    OPENAUTH_RATE_LIMIT_SCALE: '0',
    DATABASE_URL: database.url,
  }
  let server = await startProcess(environment)
  await clientOf(server).setup.create(adminCredentials)
  const { token } = await clientOf(server).setup.login(adminCredentials)
  const { id: appId } = await clientOf(server, token).apps.create({ name: 'Crash' })
  const register = (index: number) =>
    clientOf(server).login.username({ appId, username: `user ${index}`, password: 'password', type: 'register' })
  let answers = 0
  const calls = Array.from({ length: 40 }, async (_, index) => {
    await register(index)
    answers += 1
    if (answers === 10) await endProcess(server, 'SIGKILL')
  })
  expect((await Promise.allSettled(calls)).filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0)
  server = await startProcess(environment)
  const rows = new pg.Client({ connectionString: database.url })
  await rows.connect()
  const { rows: counted } = await rows.query(
    `SELECT (SELECT count(*) FROM "User")::int AS users, (SELECT count(*) FROM "Wallet")::int AS wallets,
      (SELECT count(*) FROM "Session")::int AS logins, (SELECT count(*) FROM "User" WHERE "activeOn" IS NOT NULL)::int AS active`,
  )
  await rows.end()
  const { users, totals } = await clientOf(server, token).stats.ofApp({ id: appId, days: 2 })
  const { wallets, logins, activeUsers } = totals
  expect({ users, wallets, logins: logins.username ?? 0, active: activeUsers }).toEqual(counted[0])
  expect(users).toBeGreaterThanOrEqual(10)
  await endProcess(server)
  await rm(folder, { recursive: true })
})
