import { contract, pathTokens, sendsQuery } from '@openauth/client'
import { beforeAll, describe, expect, test } from 'vitest'
import { signInAs, type TestApp, type TestServer, type TestUser } from '../src/testing.ts'
import { callRoute, type ContractHarness, pathOf, routes, tokenFor } from './contract-harness.ts'

/** Input that no client sends, tried on every route: each answers 4xx with a JSON body. */
export const describeHostileInput = (started: () => ContractHarness) =>
  describe('hostile input', () => {
    let harness: ContractHarness
    let server: TestServer
    let adminToken: string
    let mine: TestApp
    let other: TestApp
    let user: TestUser
    let stranger: TestUser
    beforeAll(() => {
      harness = started()
      ;({ server, adminToken, mine, other, user, stranger } = harness)
    })

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
        const token = tokenFor(harness, route)
        const answer = await callRoute(harness, route, token, body)
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
        const token = tokenFor(harness, route)
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
            const token = tokenFor(harness, route)
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
        const token = tokenFor(harness, route)
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

    test.each([
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/plain',
      'application/json',
    ])('an empty body of %s counts as an empty object, also without a content length', async (type) => {
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
    })

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
