import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, fetchTransport, type Wallets } from '@openauth/client'
import pg from 'pg'
import { expect, test } from 'vitest'
import { adminCredentials, testDatabase } from '../src/testing.ts'
import { endProcess, type ServerProcess, startProcess } from './server-process.ts'

const clientOf = ({ url }: ServerProcess, token?: string) =>
  createClient(fetchTransport({ baseUrl: url, token: () => token }))

const USERS = 60

test('after kill -9 among first reads every address that was shown is still the user’s, and the job of the import goes on', async () => {
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
  const users = Array.from({ length: USERS }, (_, index) => ({ externalId: `user ${index}` }))
  const { verdicts } = await clientOf(server, token).users.bulkImport({ appId, users })
  const ids = verdicts.map(({ id }) => id!)
  const shown = new Map<string, Wallets>()
  // Some are never read: the job of the import makes theirs.
  const reads = ids.slice(0, USERS - 10).map(async (id) => {
    shown.set(id, await clientOf(server, token).users.wallets({ appId, id }))
    if (shown.size === 8) await endProcess(server, 'SIGKILL')
  })
  expect((await Promise.allSettled(reads)).some(({ status }) => status === 'rejected')).toBe(true)

  server = await startProcess(environment)
  for (const [id, wallets] of shown) expect(await clientOf(server, token).users.wallets({ appId, id })).toEqual(wallets)
  const rows = new pg.Client({ connectionString: database.url })
  await rows.connect()
  const count = async () =>
    (await rows.query('SELECT count(*)::int AS wallets FROM "Wallet"')).rows[0].wallets as number
  await expect.poll(count, { timeout: 240_000, interval: 1000 }).toBe(USERS * 3)
  const { rows: addresses } = await rows.query('SELECT count(DISTINCT address)::int AS different FROM "Wallet"')
  expect(addresses[0].different).toBe(USERS * 3)
  await rows.end()
  await endProcess(server)
  await rm(folder, { recursive: true })
})
