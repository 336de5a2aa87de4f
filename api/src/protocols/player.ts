import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem, sendProblem } from '../errors.ts'
import { root } from '../paths.ts'
import { pageHeaders } from './page-headers.ts'

/** Paths of the API: an unknown one below these is a mistake to be told of, not a page of the player app. */
const apiPath =
  /^\/(admin|app|user|auth|api|avatars|content|docs|\.well-known|metrics|healthz|readyz|openapi\.json)(\/|$)/

/** Scripts, styles and calls of this server only; pictures from anywhere, since avatars and logos are. */
const policy =
  "default-src 'self'; img-src 'self' data: https:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

const wantsPage = (request: FastifyRequest): boolean =>
  request.method === 'GET' &&
  !apiPath.test(request.url.split('?', 1)[0]!) &&
  (request.headers.accept ?? '').includes('text/html')

const serveFiles = async (app: FastifyInstance, folder: string): Promise<void> => {
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    cacheControl: false,
    setHeaders: (response, path) => {
      const hashed = path.includes('/assets/')
      void response
        .header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
        .headers({ ...pageHeaders, 'content-security-policy': policy })
    },
  })
}

/**
 * The built player app at `/`. Its routes live in the browser, so that every page request gets its index; whatever else
 * is unknown is told so.
 */
export const player = async (app: FastifyInstance): Promise<void> => {
  const folder = join(root, 'player-web', 'dist')
  const built = existsSync(join(folder, 'index.html'))
  if (built) await serveFiles(app, folder)
  else app.log.warn(`The player app is not built (${folder}); run npm run build`)
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) =>
    built && wantsPage(request)
      ? reply.sendFile('index.html')
      : sendProblem(new Problem('route_not_found'), request, reply),
  )
}
