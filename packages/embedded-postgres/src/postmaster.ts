import { spawn } from 'node:child_process'
import { closeSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync, statSync, writeSync } from 'node:fs'
import { createServer } from 'node:net'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fitsSocketPath } from '@openauth/kernel-lock'
import { cannotRun, serverEnvironment, serverPath, type Cluster } from './cluster.ts'
import { EmbeddedPostgresError } from './errors.ts'
import { createPrivateFile, readIfPresent } from './files.ts'

/**
 * The content of postmaster.pid; `listensOnSocket` tells whether the server has a Unix socket in its data directory.
 * https://www.postgresql.org/docs/18/storage-file-layout.html
 */
export type Postmaster = { pid: number; port: number; listensOnSocket: boolean; ready: boolean }

/** The time limit of each step of shutDown. */
export const SHUT_DOWN_LIMIT_MS = 8_000
const LOG_TAIL = 2000
const POLL_MS = 10
const PID_FILE = 'postmaster.pid'
/** The Unix socket of a server and its lock file. */
const SOCKET_FILE = /^\.s\.PGSQL\.\d+(\.lock)?$/
const START_LOG = 'start.log'

/** Settings of a small server: about 70 MB, one or two pools, every commit on disk. */
const SETTINGS: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  max_connections: '100',
  shared_buffers: '48MB',
  maintenance_work_mem: '32MB',
  max_wal_size: '512MB',
  huge_pages: 'off',
  jit: 'off',
  // No workers for asynchronous I/O and no replication: a small database does not need those three processes.
  io_method: 'sync',
  max_logical_replication_workers: '0',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  cluster_name: 'openauth',
  // One file per weekday, truncated when reused. The application logs failed statements.
  logging_collector: 'on',
  log_directory: 'log',
  log_filename: 'postgres-%a.log',
  log_truncate_on_rotation: 'on',
  log_rotation_age: '1d',
  log_rotation_size: '0',
  log_min_messages: 'log',
  log_checkpoints: 'off',
}

/** Reads postmaster.pid; undefined if there is none or it is incomplete. */
export function readPostmaster(dataDir: string): Postmaster | undefined {
  const lines = readIfPresent(join(dataDir, PID_FILE))?.split('\n') ?? []
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  if (!(pid > 0 && port > 0)) return undefined
  return { pid, port, listensOnSocket: Boolean(lines[4]?.trim()), ready: lines[7]?.trim() === 'ready' }
}

/**
 * Whether a server in `dataDir` can have a Unix socket there, which costs both sides a third less processor time than
 * TCP and is closed to other accounts. Windows and long paths have none.
 */
export function canHaveSocket(dataDir: string): boolean {
  return process.platform !== 'win32' && fitsSocketPath(join(dataDir, '.s.PGSQL.65535'))
}

/** Whether the process is alive and is this cluster's postmaster, not another process that reuses the id. */
export function isOurs(dataDir: string, pid: number): boolean {
  if (!isAlive(pid)) return false
  if (process.platform !== 'linux') return true
  try {
    const program = basename(readlinkSync(`/proc/${pid}/exe`)).replace(/ \(deleted\)$/, '')
    const sameOwner = statSync(`/proc/${pid}`).uid === statSync(dataDir).uid
    return sameOwner && program === 'postgres' && readlinkSync(`/proc/${pid}/cwd`) === realpathSync(dataDir)
  } catch {
    // Another account's process, or one that has just ended.
    return false
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/**
 * Starts the postmaster, which outlives this process. It listens on the port, and on a Unix socket in its data directory
 * if `onSocket`. `failed` returns the error if it has ended.
 */
export function launch(
  cluster: Cluster,
  { port, onSocket }: { port: number; onSocket: boolean },
): { pid: number; failed: () => Error | undefined } {
  const { dataDir, user, binaries, settings: given } = cluster
  disownForeignPid(cluster)
  removeSockets(dataDir)
  const log = createPrivateFile(join(dataDir, START_LOG), user)
  // The server's working directory is its data directory.
  const listening = {
    port: String(port),
    unix_socket_directories: onSocket ? '.' : '',
    unix_socket_permissions: '0700',
  }
  const settings = Object.entries({ ...SETTINGS, ...given, ...listening }).flatMap(([key, value]) => [
    '-c',
    `${key}=${value}`,
  ])
  let problem: Error | undefined
  const startedAt = Date.now()
  try {
    const child = spawn(binaries.postgres, ['-D', serverPath(cluster), ...settings], {
      cwd: dataDir,
      env: serverEnvironment(),
      // Files instead of pipes: a broken pipe to this process would break the server.
      stdio: ['ignore', log, log],
      // Its own session, so that Ctrl-C in a terminal does not reach the server before this process shuts it down.
      detached: true,
      ...user,
    })
    child.once('error', (error) => (problem = cannotRun(binaries.postgres, error)))
    child.once('exit', () => (problem ??= endedEarly(dataDir, startedAt)))
    child.unref()
    return { pid: child.pid ?? 0, failed: () => problem }
  } finally {
    closeSync(log)
  }
}

/**
 * postmaster.pid may name a process that reuses the dead server's id, and PostgreSQL then refuses to start. It ignores
 * the id of its own parent, so this process's id is written there. The rest of the file stays: PostgreSQL uses it to
 * check whether sessions of the dead server still use the shared memory.
 * https://github.com/postgres/postgres/blob/REL_18_STABLE/src/backend/utils/init/miscinit.c (CreateLockFile)
 */
function disownForeignPid({ dataDir, user }: Cluster): void {
  const text = readIfPresent(join(dataDir, PID_FILE))
  const pid = Number.parseInt(text ?? '', 10)
  if (text === undefined || !(pid > 0) || !isAlive(pid) || isOurs(dataDir, pid)) return
  const file = createPrivateFile(join(dataDir, PID_FILE), user)
  writeSync(file, text.replace(/^\d+/, String(process.pid)))
  closeSync(file)
}

/** Those of a killed server: PostgreSQL refuses to start while a process that reuses its id runs. */
function removeSockets(dataDir: string): void {
  for (const name of readdirSync(dataDir)) if (SOCKET_FILE.test(name)) rmSync(join(dataDir, name), { force: true })
}

function endedEarly(dataDir: string, startedAt: number): Error {
  const message = `PostgreSQL ended while starting in ${dataDir}. The end of its log:\n${logTail(dataDir, startedAt)}`
  return new EmbeddedPostgresError('embedded_postgres_start', message)
}

/** What was written since this start: the newest log may be an earlier server's. */
function logTail(dataDir: string, startedAt: number): string {
  const newest = newestLog(dataDir)
  const logs = [join(dataDir, START_LOG), ...(newest && statSync(newest).mtimeMs >= startedAt ? [newest] : [])]
  const written = logs.map((path) => readIfPresent(path) ?? '')
  return written.join('').trim().slice(-LOG_TAIL)
}

function newestLog(dataDir: string): string | undefined {
  try {
    const paths = readdirSync(join(dataDir, 'log')).map((name) => join(dataDir, 'log', name))
    return paths.toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0]
  } catch {
    return undefined
  }
}

/** A loopback port that was free at the time of the call. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen({ port: 0, host: '127.0.0.1', exclusive: true }, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

/**
 * Shuts the server down: first a fast shutdown (sessions end, everything is written), and after `patienceMs` an
 * immediate one (recovered at the next start, nothing lost). Returns whether it has ended.
 */
export async function shutDown(dataDir: string, pid: number, patienceMs: number): Promise<boolean> {
  return (await signalAndWait(dataDir, pid, 'SIGINT', patienceMs)) || signalAndWait(dataDir, pid, 'SIGQUIT', patienceMs)
}

async function signalAndWait(dataDir: string, pid: number, signal: NodeJS.Signals, waitMs: number): Promise<boolean> {
  // Checked before each signal, because another process may reuse the id.
  if (!isOurs(dataDir, pid)) return true
  process.kill(pid, signal)
  for (const deadline = Date.now() + waitMs; Date.now() < deadline; await delay(POLL_MS)) {
    if (hasEnded(pid)) return true
  }
  return false
}

/** An orphaned server whose init does not reap children stays a zombie, which still accepts signals. */
function hasEnded(pid: number): boolean {
  if (!isAlive(pid)) return true
  if (process.platform !== 'linux') return false
  try {
    // The state follows the name in parentheses, which may contain any character. proc_pid_stat(5)
    const state = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.[0]
    return state === 'Z' || state === 'X'
  } catch {
    return true
  }
}
