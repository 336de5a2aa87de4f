import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Platform } from '../resources.ts'
import { adminOfCookie, type ConsoleCookie, pageKeyOf } from './console-session.ts'
import { pageHeaders } from './page-headers.ts'

/** The content security policy of the console's pages. Nothing is framed, and no page frames them. */
export const consolePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/**
 * The headers of every answer below /console. With an embedder policy the opener policy is another than that of all other
 * pages of this origin: a window that one of them opens on the console, or the console on them, has no reference to it.
 * https://html.spec.whatwg.org/multipage/browsers.html#cross-origin-opener-policies
 */
export const consoleHeaders = {
  ...pageHeaders,
  'content-security-policy': consolePolicy,
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'x-robots-tag': 'noindex',
  'cache-control': 'no-store',
}

/**
 * Whether a browser opens the page in a tab of its own. The script of another page of this origin, which could read the
 * answer to a request of its own, can neither send these headers nor read what a tab of the console shows.
 */
const isOpened = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'

/** A database that does not answer must not sign anybody out. */
const hasSession = (deps: Pick<Platform, 'db' | 'tokens'>, cookie: string): Promise<boolean> =>
  adminOfCookie(deps, cookie).then(
    (admin) => admin !== undefined,
    async () => (await deps.tokens.verifyConsole(cookie).catch(() => undefined)) !== undefined,
  )

const keyOf = async (deps: Pick<Platform, 'db' | 'tokens'>, request: FastifyRequest, { read }: ConsoleCookie) => {
  const cookie = isOpened(request) ? read(request) : undefined
  return cookie !== undefined && (await hasSession(deps, cookie)) ? pageKeyOf(cookie) : undefined
}

const meta = (name: string, content: string): string => `<meta name="${name}" content="${content}" />`

/**
 * The page for a request: with the key of its session, and with the addresses of its files written out, since pages are
 * at any depth below /console. A page that a link of another site opens came without the cookie (SameSite=Strict); it is
 * told to open itself once more.
 */
const renderPage = (html: string, key: string | undefined, isFromElsewhere: boolean): string => {
  const tags = [
    ...(key === undefined ? [] : [meta('openauth-console-key', key)]),
    ...(isFromElsewhere ? [meta('openauth-console-reload', 'once')] : []),
  ]
  return html.replaceAll(/ (src|href)="\.\//g, ' $1="/console/').replace('</head>', () => `${tags.join('')}</head>`)
}

export const NOT_BUILT = 'The console is not built. Run npm run build on the server, then open this page again.\n'

/** Sends the console's page. */
export const createConsolePage =
  (deps: Pick<Platform, 'db' | 'tokens'>, folder: string, cookie: ConsoleCookie) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const html = await readFile(join(folder, 'index.html'), 'utf8').catch(() => undefined)
    if (html === undefined) return reply.code(503).type('text/plain; charset=utf-8').send(NOT_BUILT)
    const key = await keyOf(deps, request, cookie)
    const isFromElsewhere = isOpened(request) && request.headers['sec-fetch-site'] === 'cross-site'
    return reply.type('text/html; charset=utf-8').send(renderPage(html, key, isFromElsewhere))
  }
