import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { testDatabase } from '../src/testing.ts'
import { startProcess } from './server-process.ts'

// Work beside requests begins with the server: keys of usernames, rollups, the monitor of transactions, job queues.

let folder: string
let environment: Record<string, string>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openauth-early-stop-'))
  const database = inject('store').redisUrl ? await testDatabase() : undefined
  environment = {
    OPENAUTH_DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'warn',
    // How long a statement takes says nothing here.
    OPENAUTH_SLOW_QUERY_MS: '0',
    ...(database ? { DATABASE_URL: database.url } : {}),
  }
  // The first start creates the database.
  const { child } = await startProcess(environment)
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** What a stopped server wrote that is no line for people: lines of the log, and traces of errors. */
const warningsOf = (output: string): string[] =>
  output.split('\n').filter((line) => line.startsWith('{') || /error|cannot|^\s+at /i.test(line))

// The instants are spread over the opening of the job queues and the first rounds of all work.
test.each([0, 2, 5, 10, 40, 150, 400, 1200])(
  'a server that is stopped %i ms after its start ends without a warning',
  async (delay) => {
    const { child, output } = await startProcess(environment)
    const closed = once(child, 'close')
    await pause(delay)
    child.kill('SIGTERM')
    expect(await closed).toEqual([0, null])
    expect(warningsOf(output())).toEqual([])
  },
)
