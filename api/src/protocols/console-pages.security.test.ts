import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  adminCredentials,
  signInAsAdmin,
  startServer,
  testDatabase,
  type TestServer,
  type TestServerOptions,
} from '../testing.ts'
import { ask, callHeaders, cookieIn, openHeaders, signInToConsole } from './console.testing.ts'
import { makeBuild, temporaryFolder } from './player.testing.ts'

let folder: string
let data: string
let databaseUrl: string
const servers: TestServer[] = []

/** Servers with different settings over one database, as each test needs. */
const start = async (environment: Record<string, string>, options?: TestServerOptions): Promise<TestServer> => {
  const settings = { DATABASE_URL: databaseUrl, OPENAUTH_DATA_DIR: data, ...environment }
  const server = await startServer(settings, { consoleFolder: join(folder, 'site'), ...options })
  servers.push(server)
  return server
}

let server: TestServer
beforeAll(async () => {
  folder = await makeBuild({
    'site/index.html': '<!doctype html><html><head></head></html>',
    'site/assets/a-1.js': 'let x',
    'site/NOTICE': 'NOTICE',
    'site/assets/.hidden.js': 'SECRET',
    'secret.js': 'SECRET',
  })
  data = await temporaryFolder()
  databaseUrl = (await testDatabase()).url
  server = await start({ OPENAUTH_CONSOLE: 'on' })
  await signInAsAdmin(server)
})
afterAll(async () => {
  for (const each of servers) await each.stop()
  for (const each of [folder, data]) await rm(each, { recursive: true, force: true })
})

const html = { accept: 'text/html' }

describe('clickjacking, sniffing, XSS: the headers of', () => {
  test.each(['/console/', '/console', '/console/users/1', '/console/assets/a-1.js', '/console/assets/nothing.js'])(
    '%s',
    async (path) => {
      const { headers } = await ask(server, 'GET', path, { ...html, ...openHeaders })
      expect(headers).toMatchObject({
        'x-frame-options': 'DENY',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-embedder-policy': 'require-corp',
        'cross-origin-resource-policy': 'same-origin',
        'strict-transport-security': expect.stringContaining('max-age'),
      })
      const policy = String(headers['content-security-policy']).split('; ')
      expect(policy).toEqual(
        expect.arrayContaining([
          "default-src 'none'",
          "script-src 'self'",
          "style-src 'self'",
          "connect-src 'self'",
          "base-uri 'none'",
          "form-action 'none'",
          "frame-ancestors 'none'",
          "require-trusted-types-for 'script'",
        ]),
      )
      expect(policy.join()).not.toMatch(/unsafe|\*|https?:/)
      expect(headers['access-control-allow-origin']).toBeUndefined()
      const isFile = path.endsWith('a-1.js')
      expect(headers['cache-control']).toBe(isFile ? 'public, max-age=31536000, immutable' : 'no-store')
    },
  )

  test('calls: they are neither framed nor kept, nor for other origins', async () => {
    const { headers: sent } = await signInToConsole(server)
    const { headers } = await ask(server, 'GET', '/console/api/admin/me', sent)
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'cross-origin-resource-policy': 'same-origin' })
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['access-control-allow-origin']).toBeUndefined()
  })
})

test('files are sent as they were compressed by the build', async () => {
  for (const encoding of ['br', 'gzip']) {
    const { headers } = await ask(server, 'GET', '/console/assets/a-1.js', { 'accept-encoding': encoding })
    expect(headers).toMatchObject({
      'content-encoding': encoding,
      'content-type': expect.stringContaining('javascript'),
    })
  }
})

test.each([
  '/console/assets/..%2f..%2fsecret.js',
  '/console/assets/../../secret.js',
  '/console/assets/%2e%2e/%2e%2e/secret.js',
  '/console/assets/..%5c..%5csecret.js',
  '/console/assets//../../secret.js',
  '/console/assets/%00',
  '/console/assets/.hidden.js',
  '/console/assets/%2ehidden.js',
  '/console/api/..%2f..%2fsecret.js',
  '/console/api/../admin/apps',
])('path traversal: %s reaches nothing', async (path) => {
  const { status, text } = await ask(server, 'GET', path, html)
  expect([400, 403, 404]).toContain(status)
  expect(text).not.toContain('SECRET')
})

test('paths beyond the assets are the page, and never another file of the build', async () => {
  for (const path of [
    '/console/NOTICE',
    '/console/index.html',
    '/console/../../secret.js',
    '/console/..%2fsecret.js',
  ]) {
    const { text } = await ask(server, 'GET', path)
    expect(text).not.toMatch(/SECRET|^NOTICE/)
  }
})

describe('DNS rebinding, and names that the operator did not give:', () => {
  test.each(['evil.example', '127.0.0.1.evil.example', 'localhost@evil.example', '192.0.2.1'])('%j', async (host) => {
    for (const path of ['/console/', '/console', '/console/api/admin/config', '/console/assets/a-1.js']) {
      const headers = { ...callHeaders, 'openauth-console-key': 'signed-out', origin: `http://${host}`, host }
      expect((await ask(server, 'GET', path, headers)).status).toBeGreaterThanOrEqual(400)
    }
  })
})

test('off: nothing is there, not even the players’ page', async () => {
  const off = await start({ OPENAUTH_CONSOLE: 'off' })
  for (const path of ['/console', '/console/', '/console/apps', '/console/assets/a-1.js', '/console/api/admin/config'])
    for (const headers of [{}, html, { ...callHeaders, 'openauth-console-key': 'signed-out' }])
      expect(await ask(off, 'GET', path, headers)).toMatchObject({ status: 404, code: 'route_not_found' })
  const credentials = { ...callHeaders, 'openauth-console-key': 'signed-out' }
  expect((await ask(off, 'POST', '/console/api/admin/login', credentials, adminCredentials)).status).toBe(404)
})

test('loopback: not there for a caller who comes through a proxy or by another name', async () => {
  const local = await start({ OPENAUTH_CONSOLE: 'loopback', OPENAUTH_PUBLIC_URL: 'https://auth.example.com' })
  expect((await ask(local, 'GET', '/console/', html)).status).toBe(200)
  const proxied: Record<string, string>[] = [
    { 'x-forwarded-for': '127.0.0.1' },
    { via: '1.1 proxy' },
    { host: 'auth.example.com' },
  ]
  for (const headers of proxied)
    for (const path of ['/console', '/console/', '/console/assets/a-1.js', '/console/api/admin/config'])
      expect(await ask(local, 'GET', path, { ...html, ...headers })).toMatchObject({ status: 404 })
})

test('over TLS only the cookie with the __Secure- prefix counts, which no page without TLS can set', async () => {
  const tls = await start({ OPENAUTH_CONSOLE: 'on', OPENAUTH_PUBLIC_URL: 'https://auth.example.com' })
  const host = 'auth.example.com'
  const { answer, headers, cookie } = await signInToConsole(tls, { host })
  expect(cookieIn(answer)).toMatch(
    /^__Secure-openauth_console=[\w.-]+; Path=\/console; HttpOnly; SameSite=Strict; Secure$/,
  )
  const me = (sent: Record<string, string>) => ask(tls, 'GET', '/console/api/admin/me', { ...headers, ...sent })
  expect((await me({ host })).status).toBe(200)
  for (const name of ['openauth_console', 'openauth_console_80', 'openauth_console_443'])
    expect((await me({ host, cookie: cookie.replace('__Secure-openauth_console', name) })).status).toBe(401)
  // Through a tunnel, without TLS, the browser has another session.
  const tunnelled = { host: '127.0.0.1:7777' }
  expect((await me(tunnelled)).status).toBe(401)
  const tunnel = await signInToConsole(tls, tunnelled)
  expect(cookieIn(tunnel.answer)).toMatch(/^openauth_console_7777=[\w.-]+; Path=\/console; HttpOnly; SameSite=Strict$/)
})

test('password guessing: attempts on the console and on the API count together', async () => {
  const headers = { ...callHeaders, 'openauth-console-key': 'signed-out' }
  const guess = (path: string) => ask(server, 'POST', path, headers, { username: 'nobody', password: 'wrong' })
  const codes: (string | undefined)[] = []
  for (let index = 0; index < 40; index++)
    codes.push((await guess(index % 2 ? '/admin/login' : '/console/api/admin/login')).code)
  expect(codes).toContain('too_many_attempts')
  expect((await guess('/console/api/admin/login')).code).toBe('too_many_attempts')
  expect((await guess('/admin/login')).code).toBe('too_many_attempts')
})

test('a console that is not built says what to do, and is served once it is', async () => {
  const late = join(folder, 'late')
  const unbuilt = await start({ OPENAUTH_CONSOLE: 'on' }, { consoleFolder: late })
  const { status, text } = await ask(unbuilt, 'GET', '/console/', html)
  expect({ status, text }).toEqual({ status: 503, text: expect.stringContaining('npm run build') })
  await cp(join(folder, 'site'), late, { recursive: true })
  for (const path of ['/console/', '/console/assets/a-1.js'])
    expect((await ask(unbuilt, 'GET', path, html)).status).toBe(200)
})

test('a page that a link of another site opens is told to open itself again, with the cookie', async () => {
  const { text } = await ask(server, 'GET', '/console/', { ...openHeaders, 'sec-fetch-site': 'cross-site' })
  expect(text).toContain('openauth-console-reload')
  expect((await ask(server, 'GET', '/console/', openHeaders)).text).not.toContain('openauth-console-reload')
})
