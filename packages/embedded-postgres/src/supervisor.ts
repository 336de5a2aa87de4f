import { setTimeout as delay } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import { EmbeddedPostgresError } from './errors.ts'
import { START_LOCK_WAIT_MS, withLock } from './lock.ts'
import { shutDown, SHUT_DOWN_LIMIT_MS } from './postmaster.ts'
import { type Address, LOOPBACK, obtainServer, otherSessions, type Session } from './server.ts'

/** Options of startEmbeddedPostgres for a server that dies. */
export type Supervision = {
  log: (line: string) => void
  onExit: (error: Error) => void
  restartWaitsMs?: number[] | undefined
}

type Stop = (closeClients?: () => Promise<unknown>) => Promise<void>

type Watch = Required<Supervision> & {
  cluster: Cluster
  address: Address
  session: Session | undefined
  restarting: Promise<void> | undefined
  stopping: Promise<void> | undefined
  /** Number of restartWaitsMs used. */
  restarts: number
}

const STOP_LOCK_WAIT_MS = 5_000
const CLOSE_CLIENTS_LIMIT_MS = 5_000
const RESTART_WAITS_MS = [0, 50, 100, 250, 500, 1000, 2000, 5000, 10_000]
/** A server that ran this long starts again with all restart attempts. */
const STABLE_MS = 30_000

/**
 * Restarts the server on its port whenever the connection to it is lost, until the returned function is called: see
 * EmbeddedPostgres.stop. A program without other work ends, and stops the server as it does.
 */
export function supervise(cluster: Cluster, first: Session, supervision: Supervision): Stop {
  const watch: Watch = {
    ...supervision,
    restartWaitsMs: supervision.restartWaitsMs ?? RESTART_WAITS_MS,
    cluster,
    address: first.address,
    session: undefined,
    restarting: undefined,
    stopping: undefined,
    restarts: 0,
  }
  const stopOnce: Stop = (closeClients = async () => {}) => {
    process.off('beforeExit', onBeforeExit)
    return (watch.stopping ??= stop(watch, closeClients))
  }
  const onBeforeExit = () => void stopOnce()
  process.once('beforeExit', onBeforeExit)
  watchServer(watch, first)
  return stopOnce
}

function watchServer(watch: Watch, session: Session): void {
  const since = performance.now()
  watch.session = session
  unref(session.client)
  void session.ended.then(() => {
    watch.session = undefined
    if (watch.stopping !== undefined) return
    if (performance.now() - since > STABLE_MS) watch.restarts = 0
    watch.log('Database connection lost; restarting the server.')
    watch.restarting = restart(watch)
  })
}

/** pg has this method, but its types lack it. */
function unref(client: object): void {
  ;(client as { unref(): void }).unref()
}

async function restart(watch: Watch): Promise<void> {
  let lastError: unknown
  while (watch.stopping === undefined) {
    const wait = watch.restartWaitsMs[watch.restarts++]
    if (wait === undefined) return watch.onExit(lost(watch.cluster.dataDir, lastError))
    await delay(wait)
    try {
      watchServer(watch, await regain(watch.cluster, watch.address))
      return watch.log(`Database restarted on port ${watch.address.port}.`)
    } catch (error) {
      lastError = error
      watch.log(`Database not restarted yet: ${messageOf(error)}`)
    }
  }
}

/** The pools use one address, so a server that listens on another port, or has lost its socket, would be unreachable. */
async function regain(cluster: Cluster, { host, port }: Address): Promise<Session> {
  const session = await withLock(cluster.dataDir, START_LOCK_WAIT_MS, () => obtainServer(cluster, { wantedPort: port }))
  const now = session.address
  if (now.port === port && (host === LOOPBACK || now.host === host)) return session
  await session.client.end()
  const message = `The server of ${cluster.dataDir} now listens on port ${now.port} of ${now.host}.`
  throw new EmbeddedPostgresError('embedded_postgres_moved', message)
}

async function stop(watch: Watch, closeClients: () => Promise<unknown>): Promise<void> {
  const { log, cluster } = watch
  await within(CLOSE_CLIENTS_LIMIT_MS, log, closeClients)
  await within(CLOSE_CLIENTS_LIMIT_MS, log, async () => watch.restarting)
  await within(STOP_LOCK_WAIT_MS + 2 * SHUT_DOWN_LIMIT_MS, log, () =>
    withLock(cluster.dataDir, STOP_LOCK_WAIT_MS, async () => {
      if (watch.session !== undefined) await leave(cluster, watch.session, log)
    }),
  )
}

async function leave({ dataDir }: Cluster, { client, pid }: Session, log: (line: string) => void): Promise<void> {
  const others = await otherSessions(client)
  await client.end()
  if (others > 0) return log(`Database left running: ${others} other connection${others === 1 ? ' uses' : 's use'} it.`)
  const ended = await shutDown(dataDir, pid, SHUT_DOWN_LIMIT_MS)
  log(ended ? 'Database stopped.' : `Database process ${pid} does not end; the next start will attach to it.`)
}

/** Waits for `action`, its failure or the limit, whichever comes first. */
async function within(limitMs: number, log: (line: string) => void, action: () => Promise<unknown>): Promise<void> {
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

function lost(dataDir: string, cause: unknown): Error {
  const message = `The database in ${dataDir} died and could not be restarted (${messageOf(cause)}). Its logs: ${dataDir}/log.`
  return new EmbeddedPostgresError('embedded_postgres_lost', message, { cause })
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
