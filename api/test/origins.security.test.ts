import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, signInAs } from '../src/testing.ts'
import { callRoute, type ContractHarness, pathOf, routes, startContractHarness, tokenFor } from './contract-harness.ts'

// Which pages of other origins may read answers (https://fetch.spec.whatwg.org/#http-cors-protocol): those of the app alone.

const PAGE = 'https://game.example'
const OTHER_PAGE = 'https://shop.example:8443'

let harness: ContractHarness
beforeAll(async () => {
  harness = await startContractHarness()
  const admin = harness.server.as(harness.adminToken)
  await admin.apps.update({ id: harness.mine.id, redirectOrigins: [PAGE] })
  await admin.apps.update({ id: harness.other.id, redirectOrigins: [OTHER_PAGE] })
})
afterAll(() => harness.server.stop())

const readableBy = ({ headers }: { headers: Headers }) => headers.get('access-control-allow-origin')
const get = (path: string, origin: string, token?: string) =>
  harness.server.send('GET', path, { token, headers: { origin } })
const preflight = (path: string, origin: string, method = 'POST') =>
  harness.server.send('OPTIONS', path, {
    headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': 'authorization' },
  })
const login = (origin: string, appId: string, password = 'password of ada') =>
  harness.server.send('POST', '/user/login-username', {
    body: { appId, username: 'ada', password, type: 'login' },
    headers: { origin },
  })

const forUsers = routes.filter(({ route }) => route.auth === 'user' || route.path.startsWith('/user/'))
const forServers = routes.filter(({ route }) => ['/admin', '/app'].includes(`/${route.path.split('/')[1]}`))

test('control: a page of the app may call, and reads answers, refusals and errors', async () => {
  const asked = await preflight('/user/profile', PAGE, 'GET')
  expect(asked.status).toBe(204)
  expect(Object.fromEntries(asked.headers)).toMatchObject({
    'access-control-allow-origin': PAGE,
    'access-control-allow-methods': 'GET, POST, PATCH, DELETE',
    'access-control-allow-headers': 'authorization, content-type',
    'access-control-max-age': '86400',
    vary: 'origin',
  })
  const answers = [
    [200, await get('/user/profile', PAGE, harness.user.token)],
    [200, await login(PAGE, harness.mine.id)],
    [400, await login(PAGE, harness.mine.id, 'a wrong one')],
    [401, await get('/user/profile', PAGE, 'revoked')],
    [404, await get('/user/no-such-call', PAGE)],
  ] as const
  for (const [status, answer] of answers) {
    expect([answer.status, readableBy(answer)]).toEqual([status, PAGE])
    expect(answer.headers.get('access-control-expose-headers')).toBe('retry-after, x-request-id')
  }
})

describe('a page of an origin that is on no list', () => {
  test.each([
    'https://evil.example',
    'http://game.example',
    'https://game.example:8443',
    'https://game.example.evil.example',
    'https://evilgame.example',
    'https://sub.game.example',
    'https://game.example/',
    'https://GAME.example',
    'https://game.example, https://evil.example',
    'null',
    '*',
    '',
  ])('reads nothing and is allowed no call: %j', async (origin) => {
    const asked = await preflight('/user/profile', origin)
    expect([...asked.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
    expect(readableBy(await get('/user/profile', origin, harness.user.token))).toBeNull()
    expect(readableBy(await login(origin, harness.mine.id))).toBeNull()
  })

  test.each(forUsers)('reads no answer of $name', async ({ route }) => {
    expect(readableBy(await preflight(pathOf(route), 'https://evil.example', route.method))).toBeNull()
    const [token, headers] = [tokenFor(harness, route), { origin: 'https://evil.example' }]
    const answer = await harness.server.send(route.method, pathOf(route), { token, headers })
    expect([readableBy(answer), answer.headers.get('vary')]).toEqual([null, 'origin'])
  })
})

describe('a page of another app', () => {
  test('reads no answer to a token of this app, which it may have stolen', async () => {
    const { server, mine, other } = harness
    const [user, stranger] = [await signInAs(server, mine.id, 'grace'), await signInAs(server, other.id, 'mallory')]
    expect(readableBy(await get('/user/profile', OTHER_PAGE, stranger.token))).toBe(OTHER_PAGE)
    expect(readableBy(await get('/user/profile', OTHER_PAGE, user.token))).toBeNull()
    expect(readableBy(await get('/user/profile', PAGE, stranger.token))).toBeNull()
  })

  test('reads no answer to a login of this app, right or wrong, in any spelling of its id', async () => {
    for (const password of ['password of ada', 'a wrong one'])
      for (const id of [harness.mine.id, harness.mine.id.toUpperCase()])
        expect(readableBy(await login(OTHER_PAGE, id, password))).toBeNull()
  })
})

test('an origin that is taken from the list, or whose app is deleted, reads nothing within a second', async () => {
  const { server, adminToken } = harness
  const admin = server.as(adminToken)
  const { id } = await createTestApp(server, adminToken, 'Short-lived')
  const page = 'https://short-lived.example'
  const isReadable = async () => readableBy(await preflight('/user/profile', page)) === page
  await admin.apps.update({ id, redirectOrigins: [page] })
  await expect.poll(isReadable).toBe(true)
  await admin.apps.update({ id, redirectOrigins: [] })
  await expect.poll(isReadable).toBe(false)
  await admin.apps.update({ id, redirectOrigins: [page] })
  await expect.poll(isReadable).toBe(true)
  await admin.apps.delete({ id })
  await expect.poll(isReadable).toBe(false)
})

describe('admin tokens and app secrets in a page', () => {
  test.each(forServers)('$name answers no page, also of an app', async ({ route }) => {
    for (const origin of [PAGE, 'https://evil.example', 'null', harness.server.url]) {
      const asked = await preflight(pathOf(route), origin, route.method)
      expect([...asked.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
    }
    const [token, headers] = [tokenFor(harness, route), { origin: PAGE }]
    if (route.method === 'GET')
      expect(readableBy(await harness.server.send('GET', pathOf(route), { token, headers }))).toBeNull()
  })
})

test('cookies: no answer allows credentials of a browser, whatever the call', async () => {
  for (const { route } of routes)
    for (const origin of [PAGE, 'https://evil.example']) {
      const asked = await preflight(pathOf(route), origin, route.method)
      expect(asked.headers.get('access-control-allow-credentials')).toBeNull()
    }
  const answer = await callRoute(
    harness,
    routes.find(({ name }) => name === 'account.profile')!.route,
    harness.user.token,
  )
  expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
  expect((await login(PAGE, harness.mine.id)).headers.get('set-cookie')).toBeNull()
})

test('public documents are for every page, and the others of the server for none', async () => {
  for (const path of ['/.well-known/jwks.json', '/openapi.json', '/content/sonicx-games', '/player/config'])
    expect([path, readableBy(await get(path, 'https://evil.example'))]).toEqual([path, '*'])
  for (const path of ['/', '/docs', '/healthz', '/readyz', '/metrics', '/nowhere', '/console/'])
    expect([path, readableBy(await get(path, PAGE))]).toEqual([path, null])
})
