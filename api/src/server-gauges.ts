import { gauges, type Gauges, refreshedEvery } from './lib/metrics/gauges.ts'
import type { createJobs } from './jobs.ts'
import type { Resources } from './resources.ts'
import { version } from './version.ts'

const buildGauges: Gauges = gauges(
  'build',
  { openauth_build_info: 'The version of this server and of Node; always 1.' },
  () => [{ name: 'openauth_build_info', value: 1, labels: { version, node: process.version } }],
)

const databaseHelp = {
  openauth_database_connections: 'Connections of this server to the database, by state: `in_use` or `idle`.',
  openauth_database_connections_max: 'The most connections that this server opens.',
  openauth_database_waiting: 'Requests that wait for a connection.',
}

/** The pool's own counts; asks the database nothing. */
const databaseGauges = ({ db: { pool }, settings }: Pick<Resources, 'db' | 'settings'>): Gauges =>
  gauges('database', databaseHelp, () => [
    { name: 'openauth_database_connections', value: pool.totalCount - pool.idleCount, labels: { state: 'in_use' } },
    { name: 'openauth_database_connections', value: pool.idleCount, labels: { state: 'idle' } },
    { name: 'openauth_database_connections_max', value: settings.databasePool },
    { name: 'openauth_database_waiting', value: pool.waitingCount },
  ])

const redisGauges = ({ redis }: Pick<Resources, 'redis'>): Gauges =>
  gauges('redis', { openauth_redis_up: 'Whether Redis answers. Without REDIS_URL there is no number.' }, () =>
    redis ? [{ name: 'openauth_redis_up', value: redis.isReachable() ? 1 : 0 }] : [],
  )

const jobHelp = {
  openauth_jobs:
    'Background jobs of all servers, by kind and state: `waiting`, `active`, `delayed` or `failed` in the last day.',
  openauth_job_oldest_age_seconds: 'Age of the oldest job of a kind that waits for a server; 0 where none does.',
  openauth_job_queues_open: 'Whether this server has opened the job queues.',
}

/** How often jobs are counted. Milliseconds. */
const COUNT_EVERY = 10_000

const states = ['waiting', 'active', 'delayed', 'failed'] as const

const jobGauges = (jobs: Pick<ReturnType<typeof createJobs>, 'counts' | 'state'>): Gauges => {
  const counts = refreshedEvery(COUNT_EVERY, jobs.counts)
  return gauges('jobs', jobHelp, async () => {
    const isOpen = { name: 'openauth_job_queues_open' as const, value: jobs.state() === 'open' ? 1 : 0 }
    if (jobs.state() !== 'open') return [isOpen]
    const kinds = (await counts()) ?? []
    const numbers = kinds.flatMap((each) => [
      ...states.map((state) => ({
        name: 'openauth_jobs' as const,
        value: each[state],
        labels: { kind: each.kind, state },
      })),
      { name: 'openauth_job_oldest_age_seconds' as const, value: each.oldestAge, labels: { kind: each.kind } },
    ])
    return [isOpen, ...numbers]
  })
}

/** What a server knows of itself and of what it stands on. */
export const serverGauges = (
  deps: Pick<Resources, 'db' | 'settings' | 'redis'> & { jobs: Parameters<typeof jobGauges>[0] },
): Gauges[] => [buildGauges, databaseGauges(deps), redisGauges(deps), jobGauges(deps.jobs)]
