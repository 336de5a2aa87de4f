import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { type PlayerConfig, playerPages } from '@openauth/client'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pathOf } from '../allowed-methods.ts'
import { isConsoleFor } from '../console-settings.ts'
import type { Settings } from '../env.ts'
import { Problem, sendProblem } from '../errors.ts'
import { root } from '../paths.ts'
import { startAssetRetention } from './player-assets.ts'
import { createPageRenderer, encodingFor, type PageMeta, withMeta } from './player-page.ts'
import { consentHeaders, playerHeaders } from './player-policy.ts'

/** Paths without pages: an unknown path below these is an error and not a page of the player app. */
const noPage =
  /^\/(admin|app|console|user|auth|api|player|assets|avatars|content|docs|oidc|\.well-known|metrics|healthz|readyz|openapi\.json)(\/|$)/

const isPage = new RegExp(`^/(${playerPages.join('|')})(/|$)`, 'i')

const isConsentPage = /^\/authorize(\/|$)/i

/**
 * Whether a request is answered with the page: one of its routes for every client, since link previews and HEAD
 * requests do not accept HTML explicitly; any other path only for browsers.
 */
const wantsPage = ({ method, url, headers }: FastifyRequest): boolean => {
  const path = pathOf({ url })
  if ((method !== 'GET' && method !== 'HEAD') || noPage.test(path)) return false
  return isPage.test(path) || (headers.accept ?? '').includes('text/html')
}

const pageCaching = { 'cache-control': 'no-cache', vary: 'accept-encoding' }

const pageMethods = ['GET', 'HEAD', 'OPTIONS']

const CONSOLE_PATH = '/console/'

const DESCRIPTION = 'Earn rewards, play games and keep a wallet.'

/** Metadata for previews: the app's own name, texts and logo, if the front end has an app. Without one, the console, if it is served. */
const metaOf = (app: PlayerConfig['app'], publicUrl: string, hasConsole: boolean): PageMeta => ({
  title: app?.name ?? 'OpenAuth',
  description: app?.description || DESCRIPTION,
  image: app?.brand.logoUrl ?? null,
  splash: app?.brand.loginPictureUrl ?? null,
  url: publicUrl,
  console: hasConsole ? CONSOLE_PATH : null,
})

type SendPage = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** Sends the page, which browsers must revalidate because it names the files of its build. */
const pageSender = (
  folder: string,
  headersOf: (path: string) => Record<string, string>,
  { home, settings }: Pick<PlayerOptions, 'home' | 'settings'>,
): SendPage => {
  const render = createPageRenderer()
  return async (request, reply) => {
    const html = await readFile(join(folder, 'index.html'), 'utf8').catch(() => undefined)
    // A running build has removed the page.
    if (html === undefined) throw new Problem('route_not_found')
    // Without its database the server still serves the page, which reports the outage.
    const found = await home(request.log).catch(() => undefined)
    // For the operator of a new server. Once it has an app the page is for players, who are not told.
    const hasConsole = found?.app === null && isConsoleFor(settings, request.raw)
    const meta = metaOf(found?.app ?? null, settings.publicUrl, hasConsole)
    const { plain, compressed, etag } = await render(withMeta(html, meta))
    void reply.headers({ ...headersOf(pathOf(request)), ...pageCaching, etag })
    // RFC 9110, section 13.1.2; weak comparison.
    const known = (request.headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim())
    if (known.includes(etag)) return reply.code(304).send()
    void reply.type('text/html; charset=utf-8')
    const encoding = encodingFor(request.headers['accept-encoding'])
    return encoding ? reply.header('content-encoding', encoding).send(compressed[encoding]) : reply.send(plain)
  }
}

const canBeMade = (folder: string): Promise<boolean> =>
  mkdir(folder, { recursive: true, mode: 0o700 }).then(
    () => true,
    () => false,
  )

/**
 * Serves files beside the page, and those named by their content: this build's, then the retained ones of earlier
 * builds.
 */
const serveFiles = async (app: FastifyInstance, folder: string, kept: string, headers: Record<string, string>) => {
  const common = { preCompressed: true, index: false, cacheControl: false, suppressWarning: true } as const
  await app.register(fastifyStatic, {
    ...common,
    root: folder,
    wildcard: false,
    globIgnore: ['index.html', 'NOTICE', 'assets/**', '**/*.{br,gz}'],
    setHeaders: (reply) => void reply.headers({ ...headers, 'cache-control': 'no-cache' }),
  })
  await app.register(fastifyStatic, {
    ...common,
    decorateReply: false,
    root: [join(folder, 'assets'), ...((await canBeMade(kept)) ? [kept] : [])],
    prefix: '/assets/',
    dotfiles: 'ignore',
    setHeaders: (reply) => void reply.headers({ ...headers, 'cache-control': 'public, max-age=31536000, immutable' }),
  })
}

/** In the background, since only the next build needs the files. */
const keepWhileListening = (app: FastifyInstance, assets: string, kept: string): void => {
  let stop = async () => {}
  app.addHook('onListen', async () => {
    stop = startAssetRetention(assets, kept, app.log)
  })
  app.addHook('onClose', () => stop())
}

export interface PlayerOptions {
  settings: Pick<Settings, 'production' | 'development' | 'player' | 'dataDir' | 'publicUrl' | 'console'>
  /** The app of the front end, whose name and texts the page contains. */
  home: (log: Pick<FastifyRequest['log'], 'warn'>) => Promise<Pick<PlayerConfig, 'app'>>
  /** The methods of a path, if the server has it. */
  methodsOf?: (path: string) => string[] | undefined
  /** The folder of the built player app. */
  folder?: string
}

/** `npm run dev` builds into another folder, uncompressed and unminified, at every change. */
const playerFolder = ({ development }: Pick<Settings, 'development'>): string =>
  join(root, 'player-web', development ? 'dist-dev' : 'dist')

/** Refuses what no route takes: a path that the server does not have, or a method that the path does not have. */
const refuse = (request: FastifyRequest, reply: FastifyReply, methods: string[] | undefined) => {
  if (!methods) return sendProblem(new Problem('route_not_found'), request, reply)
  const allow = methods.join(', ')
  const message = `This path does not take the method ${request.method}. Use one of: ${allow}`
  return sendProblem(new Problem('method_not_allowed', { message }), request, reply.header('allow', allow))
}

/**
 * Serves the built player app at `/`. Its routes are in the browser, so every page request gets its index; other
 * unknown paths are errors.
 */
export const player = async (
  app: FastifyInstance,
  { settings, home, methodsOf = () => undefined, folder = playerFolder(settings) }: PlayerOptions,
): Promise<void> => {
  const built = existsSync(join(folder, 'index.html'))
  const headers = playerHeaders(settings)
  const ofConsent = consentHeaders(settings)
  const headersOf = (path: string) => (isConsentPage.test(path) ? ofConsent : headers)
  const sendPage = pageSender(folder, headersOf, { home, settings })
  if (built) {
    const kept = join(settings.dataDir, 'player-assets')
    await serveFiles(app, folder, kept, headers)
    keepWhileListening(app, join(folder, 'assets'), kept)
    for (const path of ['/', '/index.html']) app.get(path, sendPage)
  } else app.log.warn(`The player app is not built (${folder}); run npm run build`)
  const isOfPage = (path: string) => built && isPage.test(path)
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    if (built && wantsPage(request)) return sendPage(request, reply)
    const path = pathOf(request)
    return refuse(request, reply, methodsOf(path) ?? (isOfPage(path) ? pageMethods : undefined))
  })
}
