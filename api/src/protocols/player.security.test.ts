import type { PlayerConfig } from '@openauth/client'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { playerBrandOf } from '../features/apps/brand.ts'
import { readSettings } from '../env.ts'
import { pagePolicy } from './player-policy.ts'
import { makeBuild, type PlayerServer, startPlayer } from './player.testing.ts'

const policyOf = (environment: Record<string, string> = {}) => {
  const policy = pagePolicy(readSettings({ NODE_ENV: 'production', ...environment }))
  return Object.fromEntries(
    policy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ')
      return [name, sources.join(' ')]
    }),
  )
}

describe('XSS → token theft: the page’s policy', () => {
  test('allows only the server’s own origin by default', () => {
    expect(policyOf()).toEqual({
      'default-src': "'self'",
      'script-src': "'self'",
      'style-src': "'self'",
      'connect-src': "'self'",
      'img-src': "'self' data: blob: https:",
      'frame-src': 'https: http://localhost:* http://127.0.0.1:*',
      'object-src': "'none'",
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': 'https://web.telegram.org https://webk.telegram.org https://webz.telegram.org',
    })
  })

  test('contains the origins of configured addresses, each once and without its path', () => {
    const { 'connect-src': called } = policyOf({
      PLAYER_API_URL: 'https://auth.example.com/base',
      PLAYER_CONTENT_URL: 'https://strapi.example.com/api',
      PLAYER_CONTENT_STAGING_URL: 'https://strapi.example.com/staging',
      PLAYER_SOLANA_RPC_URL: 'https://node.example.com/v2/key',
    })
    expect(called).toBe("'self' https://auth.example.com https://strapi.example.com https://node.example.com")
  })

  test('allows Google’s tag only if it is configured', () => {
    const counted = policyOf({ PLAYER_ANALYTICS: 'gtag:G-AB12CD34' })
    expect(counted['script-src']).toBe("'self' https://www.googletagmanager.com")
    expect(counted['connect-src']).toContain('https://*.google-analytics.com')
    expect(JSON.stringify([policyOf(), policyOf({ PLAYER_ANALYTICS: 'console' })])).not.toContain('google')
  })

  test('never allows inline scripts, styles or eval, and plain http pictures only in development', () => {
    for (const NODE_ENV of ['production', 'development', 'test'])
      expect(JSON.stringify(policyOf({ NODE_ENV, PLAYER_ANALYTICS: 'gtag:G-AB12CD34' }))).not.toContain('unsafe')
    expect(policyOf({ NODE_ENV: 'development' })['img-src']).toContain(' http:')
  })
})

describe('response headers', () => {
  let server: PlayerServer
  let build: string
  beforeAll(async () => {
    build = await makeBuild({
      'site/index.html': '<!doctype html>',
      'site/assets/a-1.js': 'let x',
      'secret.txt': 'SECRET',
    })
    server = await startPlayer(join(build, 'site'))
    await mkdir(join(server.dataDir, 'player-assets'), { recursive: true })
    await writeFile(join(server.dataDir, 'secret.txt'), 'SECRET')
    await writeFile(join(server.dataDir, 'player-assets/.a-2.js.under-way'), 'SECRET: half a file')
  })
  afterAll(async () => {
    await server.stop()
    await rm(build, { recursive: true, force: true })
  })

  test('clickjacking: only Telegram Web may frame the page, and no origin may frame an API response', async () => {
    for (const path of ['/', '/wallet/export']) {
      const { headers } = await server.page(path)
      expect(headers['content-security-policy']).toMatch(
        /frame-ancestors https:\/\/web\.telegram\.org( https:\/\/web[kz]\.telegram\.org)+$/,
      )
      // It would forbid what frame-ancestors allows, in browsers that evaluate both.
      expect(headers['x-frame-options']).toBeUndefined()
    }
    for (const path of ['/user/profile', '/user/nothing', '/assets/nothing.js'])
      expect((await server.page(path)).headers['content-security-policy']).toContain("frame-ancestors 'none'")
  })

  test('a page has no camera, microphone or location, sends no referrer, and shares its opener only with its popups', async () => {
    expect((await server.page('/earn')).headers).toMatchObject({
      'permissions-policy': 'camera=(), microphone=(), geolocation=()',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'x-content-type-options': 'nosniff',
      'strict-transport-security': expect.stringContaining('max-age'),
    })
  })

  test.each([
    '/assets/..%2fsecret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/assets/../../secret.txt',
    '/assets/..%5c..%5csecret.txt',
    '/assets//../../secret.txt',
    '/assets/%00',
    '/..%2fsecret.txt',
    '/../secret.txt',
    '/assets/.a-2.js.under-way',
    '/assets/%2ea-2.js.under-way',
  ])('path traversal, half files: %s reaches nothing', async (path) => {
    for (const { status, body } of [await server.file(path), await server.file(path, { 'accept-encoding': 'br' })]) {
      expect(status).toBeGreaterThanOrEqual(400)
      expect(status).toBeLessThan(500)
      expect(body.toString()).not.toContain('SECRET')
    }
  })
})

describe('the page of a server without an app names the console', () => {
  const page = async (
    environment: Record<string, string>,
    headers: Record<string, string>,
    app: PlayerConfig['app'] = null,
  ) => {
    const build = await makeBuild({ 'index.html': '<!doctype html><head></head>' })
    const server = await startPlayer(build, environment, async () => ({ app }))
    const { body } = await server.page('/', headers)
    await server.stop()
    await rm(build, { recursive: true, force: true })
    return body.toString().includes('openauth-console')
  }
  const home: PlayerConfig['app'] = {
    id: '0de00000-0000-4000-8000-000000000001',
    name: 'App',
    description: null,
    logoUrl: null,
    methods: [],
    brand: playerBrandOf({ brand: {}, logoUrl: null }),
    connections: [],
    tapGame: true,
  }
  const own = { host: '127.0.0.1:5566' }
  const published = { OPENAUTH_PUBLIC_URL: 'https://auth.example' }

  test.each<[string, boolean, Record<string, string>, Record<string, string>]>([
    ['to a browser on this machine', true, {}, own],
    [
      'not through a proxy, where it is for this machine only',
      false,
      {},
      { ...own, 'x-forwarded-for': '198.51.100.1' },
    ],
    ['not under another name of this machine', false, {}, { host: 'rebound.example' }],
    ['not in production, where it is off by default', false, published, { host: 'auth.example' }],
    ['not where it was switched off', false, { OPENAUTH_CONSOLE: 'off' }, own],
    ['where it was switched on', true, { ...published, OPENAUTH_CONSOLE: 'on' }, { host: 'auth.example' }],
  ])('%s', async (_, expected, environment, headers) => {
    expect(await page(environment, headers)).toBe(expected)
  })

  test('not once it has an app', async () => {
    expect(await page({ OPENAUTH_CONSOLE: 'on' }, own, home)).toBe(false)
  })
})
