import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createClient, fetchTransport } from '@openauth/client'
import { afterAll, beforeAll, describe, expect, inject, test, onTestFinished } from 'vitest'
import { adminCredentials, testDatabase } from '../src/testing.ts'
import { endProcess, startRefusedServer, startInTerminal, startProcess } from './server-process.ts'

// The server as operators run it: a process with a data directory, which is killed and restarted.

let dataDir: string
let database: { url: string } | undefined
let environment: Record<string, string>
beforeAll(async () => {
  // The server creates the directory itself.
  dataDir = join(await mkdtemp(join(tmpdir(), 'openauth-process-')), 'data')
  // Uses a database of its own on the machine's PostgreSQL, otherwise the embedded one in the data directory.
  database = inject('store').redisUrl ? await testDatabase() : undefined
  environment = { OPENAUTH_DATA_DIR: dataDir, ...(database ? { DATABASE_URL: database.url } : {}) }
})
afterAll(async () => {
  await rm(dirname(dataDir), { recursive: true, force: true })
})

const clientOf = (url: string, token?: string) => createClient(fetchTransport({ baseUrl: url, token: () => token }))

test('kill -9 during registrations loses no acknowledged user', async () => {
  const first = await startProcess({ ...environment, OPENAUTH_RATE_LIMIT_SCALE: '0' })
  await expect.poll(() => first.output()).toContain(`npx openauth setup --endpoint ${first.url}\n`)
  await clientOf(first.url).setup.create(adminCredentials)
  const { token } = await clientOf(first.url).setup.login(adminCredentials)
  const { id: appId } = await clientOf(first.url, token).apps.create({ name: 'Crash' })
  const { appSecret } = await clientOf(first.url, token).apps.secret({ id: appId })

  const acknowledged: { username: string; token: string }[] = []
  let stopped = false
  const register = async (worker: number) => {
    for (let turn = 0; !stopped; turn += 1) {
      const username = `worker ${worker} turn ${turn}`
      const input = { appId, username, password: 'password', type: 'register' } as const
      const result = await clientOf(first.url)
        .login.username(input)
        .catch(() => undefined)
      if (result) acknowledged.push({ username, token: result.token })
    }
  }
  const workers = Array.from({ length: 6 }, (_, index) => register(index))
  await expect.poll(() => acknowledged.length, { timeout: 120_000 }).toBeGreaterThan(12)
  await endProcess(first, 'SIGKILL')
  stopped = true
  await Promise.all(workers)

  const second = await startProcess(environment)
  for (const { username, token: userToken } of acknowledged) {
    const profile = await clientOf(second.url, userToken).account.profile()
    expect(profile.username).toBe(username)
    expect((await clientOf(second.url, userToken).account.wallets()).solWallet).toBeTruthy()
  }
  // A user that was stored without an acknowledgement is complete too: wallets, keys and an identity.
  const { data, meta } = await clientOf(second.url, appSecret).appUsers.list({ limit: 100 })
  expect(meta.totalItems).toBeGreaterThanOrEqual(acknowledged.length)
  for (const { id, username } of data) {
    expect(username).toBeTruthy()
    expect((await clientOf(second.url, appSecret).appUsers.wallets({ id })).ethWallet).toMatch(/^0x/)
  }
  expect(await endProcess(second)).toBe(0)
})

test('keys and data directory are private, and a clean stop and start keeps sessions', async () => {
  const first = await startProcess(environment)
  const { token } = await clientOf(first.url).setup.login(adminCredentials)
  expect(await endProcess(first, 'SIGINT')).toBe(0)
  const second = await startProcess(environment)
  expect((await clientOf(second.url, token).setup.whoami()).username).toBe(adminCredentials.username)
  await endProcess(second)
  for (const folder of [dataDir, join(dataDir, 'keys')]) expect((await stat(folder)).mode & 0o777).toBe(0o700)
  expect((await stat(join(dataDir, 'keys', 'keyring.json'))).mode & 0o377).toBe(0)
})

const hasScript = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0

/** A file of Linux's /proc; empty for a process that has ended. https://man7.org/linux/man-pages/man5/proc.5.html */
const readProc = (path: string): string => {
  try {
    return readFileSync(`/proc/${path}`, 'utf8')
  } catch {
    return ''
  }
}
const commandOf = (pid: number): string => readProc(`${pid}/cmdline`)
const descendantsOf = (pid: number): number[] =>
  readProc(`${pid}/task/${pid}/children`)
    .split(' ')
    .filter(Boolean)
    .flatMap((child) => [Number(child), ...descendantsOf(Number(child))])

test.runIf(hasScript)('L9: a server stops when its terminal is closed', async () => {
  const terminal = await startInTerminal(environment)
  expect((await fetch(`${terminal.url}/healthz`)).status).toBe(200)
  const servers = descendantsOf(terminal.child.pid!).filter((pid) => commandOf(pid).includes('main'))
  expect(servers.length).toBeGreaterThan(0)
  terminal.child.kill('SIGKILL')
  // The process must be gone: one that no longer answers could still wait to write to its terminal.
  await expect.poll(() => servers.map(commandOf).filter(Boolean), { timeout: 120_000 }).toEqual([])
})

describe('a refused start', () => {
  test('lists every invalid setting at once', async () => {
    const { code, output } = await startRefusedServer({
      ...environment,
      PORT: 'http',
      DATABASE_URL: 'mysql://x',
      REDIS_URL: 'redis',
      OPENAUTH_APP_DEFAULTS: 'none',
    })
    expect(code).toBe(1)
    for (const name of ['PORT', 'DATABASE_URL', 'REDIS_URL', 'OPENAUTH_APP_DEFAULTS'])
      expect(output).toContain(`${name}:`)
    expect(output).not.toContain('    at ')
  })

  test('reports a missing keyring of existing wallets, and creates none', async () => {
    const keyring = join(dataDir, 'elsewhere.json')
    const { code, output } = await startRefusedServer({ ...environment, OPENAUTH_KEYRING_FILE: keyring })
    expect([code, output]).toEqual([1, expect.stringContaining('is missing')])
    expect(output).toContain(keyring)
    await expect(stat(keyring)).rejects.toThrow('ENOENT')
  })

  test('reports the keyring of another installation', async () => {
    const keyring = join(dataDir, 'foreign.json')
    const foreign = { version: 1, current: 'local:1', keys: { 'local:1': Buffer.alloc(32, 7).toString('base64') } }
    await writeFile(keyring, JSON.stringify(foreign), { mode: 0o400 })
    const { code, output } = await startRefusedServer({ ...environment, OPENAUTH_KEYRING_FILE: keyring })
    expect(code).toBe(1)
    expect(output).not.toContain('    at ')
    expect(output).toMatch(/keyring/i)
  })

  test('reports a port in use', async () => {
    const running = await startProcess(environment)
    onTestFinished(async () => void (await endProcess(running)))
    const { code, output } = await startRefusedServer({ ...environment, PORT: new URL(running.url).port })
    expect([code, output]).toEqual([1, expect.stringContaining('set PORT')])
    expect((await fetch(`${running.url}/readyz`)).status).toBe(200)
    await endProcess(running)
  })
})

test('secrets in logs: a full run at the most verbose level logs none', async () => {
  const running = await startProcess({ ...environment, LOG_LEVEL: 'trace', OPENAUTH_RATE_LIMIT_SCALE: '0' })
  const password = 'a password nobody else has'
  const { token } = await clientOf(running.url).setup.login(adminCredentials)
  const admin = clientOf(running.url, token)
  const { id } = await admin.apps.create({ name: 'Logged' })
  await admin.apps.update({ id, telegramBotToken: 'bot-token-1234', githubClientSecret: 'github-secret-1234' })
  const { appSecret } = await admin.apps.secret({ id })
  const login = { appId: id, username: 'logged', password, type: 'register' } as const
  const user = await clientOf(running.url).login.username(login)
  await clientOf(running.url, user.token).account.profile()
  await clientOf(running.url, appSecret).appUsers.list()
  for (const path of ['/user/profile?access_token=url-secret-1234', '/nowhere?token=url-secret-1234'])
    await fetch(running.url + path, { headers: { authorization: 'Bearer header-secret-1234' } })
  await clientOf(running.url)
    .login.username({ ...login, type: 'login', password: `wrong ${password}` })
    .catch(() => {})
  await fetch(`${running.url}/user/login-username`, {
    method: 'POST',
    body: `{"password":"${password}`,
    headers: { 'content-type': 'application/json' },
  })
  await endProcess(running)
  const output = running.output()
  expect(output).toContain('answered')
  const secrets = [
    password,
    adminCredentials.password,
    token,
    user.token,
    appSecret,
    'bot-token-1234',
    'github-secret-1234',
    'url-secret-1234',
    'header-secret-1234',
    '$argon2',
  ]
  for (const secret of secrets) expect(output).not.toContain(secret)
})
