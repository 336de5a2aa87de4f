import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient, fetchTransport } from '@openauth/client'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { recoveryClient } from '../src/features/recovery/recovery.testing.ts'
import { adminCredentials, testDatabase } from '../src/testing.ts'
import { endProcess, type ServerProcess, startProcess } from './server-process.ts'

// Servers of their own that are killed while a restore replaces the data, and several on one database.

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openauth-restore-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const clientOf = ({ url }: ServerProcess, token?: string) =>
  createClient(fetchTransport({ baseUrl: url, token: () => token }))
const tokenOf = async (server: ServerProcess) => {
  const { initialized } = await clientOf(server).setup.config()
  if (!initialized) await clientOf(server).setup.create(adminCredentials)
  return (await clientOf(server).setup.login(adminCredentials)).token
}
const appsOf = async (server: ServerProcess) =>
  (await clientOf(server, await tokenOf(server)).apps.list()).map(({ name }) => name)
const installationOf = async (server: ServerProcess) =>
  (await clientOf(server, await tokenOf(server)).database.status()).installation

/** Makes a server with an app `Old` and users, a backup of it, and then an app `New` in place of the old one. */
const prepare = async (environment: Record<string, string>) => {
  const server = await startProcess(environment)
  const token = await tokenOf(server)
  const admin = clientOf(server, token)
  const { id: appId } = await admin.apps.create({ name: 'Old' })
  for (const username of ['ada', 'bob'])
    await clientOf(server).login.username({ appId, username, password: 'a long password', type: 'register' })
  const backup = await recoveryClient(server.url, token).backup()
  await admin.apps.delete({ id: appId })
  await admin.apps.create({ name: 'New' })
  return { server, backup }
}

/** Waits until a server has noticed that its data were replaced, and answers with those of the backup. */
const untilReread = (server: ServerProcess) =>
  vi.waitFor(
    async () => {
      expect(server.output()).toContain('A restore has replaced the data')
      expect(await appsOf(server)).toEqual(['Old'])
    },
    { timeout: 60_000, interval: 500 },
  )

const worlds: [string, () => Promise<Record<string, string>>][] = [
  [
    'the embedded database',
    async () => ({ OPENAUTH_DATA_DIR: join(folder, 'embedded'), OPENAUTH_RATE_LIMIT_SCALE: '0' }),
  ],
  [
    'an external database',
    async () => ({
      OPENAUTH_DATA_DIR: join(folder, 'external'),
      OPENAUTH_RATE_LIMIT_SCALE: '0',
      DATABASE_URL: (await testDatabase()).url,
    }),
  ],
]

describe.each(worlds)('with %s', (_, environmentOf) => {
  test('a server that is killed at any moment of a restore has the old data or the new ones, and a second try succeeds', async () => {
    const environment = await environmentOf()
    const prepared = await prepare(environment)
    const { backup } = prepared
    let { server } = prepared
    const outcomes = new Set<string>()
    for (const delay of [0, 50, 200, 400, 800, 1600]) {
      const token = await tokenOf(server)
      const client = recoveryClient(server.url, token)
      const restoring = client.restore(await installationOf(server), backup).catch(() => undefined)
      await pause(delay)
      await endProcess(server, 'SIGKILL')
      await restoring
      server = await startProcess(environment)
      const names = (await appsOf(server)).join()
      expect(['Old', 'New']).toContain(names)
      outcomes.add(names)
      if (names === 'Old') {
        const admin = clientOf(server, await tokenOf(server))
        for (const { id } of await admin.apps.list()) await admin.apps.delete({ id })
        await admin.apps.create({ name: 'New' })
      }
    }
    expect(outcomes).toContain('New')
    const end = await recoveryClient(server.url, await tokenOf(server)).restore(await installationOf(server), backup)
    expect(end).toHaveProperty('restored')
    // It reads everything anew, at the same address.
    await untilReread(server)
    expect(await endProcess(server)).toBe(0)
  })
})

test('other servers of the installation read everything anew, and nothing of a restore is left', async () => {
  const { url } = await testDatabase()
  const environment = { OPENAUTH_DATA_DIR: join(folder, 'several'), OPENAUTH_RATE_LIMIT_SCALE: '0', DATABASE_URL: url }
  const { server, backup } = await prepare(environment)
  const other = await startProcess(environment)
  const stale = await tokenOf(other)
  expect(
    await recoveryClient(server.url, await tokenOf(server)).restore(await installationOf(server), backup),
  ).toHaveProperty('restored')
  for (const each of [other, server]) await untilReread(each)
  await expect(clientOf(other, stale).apps.list()).rejects.toMatchObject({ status: 401 })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(`SELECT to_regnamespace('openauth_restore') AS left`)
  await client.end()
  expect(rows).toEqual([{ left: null }])
  expect(await Promise.all([endProcess(server), endProcess(other)])).toEqual([0, 0])
})
