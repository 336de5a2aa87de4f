import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildCli } from '../build.mjs'

const source = fileURLToPath(new URL('..', import.meta.url))
const appId = '7b1f4f0e-5f0a-4f64-9d1c-0123456789ab'
let home: string
let server: Server

/** A server that gives the first page of an export, and keeps the caller waiting for the second. */
const startServer = async (): Promise<Server> => {
  const started = createServer((request, response) => {
    if (request.url!.includes('cursor=')) return
    const isExport = request.url!.includes('bulk-export')
    const meta = isExport ? { nextCursor: 'next' } : { totalItems: 2, totalPages: 1, page: 1, limit: 1 }
    const user = { id: appId, identities: [], externalId: null, displayName: null, avatar: null, referCode: 'ABCDEFGH' }
    const data = isExport ? [{ ...user, createdAt: 1.6e12, lastSeenAt: 1.6e12, disabled: false }] : []
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ data, meta }))
  })
  started.listen(0, '127.0.0.1')
  await once(started, 'listening')
  return started
}

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'openauth-killed-'))
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

const drafts = async () => (await readdir(home)).filter((name) => name.startsWith('users.ndjson'))

test.each(['SIGTERM', 'SIGHUP'] as const)('an export that %s ends leaves no half file', async (signal) => {
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    OPENAUTH_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    OPENAUTH_TOKEN: 'a.b.c',
  }
  const argv = ['users', 'export', '--app', appId, '--out', join(home, 'users.ndjson')]
  const child = spawn(process.execPath, [join(home, 'bin', 'openauth.js'), ...argv], { env, stdio: 'ignore' })
  await vi.waitFor(async () => expect(await drafts()).toEqual([expect.stringMatching(/\.part$/)]), { timeout: 60_000 })
  const ended = once(child, 'exit')
  child.kill(signal)
  expect(await ended).toEqual([null, signal])
  expect(await drafts()).toEqual([])
})
