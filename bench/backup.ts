// Backup and restore beside pg_dump and pg_restore: `npm run bench -- backup`. Needs PostgreSQL's client tools and a server that they know.
import { execFile, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fileURLToPath } from 'node:url'
import { createClient, fetchTransport } from '@openauth/client'
import pg from 'pg'
import { peakMemory, startServer } from './pinned-process.ts'
import { createApps, seed, userCount } from './seed.ts'

const run = promisify(execFile)
const cli = fileURLToPath(new URL('../cli/bin/openauth.js', import.meta.url))
const address = process.env.BENCH_POSTGRES ?? 'postgresql://postgres@127.0.0.1:5432/postgres'
const tools =
  process.env.BENCH_POSTGRES_BIN ??
  ['/usr/lib/postgresql/15/bin', '/usr/bin'].find((path) => existsSync(join(path, 'pg_dump')))!
const credentials = { username: 'operator', password: 'correct horse battery' }

const databaseAt = (name: string) => Object.assign(new URL(address), { pathname: name }).href

const onServer = async (sql: string) => {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}

const seconds = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}

/** Runs the built CLI. Resolves to the largest memory that it took, in MB. */
const openauth = (args: string[], environment: Record<string, string>): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [cli, ...args], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let peak = 0
    let errors = ''
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
    const watching = setInterval(() => {
      try {
        const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
        peak = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? peak * 1024) / 1024
      } catch {
        // It has ended.
      }
    }, 200)
    child.on('exit', (code) => {
      clearInterval(watching)
      if (code === 0) resolve(Math.round(peak))
      else reject(new Error(`openauth ${args[0]}: ${errors}`))
    })
  })

/** Prints how fast backup and restore of a seeded database are, as a share of what PostgreSQL's own tools need. */
export const measureBackup = async (print: (line?: string) => void): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'openauth-bench-backup-'))
  const names = ['openauth_bench_backup', 'openauth_bench_restored']
  for (const name of names) await onServer(`DROP DATABASE IF EXISTS ${name}`)
  await onServer(`CREATE DATABASE ${names[0]}`)
  const url = databaseAt(names[0]!)
  const server = await startServer({ DATABASE_URL: url, OPENAUTH_DATA_DIR: join(folder, 'data') }, '0,1')
  const at = (name: string) => join(folder, name)
  const environment = {
    OPENAUTH_ENDPOINT: server.url,
    XDG_CONFIG_HOME: folder,
    OPENAUTH_PASSWORD: credentials.password,
    OPENAUTH_BACKUP_PASSPHRASE: 'a passphrase of five words',
  }
  try {
    const anonymous = createClient(fetchTransport({ baseUrl: server.url }))
    await anonymous.setup.create(credentials)
    await openauth(['login', '--username', credentials.username], environment)
    const { token } = await anonymous.setup.login(credentials)
    await seed(url, await createApps(server.url, token))
    const dump = (more: string[], file: string) => run(join(tools, 'pg_dump'), ['-Fc', ...more, '-f', at(file), url])
    const dumped = await seconds(() => dump([], 'pg.dump'))
    const plain = await seconds(() => dump(['-Z0'], 'plain.dump'))
    let memory = 0
    const backedUp = await seconds(async () => (memory = await openauth(['backup', at('ours.age')], environment)))
    const size = async (name: string) => ((await stat(at(name))).size / 1e6).toFixed(0)
    const line = (what: string, theirs: number, ours: number, aim: string) =>
      print(`${what.padEnd(44)} ${theirs.toFixed(1)} s / ${ours.toFixed(1)} s = ${(theirs / ours).toFixed(2)}   ${aim}`)
    print(
      `${userCount} users; ${await size('pg.dump')} MB pg_dump, ${await size('plain.dump')} MB without compression, ${await size('ours.age')} MB encrypted`,
    )
    line('backup beside pg_dump -Fc', dumped, backedUp, 'aim ≥ 0.70')
    line('backup beside pg_dump -Fc -Z0', plain, backedUp, '')
    print(`memory of the CLI ${memory} MB, of the server ${peakMemory(server.pid)} MB   (aim ≤ 200 MB)`)
    await onServer(`CREATE DATABASE ${names[1]}`)
    const restored = await seconds(() => run(join(tools, 'pg_restore'), ['-d', databaseAt(names[1]!), at('pg.dump')]))
    const host = new URL(server.url).host
    const ours = await seconds(
      async () => (memory = await openauth(['restore', at('ours.age'), '--confirm', host], environment)),
    )
    line('restore, with a verification before, beside pg_restore', restored, ours, 'aim ≥ 0.70')
    print(`memory of the CLI ${memory} MB   (aim ≤ 200 MB)`)
  } finally {
    await server.stop()
    for (const name of names) await onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    await rm(folder, { recursive: true, force: true })
  }
}
