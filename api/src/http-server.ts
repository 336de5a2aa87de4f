import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { BODY_LIMIT } from '@openauth/client'
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { collectMethods } from './allowed-methods.ts'
import { answerHeaders, guardBrowsers } from './browsers.ts'
import type { Settings } from './env.ts'
import { Problem, problemBody, answerMalformedRequest, sendProblem } from './errors.ts'
import { createRequestCounts } from './lib/request-counts.ts'
import type { Tracing } from './lib/tracing/open-telemetry.ts'
import { loggerOptions } from './logging.ts'
import { measureRequests } from './request-metrics.ts'
import { traceRequests } from './request-traces.ts'

/** Unique among all instances, and as cheap as a counter. */
const nextRequestId = (() => {
  const instance = randomBytes(6).toString('hex')
  let count = 0
  return () => `${instance}-${(count += 1).toString(36)}`
})()

/** How long a client may take to send a request, in milliseconds. */
const REQUEST_TIMEOUT = 30_000

/** Where log lines go, in place of the standard output. */
interface LogStream {
  write: (line: string) => void
}

const createFastify = (settings: Settings, stream: LogStream | undefined): FastifyInstance =>
  Fastify({
    bodyLimit: BODY_LIMIT,
    // A request that is not complete within this time is aborted, so that slow bodies do not hold connections.
    requestTimeout: REQUEST_TIMEOUT,
    // The id of a passkey has up to 1023 bytes (WebAuthn level 3, section 5.1), in base64url.
    routerOptions: { maxParamLength: 1400 },
    // Hooks do not see requests that cannot be routed, and nothing sees connections that are not HTTP.
    frameworkErrors: (error, request, reply) =>
      void reply.headers(answerHeaders).send(problemBody(error, request, reply) as never),
    clientErrorHandler: (error, socket) => answerMalformedRequest(error, socket, nextRequestId(), answerHeaders),
    trustProxy: settings.trustedProxies.length > 0 ? settings.trustedProxies : false,
    genReqId: nextRequestId,
    // One logger for all requests: a logger per request costs more than most lines that are never written.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    logger: {
      level: settings.logLevel,
      ...(stream === undefined ? {} : { stream }),
      ...loggerOptions(),
    },
  })

/** Whether a body is empty; a body without a length is read. */
const isEmpty = (headers: IncomingHttpHeaders, body: IncomingMessage): Promise<boolean> => {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers
  if (encoding === undefined) return Promise.resolve(length === undefined || Number(length) === 0)
  return new Promise((tell) => body.once('readable', () => tell(body.read(1) === null)))
}

/**
 * Bodies are JSON. Clients in the field send the content type of JSON or of a form without a body, which counts as an
 * empty object.
 */
const readBodies = (app: FastifyInstance): void => {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, body as string, done)
  })
  app.addContentTypeParser('*', async (request: FastifyRequest, body: IncomingMessage) => {
    if (!request.is404 && !(await isEmpty(request.headers, body))) throw new Problem('unsupported_media_type')
  })
}

/** Every answer at debug, failures of the server at warn; nothing is put together for a line that is not written. */
const logAnswers = (app: FastifyInstance): void => {
  app.addHook('onResponse', (request, reply, done) => {
    const level = reply.statusCode >= 500 ? 'warn' : 'debug'
    if (app.log.level === 'debug' || app.log.level === 'trace' || level === 'warn')
      request.log[level]({ req: request, res: reply, ms: Math.round(reply.elapsedTime) }, 'answered')
    done()
  })
}

const countAnswers = (app: FastifyInstance) => {
  const requestCounts = createRequestCounts()
  app.addHook('onResponse', (_, { statusCode }, done) => {
    requestCounts.count(statusCode)
    done()
  })
  return requestCounts
}

/**
 * A server without routes, the function that finds the methods of a path among those that are added, the counts of what it
 * answers, and the metrics of what is under way.
 */
export const createServer = (settings: Settings, logStream?: LogStream, tracing?: Tracing) => {
  const app = createFastify(settings, logStream)
  if (tracing) traceRequests(app, tracing)
  const requestGauges = measureRequests(app)
  readBodies(app)
  app.setErrorHandler(sendProblem)
  logAnswers(app)
  const requestCounts = countAnswers(app)
  guardBrowsers(app)
  const methodsOf = collectMethods(app)
  app.decorateRequest('identity')
  return { app, methodsOf, requestCounts, requestGauges }
}
