import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '../env.ts'
import { Problem, sendProblem } from '../errors.ts'
import { root } from '../paths.ts'
import { keepAssetsRegularly } from './player-assets.ts'
import { playerHeaders } from './player-policy.ts'

/** Paths that no page has: an unknown one below these is a mistake to be told of, not a page of the player app. */
const noPage =
  /^\/(admin|app|user|auth|api|player|assets|avatars|content|docs|\.well-known|metrics|healthz|readyz|openapi\.json)(\/|$)/

const wantsPage = (request: FastifyRequest): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  !noPage.test(request.url.split('?', 1)[0]!) &&
  (request.headers.accept ?? '').includes('text/html')

/**
 * An entity tag of what may be sent, compressed or not. Of the content: times and sizes of files are the same from build
 * to build where archives level them. Undefined while there is no page.
 */
const tagOf = async (page: string): Promise<string | undefined> => {
  const read = (path: string) => readFile(path).catch(() => undefined)
  const [content, ...compressed] = await Promise.all([page, `${page}.br`, `${page}.gz`].map(read))
  if (!content) return undefined
  const hash = createHash('sha256').update(content)
  for (const file of compressed) if (file) hash.update(file)
  return `W/"${hash.digest('base64url').slice(0, 22)}"`
}

const pageCaching = { 'cache-control': 'no-cache', vary: 'accept-encoding' }

/** The page, which browsers may keep and must ask about: it names the files of its build. */
const pageSender = (folder: string, headers: Record<string, string>) => {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const etag = await tagOf(join(folder, 'index.html'))
    // A build that is under way has taken the page away.
    if (!etag) throw new Problem('route_not_found')
    void reply.headers({ ...headers, ...pageCaching, etag })
    // RFC 9110, section 13.1.2; weak comparison.
    const known = (request.headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim())
    if (known.includes(etag)) return reply.code(304).send()
    return reply.sendFile('index.html', { etag: false, lastModified: false })
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
    globIgnore: ['index.html', 'assets/**', '**/*.{br,gz}'],
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
    stop = keepAssetsRegularly(assets, kept, app.log)
  })
  app.addHook('onClose', () => stop())
}

export interface PlayerOptions {
  settings: Pick<Settings, 'production' | 'player' | 'dataDir'>
  /** Where the built player app is. */
  folder?: string
}

/**
 * The built player app at `/`. Its routes live in the browser, so that every page request gets its index; whatever else
 * is unknown is told so.
 */
export const player = async (
  app: FastifyInstance,
  { settings, folder = join(root, 'player-web', 'dist') }: PlayerOptions,
): Promise<void> => {
  const built = existsSync(join(folder, 'index.html'))
  const headers = playerHeaders(settings)
  const sendPage = pageSender(folder, headers)
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
