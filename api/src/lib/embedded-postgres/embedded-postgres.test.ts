import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startEmbeddedPostgres, type EmbeddedPostgres, type EmbeddedPostgresOptions } from './index.ts'

type Hello = { url: string; port: number; attached: boolean }

const isRoot = process.getuid?.() === 0
const root = mkdtempSync(join(tmpdir(), 'openauth-embedded-'))
const program = join(root, 'program.mjs')
const shared = join(root, 'shared', 'postgres')
const running = new Set<EmbeddedPostgres>()
const children = new Set<ChildProcess>()
let directories = 0

/** A server in a process of its own, bundled as the product is. It stops on SIGTERM. */
const PROGRAM = `
import { startEmbeddedPostgres } from './index.ts'
const { stop, ...hello } = await startEmbeddedPostgres({ dataDir: process.argv[2] })
console.log(JSON.stringify(hello))
process.on('SIGTERM', () => void stop().then(() => process.exit(0)))
setInterval(() => {}, 1000)
`

beforeAll(async () => {
  await build({
    stdin: { contents: PROGRAM, resolveDir: import.meta.dirname, loader: 'ts' },
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['pg-native'],
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  })
})

afterEach(async () => {
  for (const child of children) if (child.exitCode === null) await ended(child, 'SIGTERM')
  children.clear()
  for (const server of running) await server.stop()
  running.clear()
})

afterAll(() => rmSync(root, { recursive: true, force: true }))

const newDataDir = () => join(root, String(++directories), 'postgres')

const start = async (dataDir: string, options: Partial<EmbeddedPostgresOptions> = {}) => {
  const server = await startEmbeddedPostgres({ dataDir, ...options })
  running.add(server)
  return server
}

const spawnProgram = (dataDir: string) => {
  const cwd = fileURLToPath(new URL('../../../../', import.meta.url))
  const child = spawn(process.execPath, [program, dataDir], { cwd, stdio: ['ignore', 'pipe', 'inherit'] })
  children.add(child)
  return child
}

const hello = async (child: ChildProcess): Promise<Hello> => {
  const line = await Promise.race([
    once(createInterface({ input: child.stdout! }), 'line').then(([text]) => String(text)),
    once(child, 'exit').then(([status]) => Promise.reject(new Error(`The program ended with ${status}`))),
  ])
  return JSON.parse(line) as Hello
}

const ended = async (child: ChildProcess, signal: NodeJS.Signals) => {
  const exit = once(child, 'exit')
  child.kill(signal)
  await exit
}

const run = async <Row extends pg.QueryResultRow>(url: string, sql: string, values: unknown[] = []) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(sql, values)).rows
  } finally {
    await client.end()
  }
}

/** Asks again until there is an answer; an error is none. */
const until = async <T>(ask: () => T | Promise<T>): Promise<NonNullable<T>> => {
  for (;;) {
    const answer = await (async () => ask())().catch(() => undefined)
    if (answer) return answer
    await delay(10)
  }
}

const postmasterPid = (dataDir: string) => Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0])

const isRunning = (pid: number) => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.startsWith('Z') === false
  } catch {
    return false
  }
}

describe('one process', () => {
  test('starts on an empty directory, keeps its data, starts again and stops', async () => {
    const lines: string[] = []
    const first = await start(shared, { log: (line) => lines.push(line) })
    expect(first.attached).toBe(false)
    await run(first.url, 'CREATE TABLE kept (n int)')
    await run(first.url, 'INSERT INTO kept VALUES (42)')
    const pid = postmasterPid(shared)
    await first.stop()
    expect(isRunning(pid)).toBe(false)
    const second = await start(shared)
    expect(await run(second.url, 'SELECT n FROM kept')).toEqual([{ n: 42 }])
    expect(lines).toEqual([expect.stringMatching(/^Database started on port \d+ in \d+ ms\.$/), 'Database stopped.'])
    expect(lines.join()).not.toContain(new URL(first.url).password)
  })

  test('is set up as promised: UTF-8, checksums, durable, loopback only, no superuser for the application', async () => {
    const { url } = await start(shared)
    const settings = await run<{ name: string; setting: string }>(
      url,
      `SELECT name, setting FROM pg_settings WHERE name IN ('server_encoding', 'data_checksums', 'fsync',
         'synchronous_commit', 'listen_addresses', 'password_encryption', 'max_connections')`,
    )
    expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
      server_encoding: 'UTF8',
      data_checksums: 'on',
      fsync: 'on',
      synchronous_commit: 'on',
      listen_addresses: '127.0.0.1',
      password_encryption: 'scram-sha-256',
      max_connections: '100',
    })
    const locale =
      'SELECT datlocprovider AS provider, datlocale AS locale FROM pg_database WHERE datname = current_database()'
    expect(await run(url, locale)).toEqual([{ provider: 'b', locale: 'C.UTF-8' }])
    expect(await run(url, 'SELECT rolsuper FROM pg_roles WHERE rolname = current_user')).toEqual([{ rolsuper: false }])
    const wrong = new URL(url)
    wrong.password = 'wrong'
    await expect(run(wrong.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' })
  })

  test('lets no other account read or write anything, and keeps the password out of arguments and logs', async () => {
    const { url } = await start(shared)
    const password = new URL(url).password
    expect(Buffer.from(password, 'base64url')).toHaveLength(32)
    expect(statSync(shared).mode & 0o777).toBe(0o700)
    expect(statSync(`${shared}.password`).mode & 0o777).toBe(0o600)
    expect(statSync(`${shared}.password`).uid).toBe(statSync(shared).uid)
    expect(statSync(shared).uid === 0).toBe(false)
    const args = readFileSync(`/proc/${postmasterPid(shared)}/cmdline`, 'utf8')
    const logs = readdirSync(join(shared, 'log')).map((name) => readFileSync(join(shared, 'log', name), 'utf8'))
    expect(args + logs.join('')).not.toContain(password)
    const open = (directory: string): string[] =>
      readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
        const path = join(directory, entry.name)
        return [...(statSync(path).mode & 0o077 ? [path] : []), ...(entry.isDirectory() ? open(path) : [])]
      })
    expect(open(shared)).toEqual([])
  })

  test('comes back on the same port when the postmaster is killed, and tells nobody', async () => {
    const exits: Error[] = []
    const { url, port } = await start(shared, { onExit: (error) => exits.push(error) })
    const pool = new pg.Pool({ connectionString: url })
    pool.on('error', () => {})
    await pool.query('CREATE TABLE survivor AS SELECT 7 AS n')
    for (let round = 0; round < 2; round += 1) {
      const pid = postmasterPid(shared)
      process.kill(pid, 'SIGKILL')
      await until(() => postmasterPid(shared) !== pid)
      const { rows } = await until(() => pool.query('SELECT n FROM survivor'))
      expect(rows).toEqual([{ n: 7 }])
    }
    expect(new URL(url).port).toBe(String(port))
    expect(exits).toEqual([])
    await pool.end()
  })

  test('gives up with onExit when the server cannot come back, and still stops', async () => {
    const dataDir = newDataDir()
    const given = new Promise<Error>((resolve) => {
      void start(dataDir, { onExit: resolve, restartWaitsMs: [0, 10] }).then(() => {
        rmSync(join(dataDir, 'global'), { recursive: true })
        process.kill(postmasterPid(dataDir), 'SIGKILL')
      })
    })
    expect(await given).toMatchObject({ code: 'embedded_postgres_lost' })
  })

  test('stop closes the pools it is given first, and may be called twice', async () => {
    const { url, stop } = await start(shared)
    const pid = postmasterPid(shared)
    const pool = new pg.Pool({ connectionString: url })
    await pool.query('SELECT 1')
    await Promise.all([stop(() => pool.end()), stop()])
    expect(isRunning(pid)).toBe(false)
  })

  test('tidies up what a killed server left: permissions, its process number given to another', async () => {
    const dataDir = newDataDir()
    const first = await start(dataDir)
    const pidFile = readFileSync(join(dataDir, 'postmaster.pid'), 'utf8')
    await first.stop()
    chmodSync(dataDir, 0o755)
    // This test's own process is alive and is no postmaster.
    writeFileSync(join(dataDir, 'postmaster.pid'), pidFile.replace(/^\d+/, String(process.ppid)))
    const second = await start(dataDir)
    expect(second.attached).toBe(false)
    expect(statSync(dataDir).mode & 0o777).toBe(0o700)
  })
})

describe('refuses, and says what to do', () => {
  test('a cluster of another major version', async () => {
    const dataDir = newDataDir()
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(join(dataDir, 'PG_VERSION'), '17\n')
    await expect(start(dataDir)).rejects.toMatchObject({
      code: 'embedded_postgres_wrong_version',
      message: expect.stringMatching(/17.*18.*pg_dumpall.*DATABASE_URL/s),
    })
  })

  test('a directory that holds something else', async () => {
    const dataDir = newDataDir()
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(join(dataDir, 'thesis.txt'), 'precious')
    await expect(start(dataDir)).rejects.toMatchObject({ code: 'embedded_postgres_not_a_cluster' })
    expect(readFileSync(join(dataDir, 'thesis.txt'), 'utf8')).toBe('precious')
  })

  test('a cluster whose password is lost', async () => {
    const dataDir = newDataDir()
    await (await start(dataDir)).stop()
    rmSync(`${dataDir}.password`)
    await expect(start(dataDir)).rejects.toMatchObject({ code: 'embedded_postgres_password' })
  })
})

describe('several processes', () => {
  test('reattaches to the server of a process that was killed', async () => {
    const child = spawnProgram(shared)
    const { url, port } = await hello(child)
    await run(url, 'CREATE TABLE IF NOT EXISTS acknowledged AS SELECT 1 AS n')
    const pid = postmasterPid(shared)
    await ended(child, 'SIGKILL')
    const server = await start(shared)
    expect(server).toMatchObject({ attached: true, url, port })
    expect(postmasterPid(shared)).toBe(pid)
    expect(await run(server.url, 'SELECT n FROM acknowledged')).toEqual([{ n: 1 }])
  })

  test('three starting at once share one server; the last to leave shuts it down', async () => {
    const dataDir = newDataDir()
    const all = [spawnProgram(dataDir), spawnProgram(dataDir), spawnProgram(dataDir)]
    const hellos = await Promise.all(all.map(hello))
    expect(hellos.filter(({ attached }) => !attached)).toHaveLength(1)
    expect(new Set(hellos.map(({ url }) => url)).size).toBe(1)
    const pid = postmasterPid(dataDir)
    await ended(all[0]!, 'SIGTERM')
    await ended(all[1]!, 'SIGTERM')
    expect(isRunning(pid)).toBe(true)
    await run(hellos[2]!.url, 'SELECT 1')
    await ended(all[2]!, 'SIGTERM')
    expect(isRunning(pid)).toBe(false)
  })

  test('two leaving at once leave no server behind', async () => {
    const all = [spawnProgram(shared), spawnProgram(shared)]
    await Promise.all(all.map(hello))
    const pid = postmasterPid(shared)
    await Promise.all(all.map((child) => ended(child, 'SIGTERM')))
    expect(isRunning(pid)).toBe(false)
  })

  test('two bring a killed server back together, on its port', async () => {
    const child = spawnProgram(shared)
    const { port } = await hello(child)
    const server = await start(shared)
    const pid = postmasterPid(shared)
    process.kill(pid, 'SIGKILL')
    await until(async () => postmasterPid(shared) !== pid && run(server.url, 'SELECT 1'))
    const count = `SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name = 'openauth starter'`
    await until(async () => (await run<{ n: number }>(server.url, count))[0]?.n === 2)
    expect(server.port).toBe(port)
  })

  test('a kill in the middle of initdb leaves nothing in the way', async () => {
    const dataDir = newDataDir()
    const unfinished = () => readdirSync(join(dataDir, '..')).filter((name) => name.includes('.init-'))
    for (const sign of ['', 'PG_VERSION', 'global']) {
      const child = spawnProgram(dataDir)
      await until(() => unfinished().some((name) => existsSync(join(dataDir, '..', name, sign))))
      await ended(child, 'SIGKILL')
      expect(existsSync(dataDir)).toBe(false)
    }
    const { url } = await start(dataDir)
    expect(await run(url, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
    expect(unfinished()).toEqual([])
  })
})

test.runIf(isRoot)('as root, serves a directory below one that its account cannot enter', async () => {
  const dataDir = newDataDir()
  mkdirSync(join(dataDir, '..'))
  chmodSync(join(dataDir, '..'), 0o700)
  const { url } = await start(dataDir)
  expect(await run(url, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
})
