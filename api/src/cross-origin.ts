import { contract, listRoutes } from '@openauth/client'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FindAppsOfOrigin } from './features/apps/app-origins.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The apps that have the origin of the calling page on their list, where this call is one for pages of apps. */
    appsOfOrigin?: ReadonlySet<string>
  }
}

const ALLOW_ORIGIN = 'access-control-allow-origin'

/** For documents that are public, as a key set is: a page of any origin may read them. Never with credentials. */
export const anyOrigin = { [ALLOW_ORIGIN]: '*' }

/** Headers of answers that scripts of other origins may read beside the usual ones. */
const exposed = { 'access-control-expose-headers': 'retry-after, x-request-id' }

/** Browsers ask again after this time at the latest, each by a limit of its own. Seconds. */
const PREFLIGHT_MAX_AGE = 86_400

/**
 * The answer to a preflight. No `access-control-allow-credentials`: calls carry a bearer credential, and browsers send no cookie
 * of this server with those of other origins. https://fetch.spec.whatwg.org/#http-cors-protocol
 */
const preflight = {
  'access-control-allow-methods': 'GET, POST, PATCH, DELETE',
  'access-control-allow-headers': 'authorization, content-type',
  'access-control-max-age': String(PREFLIGHT_MAX_AGE),
}

/** Who may read the answers below a first part of a path: pages of apps, or of any origin. Admins and partners have no pages elsewhere. */
type Readers = 'apps' | 'any' | 'none'

const segmentOf = (url: string): string => /^\/([^/?]*)/.exec(url)?.[1] ?? ''

const readersBySegment = (): ReadonlyMap<string, Readers> => {
  const auths = new Map<string, Set<string>>()
  for (const { route } of listRoutes(contract)) {
    const segment = segmentOf(route.path)
    auths.set(segment, (auths.get(segment) ?? new Set()).add(route.auth))
  }
  const readersOf = (kinds: Set<string>): Readers => {
    if (kinds.has('admin') || kinds.has('app')) return 'none'
    return kinds.has('user') ? 'apps' : 'any'
  }
  return new Map([...auths].map(([segment, kinds]) => [segment, readersOf(kinds)]))
}
const readers = readersBySegment()

/**
 * Lets pages of other origins read answers. Calls of users and logins: pages whose origin is on the list of the app that the call is
 * about, `redirectOrigins`, compared whole. Which app that is the credential or the input says: until then, as for a
 * preflight or a refused credential, an origin on the list of any app may read the answer, which is about no app.
 */
export const guardOrigins = (app: FastifyInstance, findApps: FindAppsOfOrigin): void => {
  app.addHook('onRequest', async (request, reply) => {
    const kind = readers.get(segmentOf(request.url))
    if (kind === 'any') void reply.headers({ ...anyOrigin, ...exposed })
    if (kind !== 'apps') return
    // Also without an origin: a cache must not give that answer to a page (Fetch, section 3.3.5).
    void reply.header('vary', 'origin')
    const { origin } = request.headers
    const apps = origin === undefined ? undefined : await findApps(origin)
    if (origin === undefined || !apps) return
    request.appsOfOrigin = apps
    void reply.headers({ [ALLOW_ORIGIN]: origin, ...exposed })
  })
  app.options('*', (_, reply) => {
    if (reply.hasHeader(ALLOW_ORIGIN)) void reply.headers(preflight)
    return reply.code(204).send()
  })
}

/** Takes back that the calling page may read the answer, where its origin is not on the list of the app that the call is about. */
export const requireOriginOf = (request: FastifyRequest, reply: FastifyReply, appId: string): void => {
  if (request.appsOfOrigin && !request.appsOfOrigin.has(appId)) void reply.removeHeader(ALLOW_ORIGIN)
}
