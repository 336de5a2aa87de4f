import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { BrowserContext, Page } from 'playwright-core'
import { sharedBrowser } from '../chromium.ts'
import type { Settings } from './page.tsx'

/** Once a worker. */
let bundled: Promise<string> | undefined

const bundle = async (): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('page.tsx', import.meta.url))],
    bundle: true,
    write: false,
    format: 'esm',
    jsx: 'automatic',
    minify: true,
    conditions: ['openauth-source'],
    define: { 'process.env.NODE_ENV': '"development"' },
  })
  return outputFiles[0]!.text
}

const html =
  '<!doctype html><link rel="icon" href="data:,"><div id="root"></div><script type="module" src="/page.js"></script>'

/** A path of the page's origin without the page. */
export const blank = '/blank'

const servePage = async () => {
  const files = new Map<string | undefined, [type: string, body: string]>([
    ['/page.js', ['text/javascript', await (bundled ??= bundle())]],
    [blank, ['text/html', '<!doctype html><link rel="icon" href="data:,">']],
  ])
  const server = createServer(({ url }, response) => {
    const [type, body] = files.get(url) ?? ['text/html', html]
    response.writeHead(200, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'max-age=3600' }).end(body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const stop = () => {
    server.closeAllConnections()
    return new Promise((done) => server.close(done))
  }
  // Passkeys exist on names only, not on addresses.
  return { origin: `http://localhost:${(server.address() as AddressInfo).port}`, stop }
}

export interface TestBrowser {
  origin: string
  context: BrowserContext
  /** Opens the page in a tab; `prepare` runs before anything of it. */
  open: (settings: Settings, path?: string, prepare?: (page: Page) => Promise<unknown>) => Promise<Page>
  /** Stores a value before a page is opened. */
  store: (key: string, value: string) => Promise<void>
  /** Closes all tabs and forgets what was kept. */
  clear: () => Promise<void>
  stop: () => Promise<void>
}

/** A real browser, and a server on another origin than the API's that serves the page under every path. */
export const startBrowser = async (): Promise<TestBrowser> => {
  const site = await servePage()
  const browser = await sharedBrowser()
  const context = await browser.newContext()
  const open: TestBrowser['open'] = async (settings, path = '/', prepare) => {
    const page = await context.newPage()
    await page.addInitScript((given) => {
      window.settings = given
    }, settings)
    await prepare?.(page)
    await page.goto(site.origin + path)
    return page
  }
  const empty = await context.newPage()
  await empty.goto(site.origin + blank)
  const store: TestBrowser['store'] = (key, value) =>
    empty.evaluate((given) => localStorage.setItem(...given), [key, value] as const)
  const clear = async () => {
    await Promise.all(
      context
        .pages()
        .filter((page) => page !== empty)
        .map((page) => page.close()),
    )
    await empty.evaluate(() => localStorage.clear())
  }
  const stop = async () => {
    await context.close()
    await site.stop()
  }
  return { origin: site.origin, context, open, store, clear, stop }
}

/** Resolves once the page knows whom it stands before. */
export const ready = (page: Page): Promise<unknown> => page.waitForFunction(() => window.oa?.auth.status === 'ready')

/** Answers calls of an API path as told, and remembers their bodies. */
export const intercept = async (page: Page, path: string, status: number, body: unknown) => {
  const seen: { body: unknown; authorization: string | undefined; address: string }[] = []
  const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
  await page.route(`**${path}`, async (route) => {
    const request = route.request()
    if (request.method() === 'OPTIONS') return route.fulfill({ status: 204, headers })
    const { authorization } = await request.allHeaders()
    seen.push({ body: request.postDataJSON() as unknown, authorization, address: page.url() })
    await route.fulfill({ status, headers, contentType: 'application/json', body: JSON.stringify(body) })
  })
  return seen
}
