import { readFile, stat, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminCredentials, testServer, type TestServer } from '../../testing.ts'
import { openSetupCode, setupCodePath } from './setup-code.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ OPENAUTH_PUBLIC_URL: 'https://auth.example.com' })
})
afterAll(() => server.stop())

/** Sends a set-up with headers that fetch does not allow callers to set. */
const setUp = (headers: Record<string, string>, more: object = {}) =>
  new Promise<{ status: number | undefined; code: string }>((resolve, reject) => {
    const call = request(`${server.url}/admin/setup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
    })
    call.on('response', async (response) => {
      resolve({ status: response.statusCode, code: JSON.parse(await text(response)).code })
    })
    call.on('error', reject).end(JSON.stringify({ ...adminCredentials, ...more }))
  })

const initialized = async () => (await server.as().setup.config()).initialized
const REFUSED = { status: 403, code: 'setup_refused' }
const CODE_REQUIRED = { status: 403, code: 'setup_code_required' }

test.each<Record<string, string>>([
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'http://localhost:3000' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { host: 'evil.example' },
  { host: 'evil.example:5566', origin: 'http://evil.example:5566', 'sec-fetch-site': 'same-origin' },
  { host: '127.0.0.1.evil.example' },
  { host: 'localhost@evil.example' },
  { host: '192.0.2.1' },
])('S4: no foreign page creates the first admin, with or without the code: %j', async (headers) => {
  const setupCode = await openSetupCode(server.settings.dataDir)
  expect(await setUp(headers)).toEqual(REFUSED)
  expect(await setUp(headers, { setupCode })).toEqual(REFUSED)
  expect(await initialized()).toBe(false)
})

test.each<Record<string, string>>([
  { 'x-forwarded-for': '127.0.0.1' },
  { forwarded: 'for=127.0.0.1' },
  { via: '1.1 proxy' },
  { 'x-real-ip': '127.0.0.1' },
  { 'cf-connecting-ip': '127.0.0.1' },
  { host: 'auth.example.com' },
])('S4: a caller behind a proxy creates the first admin only with the set-up code: %j', async (headers) => {
  expect(await setUp(headers)).toEqual(CODE_REQUIRED)
  for (const setupCode of ['', 'AAAA-AAAA-AAAA-AAAA', '0'])
    expect(await setUp(headers, { setupCode })).toEqual(CODE_REQUIRED)
  expect(await initialized()).toBe(false)
})

test('S4: a proxy that adds no header is recognized by HTTP/1.0', async () => {
  const body = JSON.stringify(adminCredentials)
  const { hostname, port } = new URL(server.url)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.write(
    `POST /admin/setup HTTP/1.0\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
  expect(await text(socket)).toContain('setup_code_required')
  expect(await initialized()).toBe(false)
})

test('S4: an incompletely written code is replaced, and an empty one is never accepted', async () => {
  const { dataDir } = server.settings
  await writeFile(setupCodePath(dataDir), '')
  const headers = { 'x-forwarded-for': '203.0.113.7', host: 'auth.example.com' }
  expect(await setUp(headers, { setupCode: '' })).toEqual(CODE_REQUIRED)
  expect(await openSetupCode(dataDir)).toHaveLength('XXXX-XXXX-XXXX-XXXX'.length)
})

test('S4: only the owner of the data folder can read the code, it is accepted as typed, and the set-up deletes it', async () => {
  const { dataDir } = server.settings
  const code = await openSetupCode(dataDir)
  expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
  expect((await stat(setupCodePath(dataDir))).mode & 0o777).toBe(0o600)
  expect((await readFile(setupCodePath(dataDir), 'utf8')).trim()).toBe(code)
  const setupCode = ` ${code.toLowerCase().replaceAll('-', '')}`
  const headers = { 'x-forwarded-for': '203.0.113.7', host: 'auth.example.com', origin: 'https://auth.example.com' }
  expect(await setUp(headers, { setupCode })).toMatchObject({ status: 200 })
  await expect(stat(setupCodePath(dataDir))).rejects.toMatchObject({ code: 'ENOENT' })
  expect(await setUp(headers, { setupCode })).toMatchObject({ status: 403, code: 'already_initialized' })
})

test.each<Record<string, string>>([
  {},
  { host: 'localhost' },
  { host: '[::1]:5566' },
  { origin: 'http://localhost:1', host: 'localhost:1' },
])('S4: a caller on this machine needs no code: %j', async (headers) => {
  await server.resources.db.prisma.admin.deleteMany()
  expect(await setUp(headers)).toMatchObject({ status: 200 })
})
