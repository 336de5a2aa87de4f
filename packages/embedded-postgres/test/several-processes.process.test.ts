import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { stopLeftServer } from '../src/index.ts'
import {
  buildProgram,
  waitForExit,
  waitForHello,
  isRunning,
  newDataDir,
  postmasterPid,
  removeAll,
  run,
} from './clusters.ts'
import { shared, spawnProgram, start, stopAll, waitFor } from './clusters.ts'

beforeAll(buildProgram)
afterEach(stopAll)
afterAll(removeAll)

test('reattaches to the server of a process that was killed', async () => {
  const child = spawnProgram(shared)
  const { url, port } = await waitForHello(child)
  await run(url, 'CREATE TABLE IF NOT EXISTS acknowledged AS SELECT 1 AS n')
  const pid = postmasterPid(shared)
  await waitForExit(child, 'SIGKILL')
  const server = await start(shared)
  expect(server).toMatchObject({ attached: true, url, port })
  expect(postmasterPid(shared)).toBe(pid)
  expect(await run(server.url, 'SELECT n FROM acknowledged')).toEqual([{ n: 1 }])
})

test('the server that a killed process left is shut down on request; elsewhere there is none', async () => {
  const child = spawnProgram(shared)
  await waitForHello(child)
  const pid = postmasterPid(shared)
  await waitForExit(child, 'SIGKILL')
  expect(isRunning(pid)).toBe(true)
  expect(await stopLeftServer(shared)).toBe(true)
  expect(isRunning(pid)).toBe(false)
  expect([await stopLeftServer(shared), await stopLeftServer(newDataDir())]).toEqual([true, true])
})

test('three concurrent starts share one server, and the last to stop shuts it down', async () => {
  const dataDir = newDataDir()
  const all = [spawnProgram(dataDir), spawnProgram(dataDir), spawnProgram(dataDir)]
  const hellos = await Promise.all(all.map(waitForHello))
  expect(hellos.filter(({ attached }) => !attached)).toHaveLength(1)
  expect(new Set(hellos.map(({ url }) => url)).size).toBe(1)
  const pid = postmasterPid(dataDir)
  await waitForExit(all[0]!, 'SIGTERM')
  await waitForExit(all[1]!, 'SIGTERM')
  expect(isRunning(pid)).toBe(true)
  await run(hellos[2]!.url, 'SELECT 1')
  await waitForExit(all[2]!, 'SIGTERM')
  expect(isRunning(pid)).toBe(false)
})

test('two concurrent stops leave no server running', async () => {
  const all = [spawnProgram(shared), spawnProgram(shared)]
  await Promise.all(all.map(waitForHello))
  const pid = postmasterPid(shared)
  await Promise.all(all.map((child) => waitForExit(child, 'SIGTERM')))
  expect(isRunning(pid)).toBe(false)
})

test('two processes restart a killed server together, on its port', async () => {
  const child = spawnProgram(shared)
  const { port } = await waitForHello(child)
  const server = await start(shared)
  const pid = postmasterPid(shared)
  process.kill(pid, 'SIGKILL')
  await waitFor(async () => postmasterPid(shared) !== pid && run(server.url, 'SELECT 1'))
  const count = `SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name = 'openauth starter'`
  await waitFor(async () => (await run<{ n: number }>(server.url, count))[0]?.n === 2)
  expect(server.port).toBe(port)
})

test('a kill during initdb does not block the next start', async () => {
  const dataDir = newDataDir()
  const unfinished = () => readdirSync(join(dataDir, '..')).filter((name) => name.includes('.init-'))
  for (const sign of ['', 'PG_VERSION', 'global']) {
    const child = spawnProgram(dataDir)
    await waitFor(() => unfinished().some((name) => existsSync(join(dataDir, '..', name, sign))))
    await waitForExit(child, 'SIGKILL')
    expect(existsSync(dataDir)).toBe(false)
  }
  const { url } = await start(dataDir)
  expect(await run(url, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
  expect(unfinished()).toEqual([])
})
