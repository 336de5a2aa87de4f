import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { MIGRATION_ADVISORY_LOCK_KEY } from 'bullmq'
import Fastify from 'fastify'
import pg from 'pg'
import { afterEach, beforeAll, expect, inject, test, vi } from 'vitest'
import { createJobs, type Jobs, type JobsOptions } from './jobs.ts'
import { testDatabase } from './testing.ts'

type Greetings = { greet: { name: string } }
type Greet = JobsOptions<Greetings>['handlers']['greet']

const log = Fastify().log
const opened: Jobs<Greetings>[] = []
let database: Awaited<ReturnType<typeof testDatabase>>

const instance = (greet: Greet, more: Partial<JobsOptions<Greetings>> = {}): Jobs<Greetings> => {
  const jobs = createJobs({
    databaseUrl: database.url,
    databaseWait: 60,
    log,
    handlers: { greet },
    retryAfter: 100,
    ...more,
  })
  opened.push(jobs)
  return jobs
}

const rows = async <R extends object>(sql: string, url = database.url): Promise<R[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const answer = await client.query(sql).finally(() => client.end())
  return answer.rows as R[]
}
const stored = () =>
  rows<{ state: string; failed_reason: string | null }>('SELECT state, failed_reason FROM bullmq.job')
/** Opens the database to others, or refuses and disconnects them. */
const letIn = async (yes: boolean) => {
  const name = new URL(database.url).pathname.slice(1)
  await rows(`ALTER DATABASE ${name} ALLOW_CONNECTIONS ${yes}`, inject('store').serverUrl)
  if (!yes)
    await rows(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
      inject('store').serverUrl,
    )
}

beforeAll(async () => {
  database = await testDatabase()
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map((jobs) => jobs.close()))
  await rows('TRUNCATE bullmq.job, bullmq.dedup, bullmq.dedup_next CASCADE')
})

test('concurrent instances migrate once, and one of them runs the job', async () => {
  const greet = vi.fn<Greet>(async () => {})
  const instances = Array.from({ length: 4 }, () => instance(greet))
  await Promise.all(instances.map((jobs, index) => jobs.enqueue('greet', `key ${index}`, { name: `${index}` })))
  await vi.waitFor(() => expect(greet).toHaveBeenCalledTimes(4), 120_000)
  await vi.waitFor(async () => expect(await stored()).toEqual([]), 120_000)
  expect(greet.mock.calls.map(([{ name }]) => name).sort()).toEqual(['0', '1', '2', '3'])
})

test('opens nothing before it is needed', async () => {
  // The database's own autovacuum comes and goes.
  const sql = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
    AND backend_type = 'client backend'`
  // Connections of the previous test take a moment to end.
  await vi.waitFor(async () => expect(await rows(sql)).toEqual([]), 120_000)
  const jobs = instance(async () => {})
  for (let times = 0; times < 3; times += 1) expect(await rows(sql)).toEqual([])
  expect(await jobs.failed()).toEqual({})
  jobs.start()
  await vi.waitFor(async () => expect(await rows(sql)).not.toEqual([]), 120_000)
  await jobs.close()
  await vi.waitFor(async () => expect(await rows(sql)).toEqual([]), 120_000)
})

test('a failing job is tried three times with growing delays, and kept with its reason', async () => {
  const times: number[] = []
  const jobs = instance(async () => {
    times.push(Date.now())
    throw new Error('no luck')
  })
  await jobs.enqueue('greet', 'one', { name: 'A' })
  await vi.waitFor(async () => expect(await stored()).toEqual([{ state: 'failed', failed_reason: 'no luck' }]), 120_000)
  expect(await jobs.failed()).toEqual({ greet: 1 })
  expect(times).toHaveLength(3)
  expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(95)
  expect(times[2]! - times[1]!).toBeGreaterThanOrEqual(195)
})

test('one job per key waits at a time, and the latest follows the running one', async () => {
  let release = () => {}
  const seen: string[] = []
  const jobs = instance(async ({ name }) => {
    seen.push(name)
    if (name === 'first') await new Promise<void>((resolve) => (release = resolve))
  })
  await jobs.enqueue('greet', 'one', { name: 'first' })
  await vi.waitFor(() => expect(seen).toEqual(['first']), 120_000)
  for (const name of ['second', 'third', 'last']) await jobs.enqueue('greet', 'one', { name })
  await jobs.enqueue('greet', 'two', { name: 'another' })
  await vi.waitFor(() => expect(seen).toEqual(['first', 'another']), 120_000)
  release()
  await vi.waitFor(() => expect(seen).toEqual(['first', 'another', 'last']), 120_000)
})

test('an instance runs a bounded number of jobs at a time', async () => {
  let now = 0
  let most = 0
  const greet = vi.fn<Greet>(async () => {
    most = Math.max(most, (now += 1))
    await sleep(20)
    now -= 1
  })
  const jobs = instance(greet, { concurrency: 3 })
  await Promise.all(Array.from({ length: 20 }, (_, index) => jobs.enqueue('greet', `${index}`, { name: 'A' })))
  await vi.waitFor(() => expect(greet).toHaveBeenCalledTimes(20), 120_000)
  expect(most).toBe(3)
})

test('another instance takes over the job of a killed server', async () => {
  const script = fileURLToPath(new URL('../test/hanging-job.ts', import.meta.url))
  const args = ['--import', 'tsx', '--conditions=openauth-source', script, database.url, '1000']
  const child = spawn(process.execPath, args, { env: { PATH: process.env.PATH }, stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(await stored()).toEqual([{ state: 'active', failed_reason: null }])
  const done = vi.fn<Greet>(async () => {})
  instance(done, { lockedFor: 1000 }).start()
  await vi.waitFor(() => expect(done).toHaveBeenCalledTimes(1), 120_000)
  await vi.waitFor(async () => expect(await stored()).toEqual([]), 120_000)
})

test('jobs continue after a lost database is back', async () => {
  const greet = vi.fn<Greet>(async () => {})
  const jobs = instance(greet)
  await jobs.enqueue('greet', 'before', { name: 'A' })
  await vi.waitFor(() => expect(greet).toHaveBeenCalledTimes(1), 120_000)
  await letIn(false)
  await expect(jobs.enqueue('greet', 'without', { name: 'B' })).rejects.toThrow(/connection/i)
  await letIn(true)
  await jobs.enqueue('greet', 'after', { name: 'C' })
  await vi.waitFor(() => expect(greet).toHaveBeenCalledTimes(2), 120_000)
})

test('a database that is unavailable at the start is opened later', async () => {
  const greet = vi.fn<Greet>(async () => {})
  const jobs = instance(greet)
  await letIn(false)
  await expect(jobs.enqueue('greet', 'one', { name: 'A' })).rejects.toThrow(/connection/i)
  await letIn(true)
  await jobs.enqueue('greet', 'one', { name: 'A' })
  await vi.waitFor(() => expect(greet).toHaveBeenCalledTimes(1), 120_000)
})

test('a connection that breaks while the queues open is handled', async () => {
  // BullMQ's migrations wait for this lock.
  const holder = new pg.Client({ connectionString: database.url })
  holder.on('error', () => {})
  await holder.connect()
  await holder.query(`SELECT pg_advisory_lock(${MIGRATION_ADVISORY_LOCK_KEY}, hashtext('bullmq'))`)
  const greet = vi.fn<Greet>(async () => {})
  const jobs = instance(greet)
  const outcome = jobs.enqueue('greet', 'one', { name: 'A' }).catch((error: unknown) => error)
  const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  await vi.waitFor(async () => expect(await rows(waiting)).toHaveLength(1), 120_000)
  await letIn(false)
  expect(await outcome).toBeInstanceOf(Error)
  await letIn(true)
  await jobs.enqueue('greet', 'one', { name: 'A' })
  await vi.waitFor(() => expect(greet).toHaveBeenCalledTimes(1), 120_000)
})

test('closing ends while the database is unavailable', async () => {
  const jobs = instance(async () => {})
  await jobs.enqueue('greet', 'one', { name: 'A' })
  await letIn(false)
  await jobs.close()
  await letIn(true)
  await expect(jobs.enqueue('greet', 'one', { name: 'A' })).rejects.toThrow(/closed/)
})

test('closing waits for running jobs', async () => {
  const seen: string[] = []
  const jobs = instance(async () => {
    seen.push('begun')
    await sleep(300)
    seen.push('ended')
  })
  await jobs.enqueue('greet', 'one', { name: 'A' })
  await vi.waitFor(() => expect(seen).toEqual(['begun']), 120_000)
  await jobs.close()
  expect(seen).toEqual(['begun', 'ended'])
  expect(await stored()).toEqual([])
})

test('closing aborts jobs that do not end, and another instance retries them', async () => {
  let begun = false
  const first = instance((_, signal) => {
    begun = true
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))))
  })
  await first.enqueue('greet', 'one', { name: 'A' })
  await vi.waitFor(() => expect(begun).toBe(true), 120_000)
  await first.close()
  const done = vi.fn<Greet>(async () => {})
  instance(done).start()
  await vi.waitFor(() => expect(done).toHaveBeenCalledTimes(1), 120_000)
})
