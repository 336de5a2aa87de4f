import type { Platform } from '../../resources.ts'
import { CustodyError } from '../../custody/index.ts'
import { cachedFor } from '../../lib/cached-for.ts'
import { readMigrationState } from '../../lib/migration-state.ts'
import { migrationsFolder } from '../../paths.ts'
import { probe } from './probe.ts'

/** The state of each part that a server stands on. Strangers read it: it has states only, no address and no message of a part. */
export interface Readiness {
  /** `unavailable`: no load balancer should send requests here. `degraded`: it serves, and something is missing. */
  status: 'ok' | 'degraded' | 'unavailable'
  database: 'ok' | 'unreachable'
  /** `pending`: the database lacks migrations of this release. `unknown` while it does not answer. */
  migrations: 'ok' | 'pending' | 'unknown'
  /** `degraded`: the signer answers, and the service that holds its keys does not. */
  signer: 'ok' | 'degraded' | 'unreachable'
  /** `off`: this server uses none. */
  redis: 'ok' | 'unreachable' | 'off'
  /** `off`: this server works on no jobs. */
  jobs: 'ok' | 'opening' | 'off'
  /** `stopping`: it answers for a while yet, and then ends. */
  server: 'ok' | 'stopping'
}

/** What the server stands on, without the server itself. */
type Parts = Omit<Readiness, 'status' | 'server'>

export interface ReadinessNeeds extends Pick<Platform, 'db' | 'redis' | 'keys'> {
  jobs: { state: () => 'off' | 'opening' | 'open' }
  drain: { hasBegun: () => boolean }
}

/** How long an answer is told again: anybody may ask. Milliseconds. */
const TOLD_FOR = 500
/** How often migrations are compared, which change by a restore only. Milliseconds. */
const COMPARED_EVERY = 10_000

const signerOf = async ({ keys }: Pick<ReadinessNeeds, 'keys'>): Promise<Readiness['signer']> => {
  let isOnlyBackend = false
  const { error } = await probe(() =>
    keys.status().catch((cause: unknown) => {
      isOnlyBackend = cause instanceof CustodyError && cause.code === 'backend_unavailable'
      throw cause
    }),
  )
  if (error === null) return 'ok'
  return isOnlyBackend ? 'degraded' : 'unreachable'
}

/** Whatever else is missing, the server answers what needs it with 503, and everything else as always. */
const statusOf = ({ database, migrations, signer, redis, jobs }: Parts): Readiness['status'] => {
  if (database !== 'ok' || migrations === 'pending' || signer === 'unreachable') return 'unavailable'
  // Without Redis, which all servers share, a load balancer would remove all of them.
  return signer !== 'ok' || redis === 'unreachable' || jobs === 'opening' ? 'degraded' : 'ok'
}

const jobStates = { off: 'off', opening: 'opening', open: 'ok' } as const

/** Tells how the parts of a server are. It never throws. */
export const createReadiness = (deps: ReadinessNeeds): (() => Promise<Readiness>) => {
  const { db, redis, jobs, drain } = deps
  const hasPending = cachedFor(COMPARED_EVERY, async () => {
    const { pending } = await readMigrationState(db.pool, migrationsFolder)
    return pending.length > 0
  })
  const migrationsOf = async (): Promise<Readiness['migrations']> => {
    let isPending = false
    const { error } = await probe(async () => (isPending = await hasPending()))
    return error !== null ? 'unknown' : isPending ? 'pending' : 'ok'
  }
  const parts = cachedFor(TOLD_FOR, async () => {
    const [database, migrations, signer] = await Promise.all([
      probe(() => db.pool.query('SELECT 1')),
      migrationsOf(),
      signerOf(deps),
    ])
    const states = {
      database: database.error === null ? ('ok' as const) : ('unreachable' as const),
      migrations,
      signer,
      redis: redis ? (redis.isReachable() ? ('ok' as const) : ('unreachable' as const)) : ('off' as const),
      jobs: jobStates[jobs.state()],
    }
    return { status: statusOf(states), ...states }
  })
  return async () =>
    drain.hasBegun()
      ? { ...(await parts()), status: 'unavailable', server: 'stopping' }
      : { ...(await parts()), server: 'ok' }
}
