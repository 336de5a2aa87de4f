import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createClient, fetchTransport } from '@openauth/client'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { adminCredentials } from '../src/testing.ts'

const run = promisify(execFile)
const writer = fileURLToPath(new URL('../../tools/package-server.mjs', import.meta.url))
const units = fileURLToPath(new URL('../../ops/systemd', import.meta.url))

let folder: string
let server: string
let printed: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openauth-package-'))
  server = join(folder, 'server')
  printed = (await run(process.execPath, [writer, server])).stdout
})
afterAll(() => rm(folder, { recursive: true }))

/** Starts a program of the package as an operator does, with nothing of this checkout in its environment. */
const startPackaged = async (environment: Record<string, string>) => {
  const env = { PATH: process.env.PATH, NODE_ENV: 'production', PORT: '0', ...environment }
  const child = spawn('npm', ['start'], { cwd: server, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  onTestFinished(async () => {
    if (child.exitCode !== null) return
    process.kill(-child.pid!, 'SIGTERM')
    await once(child, 'exit')
  })
  await expect
    .poll(() => (child.exitCode === null ? output : `ended: ${output}`), { timeout: 120_000 })
    .toMatch(/ready at |^ended/)
  return /ready at (\S+)/.exec(output)![1]!
}
const clientAt = (url: string, token?: string) => createClient(fetchTransport({ baseUrl: url, token: () => token }))

test('the package has nothing of development, and its size is printed', async () => {
  const packages = await readdir(join(server, 'node_modules'))
  for (const name of ['typescript', 'vitest', 'electron', 'react', 'prisma', '@openauth'])
    expect(packages).not.toContain(name)
  const size = Number(/([\d.]+) MB +\S*server$/m.exec(printed)?.[1])
  expect(size).toBeLessThan(200)
  expect(JSON.parse(await readFile(join(server, 'package.json'), 'utf8')).scripts).toMatchObject({
    migrate: expect.stringContaining('api/dist/migrate.js'),
    signer: expect.stringContaining('api/dist/signer.js'),
  })
})

test('it logs a user in whose wallets have addresses, and serves its pages, with its own database and signer', async () => {
  const url = await startPackaged({ OPENAUTH_DATA_DIR: join(folder, 'data'), OPENAUTH_SIGNER: 'process' })
  await clientAt(url).setup.create(adminCredentials)
  const { token } = await clientAt(url).setup.login(adminCredentials)
  const { id: appId } = await clientAt(url, token).apps.create({ name: 'Packaged' })
  const given = { appId, username: 'somebody', password: 'a password of somebody', type: 'register' } as const
  const user = clientAt(url, (await clientAt(url).login.username(given)).token)
  const wallets = Object.values(await user.account.wallets())
  expect(wallets.map((address) => typeof address)).toEqual(['string', 'string', 'string'])
  const page = async (path: string) => {
    const answer = await fetch(url + path, { headers: { accept: 'text/html' } })
    return [path, answer.status, (await answer.text()).includes('<!doctype html>')]
  }
  for (const path of ['/earn', '/tap', '/docs', '/console/']) expect(await page(path)).toEqual([path, 200, true])
  expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({ status: 'ok', signer: 'ok' })
})

test.each([
  ['a folder that is there', () => folder, 'exists. Name a folder that is new'],
  ['a file', () => join(server, 'package.json'), 'exists. Name a folder that is new'],
  ['a folder in a file', () => join(server, 'package.json/new'), 'The package cannot be written: '],
  ['an option', () => '--help', 'Usage: npm run package:server'],
])('%s is refused, and nothing changes', async (_, given, message) => {
  const before = [await readdir(folder), await readdir(server)]
  const refusal = await run(process.execPath, [writer, given()]).catch((error: { stderr: string }) => error.stderr)
  expect(refusal).toContain(message)
  expect([await readdir(folder), await readdir(server)]).toEqual(before)
})

test('a signer of its own makes the wallets, and the server beside it has none of the keys', async () => {
  const socket = join(folder, 'signer')
  const keyring = join(folder, 'keyring.json')
  const env = { PATH: process.env.PATH, NODE_ENV: 'production' }
  const signerEnv = { ...env, OPENAUTH_SIGNER_SOCKET: socket, OPENAUTH_KEYRING_FILE: keyring }
  const signer = spawn('npm', ['run', 'signer'], { cwd: server, env: signerEnv, stdio: 'ignore', detached: true })
  onTestFinished(async () => {
    process.kill(-signer.pid!, 'SIGTERM')
    await once(signer, 'exit')
  })
  await expect.poll(() => existsSync(socket), { timeout: 60_000 }).toBe(true)
  const data = join(folder, 'data of a server without keys')
  const url = await startPackaged({ OPENAUTH_DATA_DIR: data, OPENAUTH_SIGNER: socket })
  await clientAt(url).setup.create(adminCredentials)
  const { token } = await clientAt(url).setup.login(adminCredentials)
  const { id: appId } = await clientAt(url, token).apps.create({ name: 'Packaged' })
  const given = { appId, username: 'somebody', password: 'a password of somebody', type: 'register' } as const
  const user = clientAt(url, (await clientAt(url).login.username(given)).token)
  expect(Object.keys(await user.account.wallets())).toHaveLength(3)
  expect([existsSync(keyring), existsSync(join(data, 'keys'))]).toEqual([true, false])
})

test.each(['openauth.service', 'openauth-signer.service'])(
  '%s starts what the package’s npm scripts start',
  async (name) => {
    const unit = await readFile(join(units, name), 'utf8')
    const { scripts } = JSON.parse(await readFile(join(server, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>
    }
    const script = scripts[name === 'openauth.service' ? 'start' : 'signer']!
    expect(unit).toContain(`ExecStart=/usr/bin/${script.replace('api/dist', '/opt/openauth/api/dist')}\n`)
    // Their own programs and users are not on every machine.
    const changes: [RegExp, string][] = [
      [/^(ExecStart=)\S+/m, `$1${process.execPath}`],
      [/^(User|Group)=.*/gm, '$1=root'],
    ]
    const made = join(folder, name)
    await writeFile(
      made,
      changes.reduce((text, [from, to]) => text.replace(from, to), unit),
    )
    const verify = run('systemd-analyze', ['verify', '--man=no', made])
    const verdict = await verify.then(
      ({ stderr }) => stderr,
      (error: { code?: unknown; stderr?: string }) => (error.code === 'ENOENT' ? '' : error.stderr),
    )
    expect(verdict?.split('\n').filter((line) => line.includes(made))).toEqual([])
  },
)
