import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { type PlayerConfig, playerPages } from '@openauth/client'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '../env.ts'
import { Problem, sendProblem } from '../errors.ts'
import { root } from '../paths.ts'
import { startAssetRetention } from './player-assets.ts'
import { createPageRenderer, encodingFor, type PageMeta, withMeta } from './player-page.ts'
import { playerHeaders } from './player-policy.ts'

/** Paths that no page has: an unknown one below these is a mistake to be told of, not a page of the player app. */
const noPage =
  /^\/(admin|app|user|auth|api|player|assets|avatars|content|docs|\.well-known|metrics|healthz|readyz|openapi\.json)(\/|$)/

const isPage = new RegExp(`^/(${playerPages.join('|')})(/|$)`, 'i')

/**
 * Whether a request is answered with the page: one of its routes to whoever asks, since previews of links and HEAD
 * requests say nothing of HTML; any other path only to browsers.
 */
const wantsPage = ({ method, url, headers }: FastifyRequest): boolean => {
  const path = url.split('?', 1)[0]!
  if ((method !== 'GET' && method !== 'HEAD') || noPage.test(path)) return false
  return isPage.test(path) || (headers.accept ?? '').includes('text/html')
}

const pageCaching = { 'cache-control': 'no-cache', vary: 'accept-encoding' }

const DESCRIPTION = 'Earn rewards, play games and keep a wallet.'

/** What previews tell: the app's own name, words and logo, where the front end has its app. */
const metaOf = (app: PlayerConfig['app'], publicUrl: string): PageMeta => ({
  title: app?.name ?? 'OpenAuth',
  description: app?.description || DESCRIPTION,
  image: app?.logoUrl ?? null,
  url: publicUrl,
})

type SendPage = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** The page, which browsers may keep and must ask about: it names the files of its build. */
const pageSender = (
  folder: string,
  headers: Record<string, string>,
  { home, settings }: Pick<PlayerOptions, 'home' | 'settings'>,
): SendPage => {
  const render = createPageRenderer()
  return async (request, reply) => {
    const html = await readFile(join(folder, 'index.html'), 'utf8').catch(() => undefined)
    // A build that is under way has taken the page away.
    if (html === undefined) throw new Problem('route_not_found')
    // Without its database the server still has a page, which says so itself.
    const { app } = await home(request.log).catch(() => ({ app: null }))
    const { plain, compressed, etag } = await render(withMeta(html, metaOf(app, settings.publicUrl)))
    void reply.headers({ ...headers, ...pageCaching, etag })
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

/** Files beside the page, and those named by their content: this build's, then the ones kept of earlier builds. */
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

/** Beside serving, since only the next build needs them. */
const keepWhileListening = (app: FastifyInstance, assets: string, kept: string): void => {
  let stop = async () => {}
  app.addHook('onListen', async () => {
    stop = startAssetRetention(assets, kept, app.log)
  })
  app.addHook('onClose', () => stop())
}

export interface PlayerOptions {
  settings: Pick<Settings, 'production' | 'development' | 'player' | 'dataDir' | 'publicUrl'>
  /** The app that the front end belongs to, whose name and words stand in the page. */
  home: (log: Pick<FastifyRequest['log'], 'warn'>) => Promise<Pick<PlayerConfig, 'app'>>
  /** Where the built player app is. */
  folder?: string
}

/** `npm run dev` builds apart: neither compressed nor minified, and at every change. */
const playerFolder = ({ development }: Pick<Settings, 'development'>): string =>
  join(root, 'player-web', development ? 'dist-dev' : 'dist')

/**
 * The built player app at `/`. Its routes live in the browser, so that every page request gets its index; whatever else
 * is unknown is told so.
 */
export const player = async (
  app: FastifyInstance,
  { settings, home, folder = playerFolder(settings) }: PlayerOptions,
): Promise<void> => {
  const built = existsSync(join(folder, 'index.html'))
  const headers = playerHeaders(settings)
  const sendPage = pageSender(folder, headers, { home, settings })
  if (built) {
    const kept = join(settings.dataDir, 'player-assets')
    await serveFiles(app, folder, kept, headers)
    keepWhileListening(app, join(folder, 'assets'), kept)
    for (const path of ['/', '/index.html']) app.get(path, sendPage)
  } else app.log.warn(`The player app is not built (${folder}); run npm run build`)
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) =>
    built && wantsPage(request)
      ? sendPage(request, reply)
      : sendProblem(new Problem('route_not_found'), request, reply),
  )
}
