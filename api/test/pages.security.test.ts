import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testServer, type TestServer } from '../src/testing.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({}, { playerApp: true })
})
afterAll(() => server.stop())

const page = (path: string) => server.send('GET', path, { headers: { accept: 'text/html,*/*' } })

describe('clickjacking, sniffing, mixed content', () => {
  test.each([
    ['/', 'https://web.telegram.org '],
    ['/wallet', 'https://web.telegram.org '],
    ['/dapp?url=https://evil.example', 'https://web.telegram.org '],
    ['/docs', "'none'"],
  ])('%s may be framed by %s only, and is neither sniffed nor scripted', async (path, ancestors) => {
    const { status, headers } = await page(path)
    expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')])
    const policy = headers.get('content-security-policy')!
    expect(policy).toContain(`frame-ancestors ${ancestors}`)
    expect(policy).toContain("default-src 'self'")
    expect(policy).not.toMatch(/script-src (?!'self'(;|$))|(script|default)-src[^;]*unsafe/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('strict-transport-security')).toContain('max-age')
  })

  test('pages have no inline script or style, and load only files of the server', async () => {
    const { body } = await page('/')
    expect(body).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\son\w+=|javascript:/i)
    for (const [, address] of String(body).matchAll(/(?:src|href)="([^"]+)"/g)) expect(address).toMatch(/^\/(?!\/)/)
  })
})

test('a page is always revalidated, and its hashed files never', async () => {
  const { body, headers } = await page('/')
  expect(headers.get('cache-control')).toBe('no-cache')
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(String(body))![1]!
  const file = await server.send('GET', script)
  expect([file.status, file.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
})

test.each(['/admin/nothing', '/user/nothing', '/app/x/y', '/.well-known/nothing', '/api/nothing', '/metrics'])(
  'an unknown call %s is answered in JSON, also to a browser',
  async (path) => {
    const { status, body } = await page(path)
    expect([status, body.code]).toEqual([404, 'route_not_found'])
  },
)

test.each([
  '/../api/package.json',
  '/%2e%2e/%2e%2e/package.json',
  '/assets/..%2f..%2fpackage.json',
  '/docs/../package.json',
  '/docs/%2e%2e/fastify/package.json',
])('path traversal %s reaches no file', async (path) => {
  const { body } = await server.send('GET', path)
  expect(JSON.stringify(body)).not.toMatch(/"version"|"dependencies"/)
})
