import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, freePort, signInAs, signInAsAdmin, testServer, type TestServer } from '../testing.ts'
import { readSettings } from '../env.ts'

const TOKEN = 'a-token-of-24-characters'
let open: TestServer
let guarded: TestServer
let port: number
let guardedPort: number

beforeAll(async () => {
  port = await freePort()
  guardedPort = await freePort()
  open = await testServer({ OPENAUTH_METRICS_PORT: String(port) })
  guarded = await testServer({ OPENAUTH_METRICS_PORT: String(guardedPort), OPENAUTH_METRICS_TOKEN: TOKEN })
})
afterAll(async () => {
  await open.stop()
  await guarded.stop()
})

/** A request with headers of its own, as fetch does not send them. */
const get = (at: number, headers: Record<string, string> = {}, path = '/metrics', method = 'GET') =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const asked = request({ port: at, host: '127.0.0.1', path, method, headers }, async (response) => {
      let text = ''
      for await (const chunk of response) text += String(chunk)
      resolve({ status: response.statusCode!, text })
    })
    asked.once('error', reject).end()
  })

test('without a token the API serves no metrics, to nobody', async () => {
  for (const authorization of ['', 'Bearer undefined', `Bearer ${TOKEN}`])
    expect((await open.send('GET', '/metrics', { headers: { authorization } })).status).toBe(404)
})

test.each([
  ['no token', {}],
  ['an empty token', { authorization: 'Bearer ' }],
  ['another token of the same length', { authorization: `Bearer ${TOKEN.replace('a', 'b')}` }],
  ['a part of the token', { authorization: `Bearer ${TOKEN.slice(0, -1)}` }],
  ['the token with more', { authorization: `Bearer ${TOKEN}x` }],
  ['the token by another scheme', { authorization: `Basic ${TOKEN}` }],
])('%s reads no metrics, on either port', async (_, headers: Record<string, string>) => {
  for (const at of [guardedPort, guarded.settings.port]) {
    const { status, text } = await get(at, headers)
    expect([status, text.includes('openauth_')]).toEqual([401, false])
  }
})

test('the token in the address reads no metrics', async () => {
  for (const at of [guardedPort, guarded.settings.port])
    expect((await get(at, {}, `/metrics?token=${TOKEN}&access_token=${TOKEN}`)).status).toBe(401)
})

test('the token of an admin reads no metrics, and the token of metrics nothing else', async () => {
  const admin = await signInAsAdmin(guarded)
  expect((await get(guarded.settings.port, { authorization: `Bearer ${admin}` })).status).toBe(401)
  expect((await guarded.send('GET', '/admin/apps', { token: TOKEN })).status).toBe(401)
})

test('the token reads them on both ports', async () => {
  for (const at of [guardedPort, guarded.settings.port])
    expect(await get(at, { authorization: `Bearer ${TOKEN}` })).toMatchObject({
      status: 200,
      text: expect.stringContaining('openauth_http_requests_total'),
    })
})

test.each([
  ['by a name that resolves to this machine (DNS rebinding)', { host: 'rebound.example:9464' }],
  ['through a proxy', { 'x-forwarded-for': '203.0.113.7' }],
])('a page that reaches the port of this machine %s reads no metrics', async (_, headers) => {
  expect((await get(port)).status).toBe(200)
  expect(await get(port, headers as Record<string, string>)).toMatchObject({
    status: 403,
    text: expect.not.stringContaining('openauth_'),
  })
})

test('the port of metrics serves nothing else', async () => {
  for (const path of ['/', '/admin/apps', '/metrics/../admin/apps', '/healthz'])
    expect((await get(port, {}, path)).status).toBe(404)
  for (const method of ['POST', 'DELETE', 'OPTIONS']) expect((await get(port, {}, '/metrics', method)).status).toBe(405)
})

test('a server whose metrics other machines reach does not start without a token', () => {
  const start =
    (host: string, more = {}) =>
    () =>
      readSettings({ OPENAUTH_METRICS_PORT: '9464', OPENAUTH_METRICS_HOST: host, ...more })
  for (const host of ['0.0.0.0', '::', '10.0.0.7', 'openauth.internal', 'localhost.example'])
    expect(start(host)).toThrow('OPENAUTH_METRICS_TOKEN: must be set')
  for (const host of ['127.0.0.1', '127.0.0.9', '::1', '[::1]', 'localhost']) expect(start(host)).not.toThrow()
  expect(start('0.0.0.0', { OPENAUTH_METRICS_TOKEN: TOKEN })).not.toThrow()
})

test('metrics have no name, address or id of a person, no secret, and no series for what strangers make up', async () => {
  const admin = await signInAsAdmin(open)
  const app = await createTestApp(open, admin, 'Measured')
  const user = await signInAs(open, app.id, 'ada-lovelace')
  await open.as(user.token).account.profile()
  const { id } = user
  await open.send('GET', `/admin/users/${id}`, { token: admin })
  for (let n = 0; n < 20; n += 1) {
    await open.send('GET', `/admin/made-up-${n}`)
    await open.send('GET', `/wp-login-${n}.php`)
  }
  await get(open.settings.port, {}, '/nothing', 'PROPFIND').catch(() => undefined)
  const { text } = await get(port)
  for (const told of ['ada-lovelace', id, user.token, admin, app.secret, 'made-up', 'wp-login', 'PROPFIND'])
    expect(text.includes(told)).toBe(false)
  expect(text).toContain('route="unmatched",status="4xx"')
  expect(text).toMatch(/openauth_http_requests_total\{method="GET",route="\/user\/profile",status="2xx"\} \d+/)
})
