import { spawn } from 'node:child_process'
import { closeSync, readdirSync, readFileSync, readlinkSync, realpathSync, statSync, writeSync } from 'node:fs'
import { createServer } from 'node:net'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { cannotRun, serverEnvironment, serverPath, type Cluster } from './cluster.ts'
import { EmbeddedPostgresError } from './errors.ts'
import { createPrivateFile, readIfPresent } from './files.ts'

/** What postmaster.pid says. https://www.postgresql.org/docs/18/storage-file-layout.html */
export type Postmaster = { pid: number; port: number; ready: boolean }

/** What shutDown's steps are given. */
export const SHUT_DOWN_LIMIT_MS = 8_000
const LOG_TAIL = 2000
const POLL_MS = 10
const PID_FILE = 'postmaster.pid'
const START_LOG = 'start.log'

/** A small server: about 70 MB, one pool or two, every commit on disk. */
const SETTINGS: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '48MB',
  maintenance_work_mem: '32MB',
  max_wal_size: '512MB',
  huge_pages: 'off',
  jit: 'off',
  // No workers for asynchronous reads: three processes a small database does not need, nor replication.
  io_method: 'sync',
  max_logical_replication_workers: '0',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  cluster_name: 'openauth',
  // A file per weekday, emptied when its day comes again. Statements that fail are the application's to log.
  logging_collector: 'on',
  log_directory: 'log',
  log_filename: 'postgres-%a.log',
  log_truncate_on_rotation: 'on',
  log_rotation_age: '1d',
  log_rotation_size: '0',
  log_min_messages: 'log',
  log_checkpoints: 'off',
}

/** Reads postmaster.pid; undefined when there is none, or one that is just being written. */
export function readPostmaster(dataDir: string): Postmaster | undefined {
  const lines = readIfPresent(join(dataDir, PID_FILE))?.split('\n') ?? []
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  return pid > 0 && port > 0 ? { pid, port, ready: lines[7]?.trim() === 'ready' } : undefined
}

/** Whether the process is alive and is the postmaster of this very cluster, not another that got its number. */
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

/** Starts the postmaster; it lives on when this process dies. Returns how to tell whether it still does. */
export function launch(cluster: Cluster, port: number): { pid: number; failed: () => Error | undefined } {
  const { dataDir, user, binaries, settings: given } = cluster
  disownForeignPid(cluster)
  const log = createPrivateFile(join(dataDir, START_LOG), user)
  const settings = Object.entries({ ...SETTINGS, ...given, port: String(port) }).flatMap(([key, value]) => [
    '-c',
    `${key}=${value}`,
  ])
  let problem: Error | undefined
  try {
    const child = spawn(binaries.postgres, ['-D', serverPath(cluster), ...settings], {
      cwd: dataDir,
      env: serverEnvironment(),
      // Files, not pipes: a pipe to this process would break the server when it dies.
      stdio: ['ignore', log, log],
      // A session of its own, so that Ctrl-C in a terminal leaves the order of shutting down to this process.
      detached: true,
      ...user,
    })
    child.once('error', (error) => (problem = cannotRun(binaries.postgres, error)))
    child.once('exit', () => (problem ??= endedEarly(dataDir)))
    child.unref()
    return { pid: child.pid ?? 0, failed: () => problem }
  } finally {
    closeSync(log)
  }
}

/**
 * postmaster.pid may name a process that has since got the dead server's number; PostgreSQL would then refuse to start.
 * It overlooks the number of its own parent, so it is given ours. The rest of the file stays: with it PostgreSQL finds
 * out whether sessions of the dead server still use the shared memory.
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

function endedEarly(dataDir: string): Error {
  const message = `PostgreSQL ended while starting in ${dataDir}. The end of its log:\n${logTail(dataDir)}`
  return new EmbeddedPostgresError('embedded_postgres_start', message)
}

function logTail(dataDir: string): string {
  const written = [join(dataDir, START_LOG), newestLog(dataDir)].map((path) => (path && readIfPresent(path)) ?? '')
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

/** A loopback port that was free a moment ago. */
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
 * Shuts the server down: fast (sessions are ended, all is written), and after `patienceMs` at once (recovered on the next
 * start, nothing lost). Returns whether it has ended.
 */
export async function shutDown(dataDir: string, pid: number, patienceMs: number): Promise<boolean> {
  return (await signalAndWait(dataDir, pid, 'SIGINT', patienceMs)) || signalAndWait(dataDir, pid, 'SIGQUIT', patienceMs)
}

async function signalAndWait(dataDir: string, pid: number, signal: NodeJS.Signals, waitMs: number): Promise<boolean> {
  // Asked again before each signal: a number freed in the meantime may be someone else's.
  if (!isOurs(dataDir, pid)) return true
  process.kill(pid, signal)
  for (const deadline = Date.now() + waitMs; Date.now() < deadline; await delay(POLL_MS)) {
    if (hasEnded(pid)) return true
  }
  return false
}

/** A server adopted by an init that collects no dead processes stays a zombie, which still takes signals. */
function hasEnded(pid: number): boolean {
  if (!isAlive(pid)) return true
  if (process.platform !== 'linux') return false
  try {
    // The state follows the name in brackets, which may hold anything. proc_pid_stat(5)
    const state = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.[0]
    return state === 'Z' || state === 'X'
  } catch {
    return true
  }
}
