import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { openCluster } from '../src/cluster.ts'
import { shutDown, SHUT_DOWN_LIMIT_MS } from '../src/postmaster.ts'
import { obtainServer } from '../src/server.ts'
import { isRunning, newDataDir, postmasterPid, removeAll, run, shared, start, stopAll, waitFor } from './clusters.ts'

afterEach(stopAll)
afterAll(removeAll)

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
    const launched = vi.fn<() => void>()
    const second = await start(shared, { onLaunch: launched })
    const third = await start(shared, { onLaunch: launched })
    expect([second.attached, third.attached]).toEqual([false, true])
    expect(launched).toHaveBeenCalledTimes(1)
    await third.stop()
    expect(await run(second.url, 'SELECT n FROM kept')).toEqual([{ n: 42 }])
    expect(lines).toEqual([expect.stringMatching(/^Database started on port \d+ in \d+ ms\.$/), 'Database stopped.'])
    expect(lines.join()).not.toContain(new URL(first.url).password)
  })

  test('is configured with UTF-8, checksums, durable commits, loopback only and a non-superuser role for the application', async () => {
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

  test('gives other accounts no access and keeps the password out of arguments and logs', async () => {
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

  test('restarts a killed postmaster on the same port without calling onExit', async () => {
    const exits: Error[] = []
    const { url, port } = await start(shared, { onExit: (error) => exits.push(error) })
    const pool = new pg.Pool({ connectionString: url })
    pool.on('error', () => {})
    await pool.query('CREATE TABLE survivor AS SELECT 7 AS n')
    for (let round = 0; round < 2; round += 1) {
      const pid = postmasterPid(shared)
      process.kill(pid, 'SIGKILL')
      await waitFor(() => postmasterPid(shared) !== pid)
      const { rows } = await waitFor(() => pool.query('SELECT n FROM survivor'))
      expect(rows).toEqual([{ n: 7 }])
    }
    expect(new URL(url).port).toBe(String(port))
    expect(exits).toEqual([])
    await pool.end()
  })

  test('calls onExit when the server cannot be restarted, and stop still works', async () => {
    const dataDir = newDataDir()
    const given = new Promise<Error>((resolve) => {
      void start(dataDir, { onExit: resolve, restartWaitsMs: [0, 10] }).then(() => {
        rmSync(join(dataDir, 'global'), { recursive: true })
        process.kill(postmasterPid(dataDir), 'SIGKILL')
      })
    })
    expect(await given).toMatchObject({ code: 'embedded_postgres_lost' })
  })

  test('serves a directory whose parent only its owner may enter, which a server that drops from root cannot', async () => {
    const dataDir = newDataDir()
    mkdirSync(join(dataDir, '..'))
    chmodSync(join(dataDir, '..'), 0o700)
    const { url } = await start(dataDir)
    expect(await run(url, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
  })

  test('stop closes the given pools first, and may be called twice', async () => {
    const { url, stop } = await start(shared)
    const pid = postmasterPid(shared)
    const pool = new pg.Pool({ connectionString: url })
    await pool.query('SELECT 1')
    await Promise.all([stop(() => pool.end()), stop()])
    expect(isRunning(pid)).toBe(false)
  })

  test('recovers what a killed server left: wrong permissions, a process id that another process reuses', async () => {
    const first = await start(shared)
    const pidFile = readFileSync(join(shared, 'postmaster.pid'), 'utf8')
    await first.stop()
    chmodSync(shared, 0o755)
    // The parent of this process is alive and is not a postmaster.
    writeFileSync(join(shared, 'postmaster.pid'), pidFile.replace(/^\d+/, String(process.ppid)))
    const second = await start(shared)
    expect(second.attached).toBe(false)
    expect(statSync(shared).mode & 0o777).toBe(0o700)
  })
})

describe('the Unix socket', () => {
  const clientAddress = 'SELECT host(inet_client_addr()) AS address'

  test('is what the server’s url names, and only its own account may enter its directory', async () => {
    const { url, port } = await start(shared)
    expect(await run(url, clientAddress)).toEqual([{ address: null }])
    expect(statSync(join(shared, `.s.PGSQL.${port}`)).mode & 0o777).toBe(0o700)
    expect(statSync(shared).mode & 0o777).toBe(0o700)
    const overTcp = url.replace(/\?.*/, '')
    expect(await run(overTcp, clientAddress)).toEqual([{ address: '127.0.0.1' }])
  })

  test('of a killed server is removed, also when another process reuses the id in its lock file', async () => {
    const first = await start(shared)
    await first.stop()
    writeFileSync(join(shared, '.s.PGSQL.5999'), '')
    writeFileSync(join(shared, `.s.PGSQL.${first.port}.lock`), `${process.ppid}\n${shared}\n0\n${first.port}\n.\n`)
    const second = await start(shared)
    expect(await run(second.url, clientAddress)).toEqual([{ address: null }])
    expect(readdirSync(shared).filter((name) => name.startsWith('.s.PGSQL')).length).toBe(2)
  })

  test('is left out where its path is too long', async () => {
    const dataDir = join(newDataDir(), '..', 'a'.repeat(100), 'postgres')
    const { url } = await start(dataDir)
    expect(await run(url, clientAddress)).toEqual([{ address: '127.0.0.1' }])
  })

  test('is left out on a file system that has none', async () => {
    await (await start(shared)).stop()
    const cluster = await openCluster(shared)
    // What PostgreSQL says there, then PostgreSQL; its account may enter the folder.
    const folder = mkdtempSync(join(tmpdir(), 'openauth-no-sockets-'))
    chmodSync(folder, 0o755)
    const postgres = join(folder, 'postgres')
    const refusal =
      'case "$*" in *unix_socket_directories=.*) echo "FATAL: could not create any Unix-domain sockets" | tee -a log/*.log; exit 1;; esac'
    writeFileSync(postgres, `#!/bin/sh\n${refusal}\nexec '${cluster.binaries.postgres}' "$@"\n`)
    chmodSync(postgres, 0o755)
    const session = await obtainServer({ ...cluster, binaries: { ...cluster.binaries, postgres } })
    const { rows } = await session.client.query(clientAddress)
    await session.client.end()
    await shutDown(shared, session.pid, SHUT_DOWN_LIMIT_MS)
    rmSync(folder, { recursive: true })
    expect(rows).toEqual([{ address: '127.0.0.1' }])
  })
})

describe('refuses with a message that names the remedy', () => {
  test('a cluster of another major version', async () => {
    const dataDir = newDataDir()
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(join(dataDir, 'PG_VERSION'), '17\n')
    await expect(start(dataDir)).rejects.toMatchObject({
      code: 'embedded_postgres_wrong_version',
      message: expect.stringMatching(/17.*18.*pg_dumpall.*DATABASE_URL/s),
    })
  })

  test('a directory with other content', async () => {
    const dataDir = newDataDir()
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(join(dataDir, 'thesis.txt'), 'precious')
    await expect(start(dataDir)).rejects.toMatchObject({ code: 'embedded_postgres_not_a_cluster' })
    expect(readFileSync(join(dataDir, 'thesis.txt'), 'utf8')).toBe('precious')
  })

  test('a cluster whose password is missing', async () => {
    const dataDir = newDataDir()
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(join(dataDir, 'PG_VERSION'), '18\n')
    if (process.getuid?.() === 0) chownSync(dataDir, 65534, 65534)
    await expect(start(dataDir)).rejects.toMatchObject({ code: 'embedded_postgres_password' })
  })
})
