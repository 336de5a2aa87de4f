import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { createParent, openCluster, type Cluster } from './cluster.ts'
import { START_LOCK_WAIT_MS, withLock } from './lock.ts'
import {
  type Address,
  ensureDatabase,
  LOOPBACK,
  obtainServer,
  SERVER_ROLE,
  type Session,
  type StartOptions,
} from './server.ts'
import { readPostmaster, shutDown, SHUT_DOWN_LIMIT_MS } from './postmaster.ts'
import { supervise } from './supervisor.ts'

export { EmbeddedPostgresError, type EmbeddedPostgresErrorCode } from './errors.ts'

export type EmbeddedPostgresOptions = {
  /**
   * The cluster's own directory, e.g. `./data/postgres`; created if missing, with its parents. The file of its password,
   * `<dataDir>.password`, and the lock of its start are beside it.
   */
  dataDir: string
  /** The application's database, created if missing; `openauth` by default. */
  database?: string
  /** Receives progress messages, one line each, without secrets. */
  log?: (line: string) => void
  /**
   * Called once, with `embedded_postgres_lost`, when the server died and could not be restarted; the url does not work from
   * then on.
   */
  onExit?: (error: Error) => void
  /** Delays before each restart attempt, in milliseconds; by default nine attempts within 20 s. */
  restartWaitsMs?: number[]
  /**
   * Server settings that override the defaults, e.g. `{ fsync: 'off' }` for data that need not survive a power failure.
   */
  settings?: Record<string, string>
  /**
   * Called once the server's process runs and is not ready yet: for work of this process, such as loading modules, that would
   * otherwise follow. Not called when a running server was found.
   */
  onLaunch?: () => void
  /** Cancels the start: a server that it has launched is shut down, and the promise is rejected with the signal's reason. */
  signal?: AbortSignal
}

export type EmbeddedPostgres = {
  /** Contains the password: never log it. It stays the same until stop(), also across restarts of the server. */
  url: string
  /** Of 127.0.0.1. */
  port: number
  /** The given directory, absolute and without symbolic links. */
  dataDir: string
  /** Whether the server was already running, started by another process or left by a killed one. */
  attached: boolean
  /**
   * Detaches from the server, and shuts it down unless another process is connected to it. Close this process's
   * connections before, or in `closeClients` (limited to 5 s), or they count as another process's. Takes at most 30 s
   * and never rejects.
   */
  stop(closeClients?: () => Promise<unknown>): Promise<void>
}

/** The time limit of each step of stopLeftServer. */
const STOP_LEFT_LIMIT_MS = 1_000

/**
 * Starts the PostgreSQL of the registry's `@embedded-postgres` package on a free loopback port and, where there can be
 * one, a Unix socket in `dataDir`, or attaches to the server that already serves `dataDir`. Takes about 1 s the first
 * time and 0.1 s later; waits up to 2 minutes for the start of another process, and up to 5 for a recovery after a crash.
 * A server that dies is restarted on the same port.
 * @throws EmbeddedPostgresError, whose message says what to do next; the reason of `signal` once it is aborted
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const {
    database = 'openauth',
    log = () => {},
    onExit = () => {},
    restartWaitsMs,
    settings = {},
    signal,
    onLaunch,
  } = options
  const dataDir = canonicalPath(options.dataDir)
  const began = performance.now()
  const open = async () => {
    const cluster = { ...(await openCluster(dataDir)), settings }
    return { cluster, session: await openSession(cluster, database, { signal, onLaunch }) }
  }
  const { cluster, session } = await withLock(dataDir, START_LOCK_WAIT_MS, open, signal)
  const { address, attached } = session
  const { port } = address
  const took = Math.round(performance.now() - began)
  log(`Database ${attached ? 'found running' : 'started'} on port ${port} in ${took} ms.`)
  const url = urlOf(address, cluster.password, database)
  const stop = supervise(cluster, session, { log, onExit, restartWaitsMs })
  return { url, port, dataDir, attached, stop }
}

/**
 * Shuts down the server that killed processes have left running in `dataDir`, for a directory that is to be removed; its
 * clients lose their connections. Does nothing where there is none. Takes at most 2 s.
 * @returns whether none runs any more
 */
export async function stopLeftServer(dataDir: string): Promise<boolean> {
  const left = readPostmaster(dataDir)
  return left === undefined || shutDown(dataDir, left.pid, STOP_LEFT_LIMIT_MS)
}

async function openSession(cluster: Cluster, database: string, how: StartOptions): Promise<Session> {
  const session = await obtainServer(cluster, how)
  try {
    await ensureDatabase(session.client, database)
    return session
  } catch (error) {
    await session.client.end()
    if (!session.attached) await shutDown(cluster.dataDir, session.pid, SHUT_DOWN_LIMIT_MS)
    throw error
  }
}

/** libpq and pg prefer the `host` of the query; others connect over TCP. https://www.postgresql.org/docs/18/libpq-connect.html */
function urlOf({ host, port }: Address, password: string, database: string): string {
  const url = `postgresql://${SERVER_ROLE}:${password}@${LOOPBACK}:${port}/${encodeURIComponent(database)}`
  return host === LOOPBACK ? url : `${url}?host=${encodeURIComponent(host)}`
}

/** One canonical name for a directory, which need not exist yet. */
function canonicalPath(given: string): string {
  const path = resolve(given)
  createParent(path)
  return existsSync(path) ? realpathSync(path) : join(realpathSync(dirname(path)), basename(path))
}
