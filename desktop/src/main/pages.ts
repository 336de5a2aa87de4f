import { readFile } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'

/** The window's pages have a scheme of their own: file:// could read the whole disk. */
export const scheme = 'openauth'
export const consoleUrl = `${scheme}://console/`

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** The page talks to the main process alone, so that it may connect to nothing and load only what it was built from. */
export const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const notFound = () => new Response('Not found', { status: 404 })

/** Serves the built window from `folder`, and nothing from outside it. */
export const servePages =
  (folder: string) =>
  async (request: { url: string }): Promise<Response> => {
    const { host, pathname } = new URL(request.url)
    // Taken as it stands: the build's file names need no decoding, and an encoded slash must stay one name.
    const path = normalize(join(folder, pathname === '/' ? 'index.html' : pathname))
    const type = types[extname(path)]
    if (host !== 'console' || !type || !path.startsWith(folder + sep)) return notFound()
    const content = await readFile(path).catch(() => undefined)
    if (!content) return notFound()
    const headers = { 'content-type': type, 'content-security-policy': policy, 'x-content-type-options': 'nosniff' }
    return new Response(new Uint8Array(content), { headers })
  }

/** Tells the console's own pages: the built ones, and in development those of Vite's server. */
export const createConsoleUrlCheck =
  (developmentUrl?: string) =>
  (url: string): boolean => {
    if (!URL.canParse(url)) return false
    const { protocol, host, origin } = new URL(url)
    if (developmentUrl) return origin === new URL(developmentUrl).origin
    return protocol === `${scheme}:` && host === 'console'
  }
