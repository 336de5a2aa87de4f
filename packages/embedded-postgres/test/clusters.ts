// Shared by the tests of the embedded database: directories for clusters, and servers in separate processes.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { bundleProgram } from '../../../tools/bundle-program.mjs'
import { startEmbeddedPostgres, type EmbeddedPostgres, type EmbeddedPostgresOptions } from '../src/index.ts'

export type Hello = Pick<EmbeddedPostgres, 'url' | 'port' | 'attached'>

const root = mkdtempSync(join(tmpdir(), 'openauth-embedded-'))
const program = join(root, 'program.mjs')
const servers = new Set<EmbeddedPostgres>()
const children = new Set<ChildProcess>()
let directories = 0

/** A cluster that tests reuse one after another, to save an initdb each. */
export const shared = join(root, 'shared', 'postgres')

/** A server that stops on SIGTERM. */
const PROGRAM = `
import { startEmbeddedPostgres } from '../src/index.ts'
const { stop, ...hello } = await startEmbeddedPostgres({ dataDir: process.argv[2] })
console.log(JSON.stringify(hello))
process.on('SIGTERM', () => void stop().then(() => process.exit(0)))
setInterval(() => {}, 1000)
`

export const buildProgram = (): Promise<void> => bundleProgram(PROGRAM, { from: import.meta.url, outfile: program })

export async function stopAll(): Promise<void> {
  for (const child of children) await waitForExit(child, 'SIGTERM')
  children.clear()
  for (const server of servers) await server.stop()
  servers.clear()
}

export function removeAll(): void {
  rmSync(root, { recursive: true, force: true })
}

export function newDataDir(): string {
  return join(root, String(++directories), 'postgres')
}

export async function start(
  dataDir: string,
  options: Partial<EmbeddedPostgresOptions> = {},
): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, ...options })
  servers.add(server)
  return server
}

export function spawnProgram(dataDir: string): ChildProcess {
  const cwd = fileURLToPath(new URL('../../../', import.meta.url))
  const child = spawn(process.execPath, [program, dataDir], { cwd, stdio: ['ignore', 'pipe', 'inherit'] })
  children.add(child)
  return child
}

export async function waitForHello(child: ChildProcess): Promise<Hello> {
  const line = await Promise.race([
    once(createInterface({ input: child.stdout! }), 'line').then(([text]) => String(text)),
    once(child, 'exit').then(([status]) => Promise.reject(new Error(`The program ended with ${status}`))),
  ])
  return JSON.parse(line) as Hello
}

export async function waitForExit(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill(signal)
  await exit
}

export async function run<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

/** Polls until there is a result; an error counts as none. */
export async function waitFor<T>(ask: () => T | Promise<T>): Promise<NonNullable<T>> {
  for (;;) {
    const answer = await (async () => ask())().catch(() => undefined)
    if (answer) return answer
    await delay(10)
  }
}

export function postmasterPid(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0])
}

export function isRunning(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.startsWith('Z') === false
  } catch {
    return false
  }
}
