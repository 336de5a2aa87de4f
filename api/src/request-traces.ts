import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RequestSpan, Tracing } from './lib/tracing/open-telemetry.ts'

/** Checks of load balancers and scrapes, several a minute, would be most of all traces. */
const untraced = new Set(['/healthz', '/readyz', '/metrics'])

const endOf = (request: FastifyRequest, span: RequestSpan, statusCode: number | undefined): void => {
  const route = request.is404 ? undefined : request.routeOptions.url
  span.end(
    route === undefined ? request.method : `${request.method} ${route}`,
    {
      ...(route === undefined ? {} : { 'http.route': route }),
      ...(statusCode === undefined ? { 'error.type': 'aborted' } : { 'http.response.status_code': statusCode }),
    },
    statusCode === undefined || statusCode >= 500,
  )
}

/**
 * A span for each request, with the template of its path and not the path, which may name a user. Call it before other hooks: what they wait
 * for is within the span.
 */
export const traceRequests = (app: FastifyInstance, tracing: Tracing): void => {
  const running = new WeakMap<FastifyRequest, RequestSpan>()
  app.addHook('onRequest', (request, reply, done) => {
    if (untraced.has(request.raw.url!.split('?', 1)[0]!)) return done()
    const span = tracing.begin(request.headers, {
      'http.request.method': request.method,
      'url.scheme': request.protocol,
      'openauth.request_id': request.id,
    })
    running.set(request, span)
    // No hook runs for a client that goes away.
    reply.raw.once('close', () => endOf(request, span, reply.raw.writableFinished ? reply.statusCode : undefined))
    span.run(done)
  })
  // A body is read in the context of its socket.
  app.addHook('preValidation', (request, _, done) => {
    const span = running.get(request)
    if (span) span.run(done)
    else done()
  })
}
