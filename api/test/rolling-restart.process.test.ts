import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, fetchTransport } from '@openauth/client'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { adminCredentials, testDatabase } from '../src/testing.ts'
import { startBalancer } from './balancer.ts'
import { keepCalling } from './keep-calling.ts'
import { endProcess, type ServerProcess, startProcess } from './server-process.ts'

const until = (condition: () => Promise<void> | void) => vi.waitFor(condition, { timeout: 120_000, interval: 20 })

test('two servers behind a load balancer are restarted one after the other, and no call fails', async () => {
  const [database, folder] = [await testDatabase(), await mkdtemp(join(tmpdir(), 'openauth-rolling-'))]
  const start = () =>
    startProcess({
      DATABASE_URL: database.url,
      OPENAUTH_DATA_DIR: join(folder, 'data'),
      OPENAUTH_RATE_LIMIT_SCALE: '0',
      // Until the second signal.
      OPENAUTH_DRAIN_SECONDS: '300',
    })
  const balancer = await startBalancer()
  const running: ServerProcess[] = []
  const add = async () => {
    const server = await start()
    running.push(server)
    balancer.add(server.url)
    await until(() => expect(balancer.sendsTo(server.url)).toBe(true))
  }
  onTestFinished(async () => {
    await balancer.stop()
    await Promise.all(running.map((server) => endProcess(server, 'SIGKILL')))
    await rm(folder, { recursive: true })
  })
  const as = (token?: string) => createClient(fetchTransport({ baseUrl: balancer.url, token: () => token }))
  await add()
  await as().setup.create(adminCredentials)
  const { token } = await as().setup.login(adminCredentials)
  const { id: appId } = await as(token).apps.create({ name: 'Rolling' })
  await add()

  const calls = keepCalling([as()], 6, async (guest, name) => {
    const user = await guest.login.username({ appId, username: `user ${name}`, password: 'password', type: 'register' })
    expect((await as(user.token).account.profile()).username).toBe(`user ${name}`)
    await as(user.token).account.logout()
  })
  const answered = (more: number) => {
    const before = calls.acknowledged.length
    return until(() => expect(calls.acknowledged.length).toBeGreaterThanOrEqual(before + more))
  }
  for (let restarts = 0; restarts < 2; restarts += 1) {
    await answered(20)
    const { child, url, output } = running.shift()!
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    await until(() => expect(balancer.sendsTo(url)).toBe(false))
    expect(output()).toContain('Stopping in 300 s; a second signal stops it now.')
    expect((await fetch(`${url}/readyz`)).status).toBe(503)
    // It still answers those who ask it, and keeps no connection.
    const { headers, ok } = await fetch(`${url}/healthz`)
    expect([ok, headers.get('connection')]).toEqual([true, 'close'])
    child.kill('SIGTERM')
    expect(await exited).toEqual([0, null])
    balancer.remove(url)
    await add()
  }
  await answered(20)
  await calls.end()
  expect(calls.failures).toEqual([])
})

test('a server that still answers after it was asked to stop ends at once when a restore replaces what it has read', async () => {
  const { url } = await testDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'openauth-drain-'))
  const server = await startProcess({
    DATABASE_URL: url,
    OPENAUTH_DATA_DIR: folder,
    OPENAUTH_DRAIN_SECONDS: '300',
  })
  onTestFinished(async () => void (await endProcess(server, 'SIGKILL')))
  const { child, output } = server
  const exited = once(child, 'exit')
  // The last line of a start: one that is stopped before has nobody to answer.
  await until(() => expect(output()).toContain('Next: '))
  child.kill('SIGTERM')
  await until(() => expect(output()).toContain('Stopping in 300 s'))
  const rows = new pg.Client({ connectionString: url })
  await rows.connect()
  // As a restore does: other tables under the names of those.
  await rows.query(`ALTER TABLE "KeyCanary" RENAME TO replaced; CREATE TABLE "KeyCanary" AS TABLE replaced`)
  await rows.end()
  expect(await exited).toEqual([0, null])
  await rm(folder, { recursive: true })
})
