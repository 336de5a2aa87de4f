import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { contract, listRoutes } from '@openauth/client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { adminCredentials, createTestApp, signInAs, signInAsAdmin, testServer, type TestServer } from '../testing.ts'
import { ask, callHeaders, cookieIn, openHeaders, type SignedIn, signInToConsole } from './console.testing.ts'
import { makeBuild } from './player.testing.ts'

const page = '<!doctype html><html><head><script src="./assets/a-1.js"></script></head></html>'

let folder: string
let server: TestServer
let token: string
let session: SignedIn
beforeAll(async () => {
  folder = await makeBuild({ 'site/index.html': page, 'site/assets/a-1.js': 'let x', 'secret.js': 'SECRET' })
  const settings = { OPENAUTH_CONSOLE: 'on', OPENAUTH_RATE_LIMIT_SCALE: '0' }
  server = await testServer(settings, { consoleFolder: join(folder, 'site') })
  token = await signInAsAdmin(server)
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  session ??= await signInToConsole(server)
})

const listApps = (headers: Record<string, string>) => ask(server, 'GET', '/console/api/admin/apps', headers)
const keyIn = (html: string): string | undefined => /name="openauth-console-key" content="([^"]*)"/.exec(html)?.[1]
const without = (headers: Record<string, string>, name: string) =>
  Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name))

test('a page of the console makes its calls with its cookie and its key', async () => {
  expect((await listApps(session.headers)).status).toBe(200)
  const { status, text } = await ask(server, 'GET', '/console/apps/1', { ...openHeaders, cookie: session.cookie })
  expect({ status, key: keyIn(text) }).toEqual({ status: 200, key: session.key })
  expect(text).toContain('src="/console/assets/a-1.js"')
})

describe('CSRF: with the victim’s cookie, and even its key, nothing is done for', () => {
  test.each<Record<string, string>>([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://127.0.0.1:3000' },
    { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' },
    { 'sec-fetch-dest': 'iframe' },
    { 'sec-fetch-dest': 'script' },
    { 'sec-fetch-dest': 'image' },
  ])('%j', async (more) => {
    const headers = { ...session.headers, ...more }
    expect(await listApps(headers)).toMatchObject({ status: 403, code: 'console_refused' })
    const create = await ask(server, 'POST', '/console/api/admin/apps', headers, { name: 'Evil' })
    expect(create).toMatchObject({ status: 403, code: 'console_refused' })
    const credentials = { ...adminCredentials }
    const login = await ask(server, 'POST', '/console/api/admin/login', headers, credentials)
    expect(login).toMatchObject({ status: 403, code: 'console_refused' })
    expect(login.headers['set-cookie']).toBeUndefined()
    const logout = await ask(server, 'POST', '/console/api/admin/logout', headers)
    expect(logout).toMatchObject({ status: 403, code: 'console_refused' })
    expect(logout.headers['set-cookie']).toBeUndefined()
    expect((await listApps(session.headers)).status).toBe(200)
  })

  test.each(['sec-fetch-site', 'sec-fetch-dest', 'openauth-console-key'])('a call without %s', async (name) => {
    expect(await listApps(without(session.headers, name))).toMatchObject({ status: 403, code: 'console_refused' })
  })

  test('a preflight: the console’s header is allowed to no other origin, nor its cookie', async () => {
    for (const path of ['/console', '/console/', '/console/api/admin/apps', '/console/api/nothing']) {
      const asks = { origin: 'https://evil.example', 'access-control-request-headers': 'openauth-console-key' }
      const { headers } = await ask(server, 'OPTIONS', path, { ...asks, 'access-control-request-method': 'POST' })
      expect(
        Object.keys(headers).filter((name) => /^access-control-allow-(origin|headers|credentials)/.test(name)),
      ).toEqual([])
    }
    const elsewhere = await ask(server, 'OPTIONS', '/admin/apps', { origin: 'https://evil.example' })
    expect(Object.keys(elsewhere.headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
  })
})

describe('XSS in the player’s page, of the same origin:', () => {
  test('a call with the cookie and without the page’s key is refused', async () => {
    const other = await signInToConsole(server)
    for (const key of ['', 'signed-out', 'x'.repeat(43), other.key, session.cookie, session.key.slice(0, -1)])
      expect(await listApps({ ...session.headers, 'openauth-console-key': key })).toMatchObject({ status: 401 })
    expect(await listApps(without(session.headers, 'cookie'))).toMatchObject({ status: 401 })
  })

  test('the key is in no answer to a script, a frame or an embedded object', async () => {
    for (const destination of ['empty', 'iframe', 'frame', 'object', 'embed', 'script', 'serviceworker', 'style'])
      for (const mode of ['cors', 'navigate', 'no-cors', 'same-origin']) {
        const more = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': mode, 'sec-fetch-dest': destination }
        const { text } = await ask(server, 'GET', '/console/', { cookie: session.cookie, ...more })
        expect(text).not.toContain(session.key)
      }
    const plain = await ask(server, 'GET', '/console/', { cookie: session.cookie })
    expect(plain.text).not.toContain(session.key)
    const fetched = { ...openHeaders, 'sec-fetch-mode': 'cors', cookie: session.cookie }
    expect((await ask(server, 'GET', '/console/', fetched)).text).not.toContain(session.key)
  })

  test('a second cookie of the name, which a script or another host can set, makes the browser signed out', async () => {
    const other = await signInToConsole(server)
    const cookie = `${other.cookie}; ${session.cookie}`
    for (const headers of [session.headers, other.headers])
      expect(await listApps({ ...headers, cookie })).toMatchObject({ status: 401 })
    expect(keyIn((await ask(server, 'GET', '/console/', { ...openHeaders, cookie })).text)).toBeUndefined()
  })

  test('no service worker is registered from or on the console’s paths', async () => {
    const headers = { 'service-worker': 'script', 'sec-fetch-dest': 'serviceworker', 'sec-fetch-site': 'same-origin' }
    for (const path of ['/console/', '/console/assets/a-1.js', '/console/sw.js'])
      expect((await ask(server, 'GET', path, headers)).status).toBe(404)
    const { headers: answered } = await ask(server, 'GET', '/console/', openHeaders)
    expect(answered['service-worker-allowed']).toBeUndefined()
  })
})

describe('credentials do not mix:', () => {
  test('the cookie is none for any other route, of admins, apps or users', async () => {
    const { id } = await createTestApp(server, token, 'Cookie')
    const headers = { ...session.headers, 'sec-fetch-site': 'same-origin' }
    for (const { route } of listRoutes(contract).filter(({ route }) => route.auth !== 'public')) {
      const path = route.path.replace(/\{\w+\}/g, id)
      const { status } = await ask(server, route.method, path, headers, route.method === 'GET' ? undefined : {})
      expect({ path, status }).toEqual({ path, status: 401 })
    }
  })

  test('its value is no bearer token, and a bearer token no cookie', async () => {
    const [name = '', value = ''] = session.cookie.split('=')
    expect((await server.send('GET', '/admin/apps', { token: value })).status).toBe(401)
    expect((await server.send('GET', '/admin/apps', { token: session.key })).status).toBe(401)
    for (const credential of [token, session.key, `${value}x`, value.slice(0, -2)]) {
      const cookie = `${name}=${credential}`
      expect(await listApps({ ...session.headers, cookie })).toMatchObject({ status: 401 })
      expect(keyIn((await ask(server, 'GET', '/console/', { ...openHeaders, cookie })).text)).toBeUndefined()
    }
  })

  test('a call with a bearer token beside the cookie, or in place of it, is refused', async () => {
    for (const headers of [session.headers, without(session.headers, 'cookie')])
      for (const authorization of [`Bearer ${token}`, 'Bearer x', 'Basic eDp5'])
        expect(await listApps({ ...headers, authorization })).toMatchObject({ status: 403, code: 'console_refused' })
  })

  test('below /console/api are the calls of admins; a user’s and an app’s are not there, with any credential', async () => {
    const app = await createTestApp(server, token, 'Mixed')
    const user = await signInAs(server, app.id, 'mixed-up')
    const isThere = (path: string) => path.startsWith('/admin/') || path === '/player/config'
    for (const { route } of listRoutes(contract).filter(({ route: { path } }) => !isThere(path))) {
      const path = `/console/api${route.path.replace(/\{\w+\}/g, app.id)}`
      const { status } = await ask(server, route.method, path, session.headers)
      expect({ path, status }).toEqual({ path, status: 404 })
    }
    for (const authorization of [`Bearer ${user.token}`, `Bearer ${app.secret}`])
      expect((await listApps({ ...callHeaders, authorization, 'openauth-console-key': 'x' })).status).toBe(403)
  })
})

describe('the session of a browser', () => {
  test('its token is in no answer, and its cookie in reach of no script', async () => {
    const { answer, cookie, key } = await signInToConsole(server)
    const [name, value = ''] = cookie.split('=')
    const { port } = new URL(server.url)
    expect(cookieIn(answer)).toBe(`${name}=${value}; Path=/console; HttpOnly; SameSite=Strict`)
    expect(name).toBe(`openauth_console_${port}`)
    expect(JSON.parse(answer.text)).toEqual({ data: { pageKey: key } })
    expect(key).toMatch(/^[\w-]{43}$/)
    const paths = ['/console/', '/console/api/admin/me', '/console/api/admin/sessions', '/console/api/admin/audit']
    for (const path of paths) {
      const { text, headers } = await ask(server, 'GET', path, path.includes('api') ? session.headers : { cookie })
      expect(text + JSON.stringify(headers)).not.toMatch(/eyJ|"token"/)
    }
  })

  const expectEnded = async ({ headers, cookie, key }: SignedIn) => {
    expect(await listApps(headers)).toMatchObject({ status: 401, code: 'unauthorized' })
    const { text } = await ask(server, 'GET', '/console/', { ...openHeaders, cookie })
    expect(text).not.toContain(key)
  }

  test('ends on the server when it signs out, also for a copy of its cookie', async () => {
    const own = await signInToConsole(server)
    const answer = await ask(server, 'POST', '/console/api/admin/logout', own.headers)
    expect(answer.status).toBe(200)
    expect(cookieIn(answer)).toMatch(/^openauth_console_\d+=; Max-Age=0; Path=\/console; HttpOnly; SameSite=Strict$/)
    await expectEnded(own)
    const [entry] = (await server.as(token).audit.list({ action: 'admin.logout' })).data
    expect(entry).toMatchObject({ actor: 'admin' })
  })

  test('ends when an admin revokes it', async () => {
    const own = await signInToConsole(server)
    const { text } = await ask(server, 'GET', '/console/api/admin/sessions', own.headers)
    const { id } = JSON.parse(text).data.find((each: { current: boolean }) => each.current)
    await server.as(token).adminSessions.revoke({ id })
    await expectEnded(own)
  })

  test('ends when its time is over', async () => {
    const own = await signInToConsole(server)
    const { adminSession } = server.resources.db.prisma
    const { id } = await adminSession.findFirstOrThrow({ orderBy: { createdAt: 'desc' } })
    await adminSession.update({ where: { id }, data: { expiresAt: new Date(0) } })
    await expectEnded(own)
  })

  test('ends when its admin is deleted or gets a new password', async () => {
    const credentials = { username: 'deputy', password: 'correct horse battery' }
    const { id } = await server.as(token).admins.create(credentials)
    const first = await signInToConsole(server, { credentials })
    await server.as(token).admins.update({ id, password: 'another horse battery' })
    await expectEnded(first)
    const second = await signInToConsole(server, { credentials: { ...credentials, password: 'another horse battery' } })
    expect((await listApps(second.headers)).status).toBe(200)
    await server.as(token).admins.delete({ id })
    await expectEnded(second)
  })

  test('begins with the right password only, and its input is checked as the API’s is', async () => {
    const headers = { ...callHeaders, 'openauth-console-key': 'signed-out' }
    const login = (body: object) => ask(server, 'POST', '/console/api/admin/login', headers, body)
    const wrong = await login({ ...adminCredentials, password: 'wrong' })
    expect(wrong).toMatchObject({ status: 401, code: 'invalid_admin_login' })
    expect(cookieIn(wrong)).toBeUndefined()
    for (const body of [{}, [], { username: 1, password: {} }, { username: 'a\0b', password: 'x' }])
      expect(await login(body)).toMatchObject({ status: 400, code: 'invalid_input' })
  })
})
