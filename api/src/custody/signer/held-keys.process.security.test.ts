import { mkdtemp, open, readdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createClient, fetchTransport } from '@openauth/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endProcess, type ServerProcess, startProcess } from '../../../test/server-process.ts'
import { adminCredentials, testDatabase } from '../../testing.ts'

// Searches for the keys where they would be: in the memory and the open files of running processes.

let folder: string
let database: Awaited<ReturnType<typeof testDatabase>>
let kek: Buffer
let server: ServerProcess
let signerPid: number
const tracer = fileURLToPath(new URL('../../../test/trace.mjs', import.meta.url))
const traces = () => join(folder, 'traces')

const childOf = async (pid: number): Promise<number> => {
  for (const name of (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry))) {
    const status = await readFile(`/proc/${name}/status`, 'utf8').catch(() => '')
    const line = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')
    if (status.includes(`PPid:\t${pid}\n`) && line.includes('signer/main.ts')) return Number(name)
  }
  throw new Error('no signer runs')
}

const isLinux = process.platform === 'linux'

describe.skipIf(!isLinux)('a server with a signer process', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'openauth-held-'))
    database = await testDatabase()
    await writeFile(join(folder, 'salt'), 'the salt of an old deployment', { mode: 0o400 })
    server = await startProcess(
      {
        DATABASE_URL: database.url,
        OPENAUTH_DATA_DIR: join(folder, 'data'),
        OPENAUTH_LEGACY_SALT_FILE: join(folder, 'salt'),
        OPENAUTH_SIGNER: 'process',
        AWS_SECRET_ACCESS_KEY: 'a credential of a key service',
        // The signer does not get these.
        NODE_OPTIONS: `--import=${tracer}`,
        TRACE_FILE: traces(),
      },
      'sources',
    )
    const keyring = await readFile(join(folder, 'data', 'keys', 'keyring.json'), 'utf8')
    kek = Buffer.from((JSON.parse(keyring) as { keys: Record<string, string> }).keys['local:1']!, 'base64')
    signerPid = await childOf(server.child.pid!)
    const client = (token?: string) => createClient(fetchTransport({ baseUrl: server.url, token: () => token }))
    await client().setup.create(adminCredentials)
    const { token: adminToken } = await client().setup.login(adminCredentials)
    const { id: appId } = await client(adminToken).apps.create({ name: 'Held' })
    const login = { appId, username: 'ada', password: 'password of ada', type: 'register' } as const
    const { token } = await client().login.username(login)
    await client(token).solana.signMessage({ message: 'hello' })
    await client(adminToken).keys.verify()
  })
  afterAll(async () => {
    if (server) await endProcess(server, 'SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })

  /** Whether the writable memory of a process contains bytes. */
  const holds = async (pid: number, needle: Buffer): Promise<boolean> => {
    const memory = await open(`/proc/${pid}/mem`, 'r')
    const chunk = Buffer.alloc(4 * 1024 * 1024)
    try {
      for (const line of (await readFile(`/proc/${pid}/maps`, 'utf8')).split('\n')) {
        const [, from, to] = /^([0-9a-f]+)-([0-9a-f]+) rw/.exec(line) ?? []
        if (!from || !to) continue
        const last = parseInt(to, 16)
        for (let offset = parseInt(from, 16); offset < last; offset += chunk.length - needle.length) {
          const size = Math.min(chunk.length, last - offset)
          const { bytesRead } = await memory.read(chunk, 0, size, offset).catch(() => ({ bytesRead: 0 }))
          if (chunk.subarray(0, bytesRead).includes(needle)) return true
        }
      }
      return false
    } finally {
      await memory.close()
    }
  }

  test('the key-encryption key is in the memory of the signer and not in that of the server', async () => {
    const base64 = Buffer.from(kek.toString('base64'))
    expect(await holds(signerPid, kek)).toBe(true)
    expect(await holds(server.child.pid!, kek)).toBe(false)
    expect(await holds(server.child.pid!, base64)).toBe(false)
  })

  test('the server opens neither keyring nor salt, and loads no module that could', async () => {
    const lines = (await readFile(traces(), 'utf8'))
      .split('\n')
      .filter((line) => line.startsWith(`${server.child.pid} `))
    expect(lines.some((line) => line.includes('migration'))).toBe(true)
    expect(lines.filter((line) => line.includes('keyring.json') || line.endsWith('/salt'))).toEqual([])
    const sources = lines.filter((line) => line.includes('/src/custody/'))
    expect(sources.some((line) => line.includes('envelope'))).toBe(true)
    expect(sources.filter((line) => /\/kek\/|open-custody/.test(line))).toEqual([])
  })

  test('a signal does not open a debugger in the signer', async () => {
    process.kill(signerPid, 'SIGUSR1')
    await pause(500)
    const sockets = await readdir(`/proc/${signerPid}/fd`)
    expect(sockets.length).toBeGreaterThan(0)
    const listening = await readFile(`/proc/${signerPid}/net/tcp`, 'utf8')
    const port = (9229).toString(16).toUpperCase()
    expect(listening.split('\n').filter((line) => line.includes(`:${port} 00000000:0000 0A`))).toEqual([])
    expect(server.output()).not.toContain('Debugger listening')
  })

  test('the signer opens no TCP port and has no database', async () => {
    const inodes = await Promise.all(
      (await readdir(`/proc/${signerPid}/fd`)).map((fd) => readlink(`/proc/${signerPid}/fd/${fd}`).catch(() => '')),
    )
    const own = inodes.flatMap((target) => /^socket:\[(\d+)\]$/.exec(target)?.[1] ?? [])
    const tcp = (
      await Promise.all(['tcp', 'tcp6'].map((table) => readFile(`/proc/${signerPid}/net/${table}`, 'utf8')))
    ).join('\n')
    for (const inode of own) expect(tcp).not.toContain(` ${inode} `)
    const environment = await readFile(`/proc/${signerPid}/environ`, 'utf8')
    expect(environment).not.toContain('DATABASE_URL')
    expect(environment).toContain('AWS_SECRET_ACCESS_KEY')
  })

  test('the signer’s socket is in a directory that only its user may enter', async () => {
    const environment = await readFile(`/proc/${signerPid}/environ`, 'utf8')
    const path = /OPENAUTH_SIGNER_SOCKET=([^\0]+)/.exec(environment)![1]!
    const mode = async (file: string) => (await stat(file)).mode & 0o777
    expect([await mode(path), await mode(join(path, '..'))]).toEqual([0o600, 0o700])
    expect(Buffer.byteLength(path)).toBeLessThan(104)
  })

  // Last, because it ends the server.
  test('the signer ends when the server is killed, and leaves no files behind', async () => {
    const path = /OPENAUTH_SIGNER_SOCKET=([^\0]+)/.exec(await readFile(`/proc/${signerPid}/environ`, 'utf8'))![1]!
    await endProcess(server, 'SIGKILL')
    await expect
      .poll(() => readFile(`/proc/${signerPid}/stat`, 'utf8').catch(() => 'gone'), { timeout: 120_000 })
      .toBe('gone')
    await expect(stat(join(path, '..'))).rejects.toThrow('ENOENT')
  })
})
