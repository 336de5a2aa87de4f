import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testServer, type TestServer } from '../src/testing.ts'
import { pathOf, routes } from './contract-harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({}, { playerApp: true })
})
afterAll(() => server.stop())

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const allowOf = ({ headers }: { headers: Headers }) => (headers.get('allow') ?? '').split(', ')
const paths = [...new Set(routes.map(({ route }) => pathOf(route)))]

// RFC 9110, section 15.5.6: a known target without the method is 405 with Allow, and no 404.
test.each(paths)('%s refuses methods that it does not take, and names those that it takes', async (path) => {
  const fits = (template: string) => new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path)
  const own = routes.filter(({ route }) => fits(route.path)).map(({ route }) => route.method)
  const wrong = METHODS.find((method) => !own.some((each) => each === method))!
  const answer = await server.send(wrong, path, { headers: { accept: 'text/html,*/*' } })
  expect([answer.status, answer.body.code]).toEqual([405, 'method_not_allowed'])
  expect(answer.body.message).toContain(answer.headers.get('allow'))
  expect(Object.keys(answer.body)).toEqual(['message', 'code', 'requestId'])
  expect(allowOf(answer)).toEqual(expect.arrayContaining([...own, 'OPTIONS']))
  expect(allowOf(answer)).not.toContain(wrong)
  expect(allowOf(answer).includes('HEAD')).toBe(allowOf(answer).includes('GET'))
})

test('a path with an id has the methods of the paths that it fits', async () => {
  const { status, headers } = await server.send('PUT', '/app/users/search')
  expect([status, headers.get('allow')?.split(', ').toSorted()]).toEqual([
    405,
    ['GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST'],
  ])
})

test.each(['/', '/tap', '/wallet/history', '/openapi.json', '/healthz', '/docs'])(
  '%s, which is no call, takes GET, HEAD and preflights',
  async (path) => {
    const { status, headers } = await server.send('POST', path)
    expect([status, headers.get('allow')?.split(', ').toSorted()]).toEqual([405, ['GET', 'HEAD', 'OPTIONS']])
    expect((await fetch(server.url + path, { method: 'HEAD' })).status).toBe(200)
  },
)

describe('as before,', () => {
  test.each([
    '/user/nothing',
    '/user/config/',
    '/user/config/more',
    '/app/users//wallets',
    '/assets/none.js',
    '/avatars',
    '/nowhere',
  ])('%s, which is nowhere, is a 404', async (path) => {
    const { status, body, headers } = await server.send('POST', path)
    expect([status, body.code, headers.get('allow')]).toEqual([404, 'route_not_found', null])
  })

  test('the console does not tell which paths it has', async () => {
    for (const path of ['/console/', '/console/apps', '/console/api/admin/config', '/console/api/admin/login'])
      expect((await server.send('PUT', path)).status).toBe(404)
  })

  test('HEAD answers where GET does, and preflights do everywhere', async () => {
    expect((await fetch(`${server.url}/admin/config`, { method: 'HEAD' })).status).toBe(200)
    for (const path of ['/admin/config', '/user/login-username', '/nowhere']) {
      expect((await server.send('OPTIONS', path)).status).toBe(204)
    }
  })
})
