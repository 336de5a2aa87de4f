import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCli } from '../build.mjs'

const source = fileURLToPath(new URL('..', import.meta.url))
const appId = '7b1f4f0e-5f0a-4f64-9d1c-0123456789ab'
let home: string
let server: Server
let answered = 0
let onCall: () => void = () => {}

/** A server that creates every row that it is sent. */
const startServer = async (): Promise<Server> => {
  const started = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { users } = JSON.parse(Buffer.concat(chunks).toString()) as { users: unknown[] }
      onCall()
      answered += users.length
      const verdicts = users.map(() => ({ verdict: 'created', id: appId, issues: [] }))
      const data = {
        created: users.length,
        existing: 0,
        refused: 0,
        verdicts,
        logins: [],
        withoutLogin: 0,
        unusedPasswords: 0,
      }
      // The answer comes after the signal, which must not cut it off.
      setTimeout(() => response.setHeader('content-type', 'application/json').end(JSON.stringify({ data })), 300)
    })
  })
  started.listen(0, '127.0.0.1')
  await once(started, 'listening')
  return started
}

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'openauth-built-'))
  await cp(join(source, 'bin'), join(home, 'bin'), { recursive: true })
  await cp(join(source, 'package.json'), join(home, 'package.json'))
  await buildCli(join(home, 'dist'))
  server = await startServer()
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await rm(home, { recursive: true, force: true })
})

const start = (...argv: string[]) => {
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const env = {
    ...process.env,
    XDG_CONFIG_HOME: home,
    OPENAUTH_ENDPOINT: endpoint,
    OPENAUTH_TOKEN: 'a.b.c',
    NO_COLOR: '1',
  }
  const child = spawn(process.execPath, [join(home, 'bin', 'openauth.js'), ...argv], { env })
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  child.stdout.resume()
  const ended = once(child, 'exit').then(([code]) => ({ code: code as number | null, stderr }))
  return { child, ended }
}

test('Ctrl-C lets the batch under way end, and says how to go on; the built program goes on there', async () => {
  const file = join(home, 'users.csv')
  await writeFile(
    file,
    `externalId\n${Array.from({ length: 1200 }, (_, index) => `interrupted-${index}`).join('\n')}\n`,
  )
  const { child, ended } = start('users', 'import', file, '--app', appId)
  onCall = () => void child.kill('SIGINT')
  const { code, stderr } = await ended
  onCall = () => {}
  expect([code, answered]).toEqual([130, 500])
  expect(stderr).toContain(`Rows up to 500 are imported. To go on after them: openauth users import ${file} --from 501`)
  expect((await start('users', 'import', file, '--app', appId, '--from', '501').ended).code).toBe(0)
  expect(answered).toBe(1200)
})
