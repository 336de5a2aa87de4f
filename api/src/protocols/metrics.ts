import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { Problem } from '../errors.ts'
import { isFromThisMachine } from '../lib/caller.ts'
import { scrape } from '../lib/metrics/exposition.ts'
import type { Gauges } from '../lib/metrics/gauges.ts'
import type { ObservabilitySettings } from '../observability-settings.ts'
import { SettingsError } from '../parse-environment.ts'

/** Whether a request shows the token, compared in constant time. RFC 6750, section 2.1 */
const showsToken = ({ headers }: Pick<IncomingMessage, 'headers'>, digest: Buffer): boolean => {
  const [, shown] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? []
  return shown !== undefined && timingSafeEqual(createHash('sha256').update(shown).digest(), digest)
}

interface MetricsNeeds {
  settings: { observability: ObservabilitySettings }
  gauges: readonly Gauges[]
}

/** `GET /metrics` on the API's port, for whoever has the token. Without a token there is no such route. */
export const metrics = async (app: FastifyInstance, { settings, gauges }: MetricsNeeds): Promise<void> => {
  const { metricsTokenDigest: digest } = settings.observability
  if (!digest) return
  app.get('/metrics', async (request, reply) => {
    if (!showsToken(request.raw, digest)) throw new Problem('unauthorized')
    const { contentType, text } = await scrape(gauges)
    return reply.header('content-type', contentType).header('cache-control', 'no-store').send(text)
  })
}

/**
 * Whether a request to the metrics' own port is answered: with the token, where there is one. Without one the port is of this machine alone,
 * and pages of a browser on it, whose name for this machine may be any, are refused too.
 */
const isAllowed = (request: IncomingMessage, digest: Buffer | undefined): boolean =>
  digest ? showsToken(request, digest) : isFromThisMachine(request)

const answer = async (request: IncomingMessage, response: ServerResponse, deps: MetricsNeeds): Promise<void> => {
  const { metricsTokenDigest: digest } = deps.settings.observability
  const end = (status: number, text: string, headers: Record<string, string> = {}) =>
    void response
      .writeHead(status, { 'content-type': 'text/plain', 'cache-control': 'no-store', connection: 'close', ...headers })
      .end(request.method === 'HEAD' ? undefined : text)
  if (!['GET', 'HEAD'].includes(request.method ?? ''))
    return end(405, 'Only GET is served here.\n', { allow: 'GET, HEAD' })
  if (request.url?.split('?', 1)[0] !== '/metrics') return end(404, 'Metrics are at /metrics.\n')
  if (!isAllowed(request, digest))
    return digest
      ? end(401, 'The token of OPENAUTH_METRICS_TOKEN is missing or wrong.\n', { 'www-authenticate': 'Bearer' })
      : end(403, 'Metrics are served to this machine only.\n')
  const { contentType, text } = await scrape(deps.gauges)
  end(200, text, { 'content-type': contentType })
}

/** Time limit of a request, in milliseconds. A connection serves one: a client's next one would meet the end of an idle connection. */
const PATIENCE = 10_000

/**
 * Serves metrics at an address of their own, where one is set. Returns the function that stops that. Throws SettingsError where the address
 * cannot be listened to.
 */
export const listenForMetrics = async (deps: MetricsNeeds): Promise<() => void> => {
  const { metricsListen } = deps.settings.observability
  if (!metricsListen) return () => {}
  const server = createServer({ requestTimeout: PATIENCE }, (request, response) => {
    answer(request, response, deps).catch(() => response.headersSent || response.writeHead(500).end())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen({ ...metricsListen }, resolve)
  }).catch((cause: unknown) => {
    const { message } = cause as Error
    throw new SettingsError(
      `Metrics cannot be served: ${message}. Look at OPENAUTH_METRICS_PORT and OPENAUTH_METRICS_HOST.`,
      {
        cause,
      },
    )
  })
  return () => {
    server.close()
    server.closeAllConnections()
  }
}
