import { readFile } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'

/** The scheme of the console's pages; pages under file:// could read any file. */
export const scheme = 'openauth'
export const consoleUrl = `${scheme}://console/`

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** The content security policy: no connections, because calls go through the main process, and only built files. */
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

/** Serves the built files of the window from `folder` only. */
export const servePages =
  (folder: string) =>
  async (request: { url: string }): Promise<Response> => {
    const { host, pathname } = new URL(request.url)
    // Not decoded: the build's file names need no decoding, and an encoded slash must not become a separator.
    const path = normalize(join(folder, pathname === '/' ? 'index.html' : pathname))
    const type = types[extname(path)]
    if (host !== 'console' || !type || !path.startsWith(folder + sep)) return notFound()
    const content = await readFile(path).catch(() => undefined)
    if (!content) return notFound()
    const headers = { 'content-type': type, 'content-security-policy': policy, 'x-content-type-options': 'nosniff' }
    return new Response(new Uint8Array(content), { headers })
  }

/** Creates a check for the console's own pages: the built files, and during development those of Vite's server. */
export const createConsoleUrlCheck =
  (developmentUrl?: string) =>
  (url: string): boolean => {
    if (!URL.canParse(url)) return false
    const { protocol, host, origin } = new URL(url)
    if (developmentUrl) return origin === new URL(developmentUrl).origin
    return protocol === `${scheme}:` && host === 'console'
  }
