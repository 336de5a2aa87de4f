import { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { playerBrandOf } from '../features/apps/brand.ts'
import { makeBuild, type PlayerServer, startPlayer, temporaryFolder } from './player.testing.ts'

const html = (script: string) => `<!doctype html><script type="module" src="/assets/${script}"></script>`
const script = `export const old = ${'1 + '.repeat(500)}1`
const buildOf = (name: string) =>
  makeBuild({ 'index.html': html(name), [`assets/${name}`]: script, 'favicon.svg': '<svg xmlns="x"/>' })

const folders: string[] = []
const kept = <T extends string>(folder: T): T => {
  folders.push(folder)
  return folder
}
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))

describe('one build', () => {
  let build: string
  let server: PlayerServer
  beforeAll(async () => {
    build = kept(await buildOf('app-1a2b.js'))
    server = await startPlayer(build)
  })
  afterAll(() => server.stop())

  test.each(['/', '/index.html', '/wallet/send', '/earn?refer_code=ABCDEFGH', '/players'])(
    '%s is the page, and is never cached',
    async (path) => {
      const { status, headers, body } = await server.page(path)
      expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
      expect(body.toString()).toBe(html('app-1a2b.js'))
      expect(headers['cache-control']).toBe('no-cache')
      expect(headers['content-security-policy']).toContain("default-src 'self'")
      expect(headers.vary).toContain('accept-encoding')
      const again = await server.page(path, { 'if-none-match': `W/"other", ${headers.etag}` })
      expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, headers.etag])
    },
  )

  test('a page with the same length and time as the previous one is detected as changed', async () => {
    const { headers } = await server.page('/')
    const file = join(build, 'index.html')
    const { mtime } = await stat(file)
    await writeFile(file, html('app-9z8y.js'))
    await utimes(file, mtime, mtime)
    const modified = { 'if-none-match': headers.etag!, 'if-modified-since': new Date().toUTCString() }
    const next = await server.page('/earn', modified)
    expect([next.status, next.body.toString()]).toEqual([200, html('app-9z8y.js')])
    await writeFile(file, html('app-1a2b.js'))
  })

  test('a hashed file is immutable, and compressed in an accepted encoding', async () => {
    const plain = await server.file('/assets/app-1a2b.js')
    expect([plain.status, plain.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
    expect([plain.headers['content-encoding'], plain.body.toString()]).toEqual([undefined, script])
    for (const accept of ['br', 'gzip, deflate, br, zstd']) {
      const { headers, body } = await server.file('/assets/app-1a2b.js', { 'accept-encoding': accept })
      expect(headers).toMatchObject({
        'content-encoding': 'br',
        'content-type': plain.headers['content-type'],
        vary: 'accept-encoding',
        'cache-control': 'public, max-age=31536000, immutable',
      })
      expect(brotliDecompressSync(body).toString()).toBe(script)
    }
    const zipped = await server.file('/assets/app-1a2b.js', { 'accept-encoding': 'gzip' })
    expect([zipped.headers['content-encoding'], gunzipSync(zipped.body).toString()]).toEqual(['gzip', script])
    const page = await server.page('/earn', { 'accept-encoding': 'br' })
    expect(brotliDecompressSync(page.body).toString()).toBe(html('app-1a2b.js'))
    expect(page.headers).toMatchObject({ 'content-encoding': 'br', 'content-type': 'text/html; charset=utf-8' })
  })

  test('a file beside the page has no hash and is revalidated', async () => {
    const { status, headers } = await server.file('/favicon.svg')
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, 'image/svg+xml', 'no-cache'])
  })

  test.each(['/assets/app-gone.js', '/assets/app-1a2b.js/x'])(
    '%s, which is nowhere, is a 404 that nobody remembers, also to a browser that would take a page',
    async (path) => {
      for (const { status, headers, body } of [await server.file(path), await server.page(path)]) {
        expect([status, JSON.parse(body.toString()).code]).toEqual([404, 'route_not_found'])
        expect(headers['cache-control']).toBe('no-store')
      }
    },
  )

  test('an unknown call below /player is a JSON error and not the page', async () => {
    expect((await server.page('/player/nothing')).status).toBe(404)
  })

  test.each(['/console', '/console/', '/console/apps'])(
    '%s is not the players’ page where the console is off: nobody signs in to it as an operator',
    async (path) => expect((await server.page(path)).status).toBe(404),
  )
})

describe('link previews', () => {
  const page = `<!doctype html><html><head><meta name="description" content="Earn." /><title>OpenAuth</title></head></html>`
  const app = {
    id: '7d1c6a3e-58b1-4f6a-9d43-0d1f4c2a9b10',
    methods: [],
    logoUrl: 'https://cdn.example/logo.png?a=1&b=2',
    name: `Rings "&" <Co> $&`,
    description: "Tap's a game",
  }
  const brand = playerBrandOf({ brand: {}, logoUrl: app.logoUrl })
  let server: PlayerServer
  beforeAll(async () => {
    const environment = { OPENAUTH_PUBLIC_URL: 'https://play.example.com' }
    server = await startPlayer(kept(await makeBuild({ 'index.html': page })), environment, async () => ({
      app: { ...app, brand, connections: [], tapGame: true },
    }))
  })
  afterAll(() => server.stop())

  test.each(['/earn', '/wallet/send', '/Referral/', '/dapp?name=Rocket', '/login'])(
    'U8: %s answers HEAD, and clients that name no type',
    async (path) => {
      const [head, any, none] = [
        await server.ask('HEAD', path),
        await server.ask('GET', path, { accept: '*/*' }),
        await server.ask('GET', path),
      ]
      for (const { status, headers } of [head, any, none])
        expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
      expect(head.body).toHaveLength(0)
      expect(head.headers['content-length']).toBe(String(none.body.length))
      expect(any.body.equals(none.body)).toBe(true)
    },
  )

  test.each([
    ['GET', '/nowhere'],
    ['HEAD', '/nowhere'],
    ['GET', '/earnings'],
    ['GET', '/app/wallet'],
  ] as const)('U8: %s %s, which is no page of the front end, stays unknown to them', async (method, path) => {
    expect((await server.ask(method, path)).status).toBe(404)
  })

  test('U8: POST to a page is no page: it answers which methods the page takes', async () => {
    const { status, headers, body } = await server.ask('POST', '/earn', { accept: 'text/html' })
    expect([status, headers.allow, JSON.parse(body.toString()).code]).toEqual([
      405,
      'GET, HEAD, OPTIONS',
      'method_not_allowed',
    ])
  })

  test('U8: title, description and og: tags are the app’s, escaped', async () => {
    const html = (await server.ask('GET', '/earn')).body.toString()
    const name = 'Rings &quot;&amp;&quot; &lt;Co&gt; $&amp;'
    for (const part of [
      `<title>${name}</title>`,
      '<meta name="description" content="Tap&#39;s a game" />',
      `<meta property="og:title" content="${name}" />`,
      '<meta property="og:description" content="Tap&#39;s a game" />',
      '<meta property="og:image" content="https://cdn.example/logo.png?a=1&amp;b=2" />',
      '<meta property="og:url" content="https://play.example.com" />',
    ])
      expect(html).toContain(part)
    const zipped = await server.ask('GET', '/earn', { 'accept-encoding': 'br;q=0, gzip' })
    expect([zipped.headers['content-encoding'], gunzipSync(zipped.body).toString()]).toEqual(['gzip', html])
  })

  test('U8: without a database the page is served with a default name', async () => {
    const build = kept(await makeBuild({ 'index.html': page }))
    const alone = await startPlayer(build, {}, () => Promise.reject(new Error('no database')))
    const html = (await alone.ask('GET', '/earn')).body.toString()
    await alone.stop()
    expect(html).toContain('<title>OpenAuth</title>')
  })
})

describe('a page of an earlier build', () => {
  let dataDir: string
  let running: PlayerServer | undefined
  afterEach(() => running?.stop())

  const keptFiles = () => readdir(join(dataDir, 'player-assets')).catch(() => [])
  const restart = async (build: string) => {
    await running?.stop()
    running = await startPlayer(kept(build), { dataDir })
    return running
  }

  test('works after the next build has replaced it, also compressed', async () => {
    dataDir = kept(await temporaryFolder())
    await restart(await buildOf('app-old1.js'))
    await expect.poll(keptFiles).toHaveLength(3)
    const server = await restart(await buildOf('app-new1.js'))
    await expect.poll(keptFiles).toHaveLength(6)
    for (const name of ['app-old1.js', 'app-new1.js']) {
      const { status, headers, body } = await server.file(`/assets/${name}`)
      expect([status, body.toString()]).toEqual([200, script])
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    }
    const { headers } = await server.file('/assets/app-old1.js', { 'accept-encoding': 'br' })
    expect(headers['content-encoding']).toBe('br')
  })

  test('a build that replaces another one while the server runs is served at once', async () => {
    dataDir = kept(await temporaryFolder())
    const build = await buildOf('app-old2.js')
    const server = await restart(build)
    await expect.poll(keptFiles).toHaveLength(3)
    await rm(join(build, 'assets'), { recursive: true })
    await mkdir(join(build, 'assets'))
    await writeFile(join(build, 'assets/app-new2.js'), script)
    for (const name of ['app-old2.js', 'app-new2.js']) expect((await server.file(`/assets/${name}`)).status).toBe(200)
  })

  test('a data directory that is not writable still allows the server’s own build', async () => {
    dataDir = kept(await temporaryFolder())
    await writeFile(join(dataDir, 'player-assets'), 'a file in its place')
    const server = await restart(await buildOf('app-own.js'))
    expect((await server.file('/assets/app-own.js')).status).toBe(200)
    expect((await server.file('/assets/app-none.js')).status).toBe(404)
  })
})
