import { connect } from 'node:net'
import { contract, listRoutes, pathTokens, type Route, sendsQuery } from '@openauth/client'
import { addressOf } from '../src/lib/custody/derive.ts'
import { openKeyring } from '../src/lib/custody/keyring.ts'
import { openWalletSecret } from '../src/lib/custody/wallet-secrets.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createTestApp,
  signInAs,
  signInAsAdmin,
  type TestApp,
  testServer,
  type TestServer,
  type TestUser,
} from '../src/testing.ts'

// Requirements for every route, tested in a loop over the contract: new routes are included.

let server: TestServer
let adminToken: string
let mine: TestApp
let other: TestApp
let user: TestUser
let stranger: TestUser

beforeAll(async () => {
  server = await testServer({ OPENAUTH_RATE_LIMIT_SCALE: '0' })
  adminToken = await signInAsAdmin(server)
  mine = await createTestApp(server, adminToken, 'Mine')
  other = await createTestApp(server, adminToken, 'Other')
  user = await signInAs(server, mine.id, 'ada')
  stranger = await signInAs(server, other.id, 'eve')
})
afterAll(() => server.stop())

const routes = listRoutes(contract).map(({ group, verb, route }) => ({ name: `${group}.${verb}`, route }))
const guarded = routes.filter(({ route }) => route.auth !== 'public')
const uuid = '7d1c6a3e-58b1-4f6a-9d43-0d1f4c2a9b10'

const pathOf = (route: Route, values: Record<string, string> = {}) =>
  route.path.replace(
    /\{(\w+)\}/g,
    (_, token: string) => values[token] ?? (route.path.includes('/admins/') ? '1' : uuid),
  )
const call = (route: Route, token?: string, body: unknown = {}, values: Record<string, string> = {}) =>
  sendsQuery(route)
    ? server.send(
        route.method,
        `${pathOf(route, values)}?${String(new URLSearchParams(body as Record<string, string>))}`,
        {
          token,
        },
      )
    : server.send(route.method, pathOf(route, values), { token, body })

test('no secret is part of an address, which logs and histories keep', () => {
  const isId = (name: string) => name.endsWith('Id') || name === 'referCode'
  const isSecret = (name: string) => /password|token$|secret|proof|code$/i.test(name) && !isId(name)
  const secrets = routes.flatMap(({ name, route }) => {
    const inAddress = sendsQuery(route) ? Object.keys(route.input.shape) : pathTokens(route.path)
    return inAddress.filter(isSecret).map((field) => `${name} ${field}`)
  })
  expect(secrets).toEqual([])
})

const credentials = () => ({
  'no credential': undefined,
  nonsense: 'nonsense',
  'an admin token': adminToken,
  "an app's secret": mine.secret,
  "a user's token": user.token,
})
const rightful = { admin: 'an admin token', app: "an app's secret", user: "a user's token", public: '' }

describe('a guarded route', () => {
  test.each(guarded)('$name refuses credentials of every other kind', async ({ route }) => {
    for (const [kind, token] of Object.entries(credentials())) {
      if (kind === rightful[route.auth]) continue
      const { status, body } = await call(route, token)
      expect([kind, status, body.message]).toEqual([kind, 401, 'Unauthorized'])
    }
  })

  test.each(guarded)('$name says what it takes, the same to whoever is refused', async ({ route }) => {
    const answers = await Promise.all(
      ['no credential', 'nonsense'].map((kind) => call(route, credentials()[kind as 'nonsense'])),
    )
    const expected = { admin: 'an admin token', app: 'an app secret', user: 'a user token', public: '' }[route.auth]
    for (const { body } of answers)
      expect(body.issues).toEqual([{ path: 'authorization', message: expect.stringContaining(expected) }])
    expect(answers[0]!.body.issues).toEqual(answers[1]!.body.issues)
  })

  test.each(guarded)('$name refuses a call without credentials before it reads the input', async ({ route }) => {
    const { status } = await call(route, undefined, 'not json')
    expect(status).toBe(401)
  })
})

describe('an id of another app', () => {
  const withUserId = routes.filter(({ route }) => route.path.startsWith('/app/users/{id}'))
  test.each(withUserId)('$name answers 404 for a user of another app', async ({ route }) => {
    // What the routes of the group require, each reading its own.
    const send = { address: 'x', token: 'SOL', amount: '1', transaction: 'x', toAddress: 'x', chainName: 'sepolia' }
    const message = { destination: 'x', replyToId: 'x', payload: 'x' }
    const body = { referCode: 'AAAAAAAA', externalId: 'mine', network: 'solana', ...send, ...message }
    const { status, body: answer } = await call(route, mine.secret, body, { id: stranger.id })
    expect([status, answer.code]).toEqual([404, 'user_not_found'])
  })

  const underApp = routes.filter(({ route }) => pathTokens(route.path).join() === 'appId,id')
  test.each(underApp)("$name answers 404 for a user that is not the named app's", async ({ route }) => {
    const { status, body } = await call(route, adminToken, { externalId: 'mine' }, { appId: mine.id, id: stranger.id })
    expect([status, body.code]).toEqual([404, 'user_not_found'])
  })

  test('no list, search or session of one app shows users of another', async () => {
    const list = await mine.client.appUsers.list()
    expect(list.data.map(({ id }) => id)).toEqual([user.id])
    expect(await mine.client.appUsers.search({ ids: [stranger.id] })).toEqual([])
    const [session] = await stranger.client.account.sessions()
    await expect(user.client.account.revokeSession({ id: session!.id })).rejects.toMatchObject({ status: 404 })
    expect(await stranger.client.account.sessions()).toHaveLength(1)
  })
})

describe('an id in another spelling', () => {
  test('is the same id everywhere: a user registered under it has wallets that open with the stored ids', async () => {
    const appId = mine.id.toUpperCase()
    const input = { appId, username: 'shouting', password: 'password of shouting' }
    const { token } = await server.as().login.username({ ...input, type: 'register' })
    const { id } = await server.as(token).account.profile()
    const { prisma } = server.resources.db
    const key = await prisma.dataKey.findUniqueOrThrow({ where: { owner_ownerId: { owner: 'user', ownerId: id } } })
    for (const wallet of await prisma.wallet.findMany({ where: { userId: id } })) {
      const secret = await openWalletSecret(
        await openKeyring(server.settings.custody.keyringFile),
        { appId: mine.id, userId: id },
        { ...key, ...wallet },
      )
      expect(addressOf(wallet.chain, secret)).toBe(wallet.address)
    }
  })

  test('changes, reveals and rotates the app that it names', async () => {
    const id = other.id.toUpperCase()
    const admin = server.as(adminToken)
    await admin.apps.update({ id, telegramBotToken: 'of the other' })
    expect((await admin.apps.get({ id: other.id })).telegramBotToken).toBe('of the other')
    expect((await admin.apps.secret({ id })).appSecret).toBe(other.secret)
    other.secret = (await admin.apps.rotateSecret({ id })).appSecret
    expect((await server.as(other.secret).appUsers.list()).data).toHaveLength(1)
  })
})

describe('hostile input', () => {
  const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`
  const bodies: [string, unknown][] = [
    ['an array', []],
    ['a string', '"text"'],
    ['null', 'null'],
    ['broken JSON', '{"name":'],
    ['deep JSON', deep],
    ['a prototype key', '{"__proto__":{"admin":true}}'],
    ['wrong types', { username: {}, password: [], name: 5, appId: {}, ids: 'x', page: {}, referCode: [], users: {} }],
    ['NUL bytes', { username: 'a\0bcd', password: 'x\0yyyyyyy', name: 'a\0b', referCode: '\0' }],
    ['half a surrogate pair', '{"username":"ab\\ud800c","password":"\\ud800aaaaaaa","name":"x\\udc00"}'],
    ['huge text', { username: 'a'.repeat(500_000), password: 'b'.repeat(500_000), name: 'c'.repeat(500_000) }],
    ['huge numbers', '{"overlapSeconds":1e400,"jwtTTL":1e300,"page":99999999999999999999}'],
  ]
  const writing = routes.filter(
    ({ route }) => !sendsQuery(route) && route !== contract.setup.logout && route !== contract.account.logout,
  )

  test.each(bodies)('%s never causes a 5xx and never an HTML page', async (_, body) => {
    for (const { name, route } of writing) {
      const token = { admin: adminToken, app: mine.secret, user: user.token, public: undefined }[route.auth]
      const answer = await call(route, token, body)
      expect([name, answer.status < 500, typeof answer.body]).toEqual([name, true, 'object'])
    }
  })

  const querying = routes.filter(({ route }) => route.method === 'GET')
  const queries = [
    'page=0',
    'page=x',
    'limit=101',
    'limit=-1',
    'page=1&page=2',
    'search=%00',
    'search=%ff',
    'id=1',
    'sortBy=passwordHash',
    'appId=x',
    '%',
    '__proto__=1',
    'search=%25%27%3B--',
  ]
  test.each(queries)('query ?%s never causes a 5xx', async (query) => {
    for (const { name, route } of querying) {
      const token = { admin: adminToken, app: mine.secret, user: user.token, public: undefined }[route.auth]
      const { status } = await server.send('GET', `${pathOf(route, { appId: mine.id, id: user.id })}?${query}`, {
        token,
      })
      expect([name, query, status < 500]).toEqual([name, query, true])
    }
  })

  const paged = querying.filter(({ route }) => 'page' in route.input.shape)
  test.each(['0x10', '1e1', '%205', '5%20', '+5', '1.0', '-1', '1_0', '٣', '9'.repeat(16)])(
    'page and limit are decimal digits: %s is refused',
    async (value) => {
      for (const { name, route } of paged)
        for (const key of ['page', 'limit']) {
          const token = { admin: adminToken, app: mine.secret, user: user.token, public: undefined }[route.auth]
          const path = `${pathOf(route, { appId: mine.id, id: user.id })}?${key}=${value}`
          const { status, body } = await server.send('GET', path, { token })
          expect([name, status, body.issues?.[0].path]).toEqual([name, 400, key])
        }
    },
  )

  test.each(['0x1', '1e0', '%201', '1%20', '+1', '1.0', '0', '2147483648'])(
    'the id of an admin is decimal digits: %s is refused',
    async (id) => {
      for (const method of ['GET', 'PATCH', 'DELETE']) {
        const { status } = await server.send(method, `/admin/admins/${id}`, {
          token: adminToken,
          ...(method === 'PATCH' ? { body: { username: 'renamed' } } : {}),
        })
        expect([method, status]).toEqual([method, 400])
      }
      expect((await server.send('GET', '/admin/admins/1', { token: adminToken })).body.data.id).toBe(1)
    },
  )

  const withPath = routes.filter(({ route }) => pathTokens(route.path).length > 0)
  test.each([
    '..%2f..%2f',
    '%00',
    "1'--",
    '%E0%A4%A',
    'a'.repeat(2000),
    '-1',
    '1e9',
    '00000000-0000-0000-0000-000000000000',
  ])('path id %s answers 4xx', async (id) => {
    for (const { name, route } of withPath) {
      const token = { admin: adminToken, app: mine.secret, user: user.token, public: undefined }[route.auth]
      const path = route.path.replace(/\{\w+\}/g, id)
      const { status } = await server.send(
        route.method,
        path,
        sendsQuery(route) ? { token } : { token, body: { referCode: 'A' } },
      )
      expect([name, status >= 400 && status < 500]).toEqual([name, true])
    }
  })

  test('a body over its limit is answered 413, another content type 415, and neither is read', async () => {
    const big = await server.send('POST', '/admin/login', { body: { username: 'x'.repeat(70_000), password: 'y' } })
    expect([big.status, big.body.code]).toEqual([413, 'body_too_large'])
    const form = await server.send('POST', '/admin/login', {
      body: 'username=a&password=b',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect([form.status, form.body.code]).toEqual([415, 'unsupported_media_type'])
    const nowhere = await server.send('POST', '/nowhere', { body: 'a', headers: { 'content-type': 'text/plain' } })
    expect([nowhere.status, nowhere.body.code]).toEqual([404, 'route_not_found'])
  })

  test.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain', 'application/json'])(
    'an empty body of %s counts as an empty object, also without a content length',
    async (type) => {
      for (const chunked of [false, true]) {
        const post = (path: string, token = '') => {
          const body = chunked ? new Blob([]).stream() : ''
          const headers = { 'content-type': type, ...(token ? { authorization: `Bearer ${token}` } : {}) }
          return fetch(server.url + path, { method: 'POST', headers, body, duplex: 'half' })
        }
        const { token } = await signInAs(server, mine.id, `${type} ${chunked}`)
        expect((await post('/user/logout', token)).status).toBe(200)
        expect((await server.send('GET', '/user/profile', { token })).status).toBe(401)
        expect((await post('/admin/login')).status).toBe(400)
        expect((await post('/nowhere')).status).toBe(404)
      }
    },
  )

  test('a body of another content type is refused, also without a content length', async () => {
    const answer = await fetch(`${server.url}/user/logout`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain', authorization: `Bearer ${user.token}` },
      body: new Blob(['{}']).stream(),
      duplex: 'half',
    })
    expect(answer.status).toBe(415)
    expect((await server.send('GET', '/user/profile', { token: user.token })).status).toBe(200)
  })

  test('an additional id in query or body does not direct a call to another row', async () => {
    const answer = await server.send('GET', `/app/users/${user.id}?id=${stranger.id}`, { token: mine.secret })
    expect(answer.body.data.id).toBe(user.id)
    await server.send('PATCH', `/admin/apps/${mine.id}`, {
      token: adminToken,
      body: { id: other.id, description: 'mine' },
    })
    expect((await server.as(adminToken).apps.get({ id: other.id })).description).toBeNull()
  })
})

describe('an answer', () => {
  test('of any kind never contains a password hash or a sealed secret', async () => {
    const admin = server.as(adminToken)
    const answers = [
      await admin.admins.list(),
      await admin.apps.list(),
      await admin.users.list({ appId: mine.id }),
      await admin.users.identities({ appId: mine.id, id: user.id }),
      await mine.client.appUsers.get({ id: user.id }),
      await user.client.account.profile(),
      await user.client.account.sessions(),
    ]
    expect(JSON.stringify(answers)).not.toMatch(/argon2|hash|sealed|wrapped|kek/i)
  })

  test('of the contract is never cached, framed or sniffed', async () => {
    const { headers } = await server.send('GET', '/user/profile', { token: user.token })
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('strict-transport-security')).toContain('max-age')
    expect(headers.get('x-powered-by')).toBeNull()
  })

  /** The response to bytes that no HTTP client would send. */
  const sendBytes = async (bytes: string) => {
    const socket = connect({ host: '127.0.0.1', port: server.settings.port })
    socket.write(bytes)
    const text = (await socket.setEncoding('utf8').toArray()).join('')
    const [head, body] = text.split('\r\n\r\n')
    const [line, ...fields] = head!.split('\r\n')
    const headers = new Headers(fields.map((field) => field.split(/: (.*)/, 2) as [string, string]))
    return { status: Number(line!.split(' ')[1]), headers, body: JSON.parse(body!) }
  }
  const everywhere = ['content-security-policy', 'x-content-type-options', 'strict-transport-security']
  const shown = ['access-control-allow-origin', 'cache-control', 'content-type']

  test.each([
    ['a malformed percent-encoding', 400, () => server.send('GET', '/%E0%A4%A')],
    ['an endless path id', 400, () => server.send('GET', `/app/users/${'a'.repeat(5000)}`)],
    ['a bad request line', 400, () => sendBytes('NONSENSE\r\n\r\n')],
    ['a bad header', 400, () => sendBytes('GET / HTTP/1.1\r\nHost: x\r\nbroken header\r\n\r\n')],
    ['endless headers', 431, () => sendBytes(`GET / HTTP/1.1\r\nHost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`)],
  ])('to %s has the headers and the body of every other error', async (_, status, send) => {
    const usual = await server.send('GET', '/user/no-such-call')
    const answer = await send()
    expect(answer.status).toBe(status)
    for (const name of [...everywhere, ...shown])
      expect([name, answer.headers.get(name)]).toEqual([name, usual.headers.get(name)])
    expect(Object.keys(answer.body)).toEqual(Object.keys(usual.body))
  })
})
