import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { SUPERUSER, type Cluster } from './cluster.ts'
import { codeOf, EmbeddedPostgresError } from './errors.ts'
import { canHaveSocket, freePort, isOurs, launch, readPostmaster, shutDown, SHUT_DOWN_LIMIT_MS } from './postmaster.ts'

/** Where a server accepts connections: an address, or the directory of its Unix socket, which the port numbers. */
export type Address = { host: string; port: number }

/** A server that answers, and the starter's own connection to it; `ended` resolves when that connection is lost. */
export type Session = { client: pg.Client; ended: Promise<void>; pid: number; address: Address; attached: boolean }

/**
 * The application's role: owns the database and may create others, but is not a superuser, so SQL cannot run programs.
 */
export const SERVER_ROLE = 'openauth'

/** The host of a server that is reached over TCP. */
export const LOOPBACK = '127.0.0.1'

const POLL_MS = 10
/** Recovery after a crash replays at most SETTINGS.max_wal_size, which takes minutes on a slow disk. */
const READY_LIMIT_MS = 5 * 60_000
const QUERY_LIMIT_MS = 10_000
const OTHERS_LIMIT_MS = 400
const PORT_ATTEMPTS = 4
/** While the server changes state, a connection may still be refused. https://www.postgresql.org/docs/18/errcodes-appendix.html */
const NOT_YET = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', '57P03'])

export type StartOptions = {
  /** The required port; undefined: that of a server that died, else any free one. */
  wantedPort?: number
  /** Cancels the start. */
  signal?: AbortSignal | undefined
  /** Called each time a server's process has been started here. */
  onLaunch?: (() => void) | undefined
}

/** Attaches to the cluster's running server or starts one. Call it under withLock. */
export async function obtainServer(
  cluster: Cluster,
  { wantedPort, signal, onLaunch }: StartOptions = {},
): Promise<Session> {
  const found = readPostmaster(cluster.dataDir)
  if (found !== undefined && isOurs(cluster.dataDir, found.pid)) {
    const attached = await whenReady(cluster, { signal })
    if (attached !== undefined) return { ...attached, attached: true }
  }
  let onSocket = canHaveSocket(cluster.dataDir)
  for (let attempt = 1; ; attempt += 1) {
    const port = wantedPort ?? (attempt === 1 && found !== undefined ? found.port : await freePort())
    try {
      return await start(cluster, { port, onSocket }, { signal, onLaunch })
    } catch (error) {
      const withoutSocket = onSocket && hasNoSockets(error)
      if (withoutSocket) onSocket = false
      else if (wantedPort !== undefined || attempt === PORT_ATTEMPTS || !isPortTaken(error)) throw error
    }
  }
}

/** Creates the application's role and database where they are missing. Call it under withLock. */
export async function ensureDatabase(client: pg.Client, database: string): Promise<void> {
  const role = pg.escapeIdentifier(SERVER_ROLE)
  const { rows } = await client.query<{ verifier: string; has_role: boolean; has_database: boolean }>(
    `SELECT (SELECT rolpassword FROM pg_authid WHERE rolname = $1) AS verifier,
            EXISTS (SELECT FROM pg_roles WHERE rolname = $2) AS has_role,
            EXISTS (SELECT FROM pg_database WHERE datname = $3) AS has_database`,
    [SUPERUSER, SERVER_ROLE, database],
  )
  const state = rows[0]
  // A SCRAM verifier does not depend on the name, so both roles share the password without sending it.
  if (state?.has_role === false) {
    await client.query(`CREATE ROLE ${role} LOGIN CREATEDB PASSWORD ${pg.escapeLiteral(state.verifier)}`)
  }
  if (state?.has_database === false) {
    await client.query(`CREATE DATABASE ${pg.escapeIdentifier(database)} OWNER ${role}`)
  }
}

/** The number of sessions besides `client`; sessions that are ending get a short time to do so. */
export async function otherSessions(client: pg.Client): Promise<number> {
  for (const deadline = Date.now() + OTHERS_LIMIT_MS; ; await delay(POLL_MS)) {
    const { rows } = await client.query<{ count: number }>(
      `SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
    )
    const count = rows[0]?.count ?? 0
    if (count === 0 || Date.now() > deadline) return count
  }
}

async function start(
  cluster: Cluster,
  listening: { port: number; onSocket: boolean },
  { signal, onLaunch }: Omit<StartOptions, 'wantedPort'>,
): Promise<Session> {
  signal?.throwIfAborted()
  const { pid, failed } = launch(cluster, listening)
  onLaunch?.()
  const ready = await whenReady(cluster, { started: { pid, failed }, signal }).catch(async (error: unknown) => {
    if (signal?.aborted) await shutDown(cluster.dataDir, pid, SHUT_DOWN_LIMIT_MS)
    throw error
  })
  if (ready !== undefined) return { ...ready, attached: false }
  throw (
    failed() ??
    new EmbeddedPostgresError('embedded_postgres_start', `PostgreSQL ended while starting in ${cluster.dataDir}.`)
  )
}

/**
 * Waits until the server accepts connections; undefined when it has ended instead. Connects to a port only once
 * postmaster.pid of the cluster's own server names it, so no other listener on that port sees the password.
 */
async function whenReady(
  cluster: Cluster,
  { started, signal }: { started?: { pid: number; failed: () => Error | undefined }; signal?: AbortSignal | undefined },
) {
  const { dataDir } = cluster
  for (const deadline = Date.now() + READY_LIMIT_MS; Date.now() < deadline; await delay(POLL_MS)) {
    signal?.throwIfAborted()
    const problem = started?.failed()
    if (problem !== undefined) throw problem
    const seen = readPostmaster(dataDir)
    const alive = seen !== undefined && isOurs(dataDir, seen.pid)
    if (!alive && started === undefined) return undefined
    if (!alive || !seen.ready || (started !== undefined && seen.pid !== started.pid)) continue
    const address = { host: seen.listensOnSocket ? dataDir : LOOPBACK, port: seen.port }
    const connection = await connect(cluster, address)
    if (connection !== undefined) return { ...connection, pid: seen.pid, address }
  }
  throw new EmbeddedPostgresError(
    'embedded_postgres_not_ready',
    `PostgreSQL in ${dataDir} is not ready after ${READY_LIMIT_MS / 1000} s.`,
  )
}

async function connect({ dataDir, password }: Cluster, address: Address) {
  const client = new pg.Client({
    ...address,
    user: SUPERUSER,
    password,
    database: 'postgres',
    application_name: 'openauth starter',
    connectionTimeoutMillis: QUERY_LIMIT_MS,
    query_timeout: QUERY_LIMIT_MS,
    keepAlive: true,
  })
  // The 'end' listener handles a lost connection; an 'error' event without a listener would end the process.
  client.on('error', () => {})
  try {
    const ended = new Promise<void>((resolve) => client.once('end', resolve))
    await client.connect()
    return { client, ended }
  } catch (error) {
    if (codeOf(error) === '28P01') throw wrongPassword(dataDir, error)
    if (NOT_YET.has(codeOf(error) ?? '') || isCutOff(error)) return undefined
    throw error
  }
}

/** pg's error, without a code, for a connection that ends before it is established. */
function isCutOff(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('Connection terminated')
}

function isPortTaken(error: unknown): boolean {
  return error instanceof Error && /could not bind|could not create any TCP\/IP sockets/.test(error.message)
}

/** Some file systems, such as those that virtual machines share with their host, have no Unix sockets. */
function hasNoSockets(error: unknown): boolean {
  return error instanceof Error && error.message.includes('could not create any Unix-domain sockets')
}

function wrongPassword(dataDir: string, cause: unknown): Error {
  const message = `The password in ${dataDir}.password is not that of the database. Restore the file of this database.`
  return new EmbeddedPostgresError('embedded_postgres_password', message, { cause })
}
