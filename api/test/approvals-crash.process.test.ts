import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, fetchTransport } from '@openauth/client'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { asked } from '../src/features/approvals/approvals.testing.ts'
import { adminCredentials, testDatabase } from '../src/testing.ts'
import { endProcess, startProcess } from './server-process.ts'

const second = { username: 'second', password: 'long enough to log in' }

test('a server that is killed between an approval and its run has run nothing: it is pending, and runs once', async () => {
  const [{ url: databaseUrl }, folder] = [await testDatabase(), await mkdtemp(join(tmpdir(), 'openauth-approval-'))]
  const environment = { OPENAUTH_DATA_DIR: folder, OPENAUTH_RATE_LIMIT_SCALE: '0', DATABASE_URL: databaseUrl }
  let server = await startProcess(environment)
  const rows = new pg.Client({ connectionString: databaseUrl })
  // A transaction sees the activity of its beginning.
  const lock = new pg.Client({ connectionString: databaseUrl })
  onTestFinished(async () => {
    await Promise.all([rows.end(), lock.end()])
    await endProcess(server)
    await rm(folder, { recursive: true })
  })
  await Promise.all([rows.connect(), lock.connect()])
  const clientOf = (token?: string) => createClient(fetchTransport({ baseUrl: server.url, token: () => token }))
  await clientOf().setup.create(adminCredentials)
  const one = (await clientOf().setup.login(adminCredentials)).token
  const { id: appId } = await clientOf(one).apps.create({ name: 'Shop' })
  await clientOf(one).admins.create(second)
  const two = (await clientOf().setup.login(second)).token
  await clientOf(one).fourEyes.update({ kinds: ['policies'] })
  const change = { appId, messageSigning: false, approvalReason: 'The partner asks for it' }
  const id = await asked(clientOf(one).walletPolicies.update(change))
  const approve = () => clientOf(two).approvals.approve({ id, currentPassword: second.password })

  // The approval has settled its row, and waits for the app's row to run the change.
  await lock.query('BEGIN')
  await lock.query('SELECT 1 FROM "App" WHERE id = $1 FOR UPDATE', [appId])
  const approving = approve().catch(() => undefined)
  const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%"App"%'`
  await vi.waitFor(async () => expect((await rows.query(waiting)).rowCount).toBe(1), { timeout: 60_000, interval: 50 })
  await endProcess(server, 'SIGKILL')
  await approving
  await lock.query('ROLLBACK')

  server = await startProcess(environment)
  const policy = async () => (await clientOf(one).walletPolicies.get({ appId })).own
  expect(await clientOf(two).approvals.get({ id })).toMatchObject({ state: 'pending', decidedBy: null })
  expect(await policy()).toEqual({})
  expect(await approve()).toMatchObject({ state: 'run' })
  expect(await policy()).toEqual({ messageSigning: false })
  await expect(approve()).rejects.toMatchObject({ code: 'approval_settled' })
  const lines = `SELECT action FROM "AuditEvent" WHERE "appId" = $1 AND action IN ('approval.approve', 'wallet-policy.update') ORDER BY 1`
  expect((await rows.query<{ action: string }>(lines, [appId])).rows.map(({ action }) => action)).toEqual([
    'approval.approve',
    'wallet-policy.update',
  ])
})
