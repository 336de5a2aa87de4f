import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import { dirname, extname, join, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { closeServer, listenOnLoopback } from './loopback.ts'

interface DemoOptions {
  /** 0 for any free port. */
  port?: number
  /** The address of the API. */
  apiUrl: string
  /** The app of the page's users. Its redirectOrigins must contain the demo's origin. */
  appId: string
  /** The identity providers on loopback. */
  worldUrl: string
  /** The id of the app's bot, for the Login Widget. Without it the page offers mini-apps only. */
  telegramBotId?: string | number
}

export interface Demo {
  /** With the name localhost, because passkeys need a host name. */
  url: string
  stop: () => Promise<void>
}

const folder = resolve(dirname(fileURLToPath(import.meta.url)), '../demo/dist')
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/**
 * Allows its own scripts and styles, calls to the API and the providers, and images from every origin, since avatars
 * may be anywhere.
 */
const policyOf = ({ apiUrl, worldUrl }: DemoOptions): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `connect-src 'self' ${new URL(apiUrl).origin} ${new URL(worldUrl).origin}`,
    "img-src 'self' http: https: data:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

/** A file of the built page. A path without an extension is the page itself. */
const fileAt = (path: string): string | undefined => {
  const file = join(folder, extname(path) === '' ? 'index.html' : path)
  return file.startsWith(folder + sep) ? file : undefined
}

const pathOf = (url = '/'): string => {
  try {
    return decodeURIComponent(url.split(/[?#]/, 1)[0]!)
  } catch {
    return '/'
  }
}

const sendFile = async (path: string, response: ServerResponse): Promise<void> => {
  const file = fileAt(path)
  const content = file ? await readFile(file).catch(() => undefined) : undefined
  if (!file || !content) return void response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found')
  const cache = path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
  const type = types[extname(file)] ?? 'application/octet-stream'
  response.writeHead(200, { 'content-type': type, 'cache-control': cache }).end(content)
}

/** Serves the demo page (built by `node tools/build.mjs demo`), on which every login method can be tried. */
export const startDemo = async (options: DemoOptions): Promise<Demo> => {
  if (!existsSync(join(folder, 'index.html'))) throw new Error('The demo is not built: run node tools/build.mjs demo')
  const { port = 0, apiUrl, appId, worldUrl, telegramBotId } = options
  const bot = telegramBotId === undefined ? null : String(telegramBotId)
  const config = JSON.stringify({ apiUrl, appId, worldUrl, telegramBotId: bot })
  const headers = {
    'content-security-policy': policyOf(options),
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  }
  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    const path = pathOf(request.url)
    if (path === '/config.json') response.writeHead(200, { 'content-type': 'application/json' }).end(config)
    else void sendFile(path, response)
  })
  const listening = await listenOnLoopback(server, port)
  return {
    url: `http://localhost:${listening}`,
    stop: () => closeServer(server),
  }
}
