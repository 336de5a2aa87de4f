import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { IncomingMessage, ServerResponse } from 'node:http'
import helmet, { type HelmetOptions } from 'helmet'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Deps, Resources } from './deps.ts'
import { problemBody, sendProblem } from './errors.ts'
import { accountHandlers } from './features/account/handlers.ts'
import { createSessions } from './features/account/sessions.ts'
import { adminHandlers, adminSessionHandlers } from './features/admins/handlers.ts'
import { setupHandlers } from './features/admins/setup.ts'
import { appHandlers } from './features/apps/handlers.ts'
import { createAvatars } from './features/avatars/avatars.ts'
import { createCopyAvatar } from './features/avatars/copy.ts'
import { auditHandlers } from './features/audit/handlers.ts'
import { bindHandlers } from './features/bind/handlers.ts'
import { loginHandlers } from './features/login/handlers.ts'
import { createLoginApps } from './features/login/login-apps.ts'
import { passkeyHandlers } from './features/passkeys/handlers.ts'
import { signingKeyHandlers } from './features/signing-keys/handlers.ts'
import { openTokenKeys } from './features/signing-keys/token-keys.ts'
import { userHandlers } from './features/users/admin-handlers.ts'
import { appUserHandlers } from './features/users/app-handlers.ts'
import { createJobs } from './jobs.ts'
import { createMailer } from './lib/mail.ts'
import { createOutbound } from './lib/outbound.ts'
import { createProviders } from './lib/providers/index.ts'
import { createTokens } from './lib/tokens.ts'
import { mountContract } from './mount.ts'
import { avatars } from './protocols/avatars.ts'
import { docs } from './protocols/docs.ts'
import { player } from './protocols/player.ts'
import { redirects } from './protocols/redirects.ts'
import { wellKnown } from './protocols/well-known.ts'

/** The largest request body. Bytes. */
const BODY_LIMIT = 1_048_576

/** Unique among all instances, and as cheap as counting. */
const nextRequestId = (() => {
  const instance = randomBytes(6).toString('hex')
  let count = 0
  return () => `${instance}-${(count += 1).toString(36)}`
})()

/** How long a client may take to send a request. Milliseconds. */
const REQUEST_TIMEOUT = 30_000

const createServer = ({ settings }: Resources): FastifyInstance =>
  Fastify({
    bodyLimit: BODY_LIMIT,
    // A request that is not sent within this time is given up, so that slow bodies do not hold connections.
    requestTimeout: REQUEST_TIMEOUT,
    frameworkErrors: (error, request, reply) => void reply.send(problemBody(error, request, reply) as never),
    trustProxy: settings.trustedProxies.length > 0 ? settings.trustedProxies : false,
    genReqId: nextRequestId,
    // One logger for all requests: making one a request costs more than most lines that are never written.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    logger: {
      level: settings.logLevel,
      // A query may carry what should not be kept; headers and bodies are never logged.
      serializers: {
        req: ({ id, method, url, ip }) => ({ id, method, path: url.split('?', 1)[0], ip }),
        res: ({ statusCode }) => ({ statusCode }),
      },
    },
  })

/** Clients in the field send a JSON content type with no body; that is an empty object. */
const acceptEmptyJson = (app: FastifyInstance): void => {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, body as string, done)
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

/**
 * Answers of the API are data: they may not be framed, sniffed or run, and browsers are held to TLS. Headers that matter
 * to documents only are left to the pages, since each costs on every call.
 */
const helmetOptions: HelmetOptions = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], baseUri: ["'none'"], formAction: ["'none'"], frameAncestors: ["'none'"] },
  },
  crossOriginOpenerPolicy: false,
  crossOriginResourcePolicy: false,
  strictTransportSecurity: { includeSubDomains: false },
  originAgentCluster: false,
  referrerPolicy: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
}

/** What helmet would set on every answer, worked out once: it builds the policy anew each time, which costs a hot route. */
const securityHeaders = (): Record<string, string> => {
  const headers: Record<string, string> = {}
  const response = {
    setHeader: (name: string, value: string) => (headers[name.toLowerCase()] = value),
    removeHeader: () => {},
  }
  helmet(helmetOptions)({} as IncomingMessage, response as unknown as ServerResponse, () => {})
  return headers
}

/**
 * Every call carries its own bearer credential and no cookie, so that any origin may call: partner pages do.
 * https://fetch.spec.whatwg.org/#http-cors-protocol
 */
const crossOrigin = { 'access-control-allow-origin': '*' }
const preflight = {
  'access-control-allow-methods': 'GET, POST, PATCH, DELETE',
  'access-control-allow-headers': 'authorization, content-type',
  'access-control-max-age': '86400',
}

const guardBrowsers = (app: FastifyInstance): void => {
  const headers = { ...securityHeaders(), ...crossOrigin }
  app.addHook('onRequest', (_, reply, done) => {
    reply.headers(headers)
    done()
  })
  app.options('*', (_, reply) => reply.headers(preflight).code(204).send())
}

const openMailer = ({ settings }: Resources) => {
  const { smtpUrl, mailFrom: from, production, dataDir } = settings
  return createMailer({ smtpUrl, from, folder: production ? undefined : join(dataDir, 'outbox') })
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Takes up the jobs that other instances left. */
    startJobs: () => void
  }
}

/** The background work of this server. It opens with the first job, or with `startJobs`. */
const openJobs = (app: FastifyInstance, deps: Parameters<typeof createCopyAvatar>[0]) => {
  const jobs = createJobs({ databaseUrl: deps.db.url, log: app.log, handlers: { avatar: createCopyAvatar(deps) } })
  app.decorate('startJobs', jobs.start)
  app.addHook('onClose', jobs.close)
  return jobs
}

const openDeps = async (app: FastifyInstance, resources: Resources): Promise<Deps> => {
  const { db, keys, settings } = resources
  const tokenKeys = await openTokenKeys(db, keys)
  const tokens = createTokens(tokenKeys, settings.issuer)
  const sessions = createSessions(db, tokens)
  const outbound = createOutbound()
  const loginApps = createLoginApps(db, keys)
  const jobs = openJobs(app, { db, settings, outbound, loginApps, log: app.log })
  return {
    ...resources,
    tokenKeys,
    tokens,
    sessions,
    loginApps,
    avatars: createAvatars(jobs, app.log),
    mailer: openMailer(resources),
    outbound,
    providers: createProviders({ addresses: settings.providers, outbound }),
  }
}

/** Builds the server over opened resources; it does not listen. */
export const build = async (resources: Resources): Promise<FastifyInstance> => {
  const app = createServer(resources)
  const deps = await openDeps(app, resources)
  app.addHook('onClose', async () => deps.mailer?.close())
  acceptEmptyJson(app)
  app.setErrorHandler(sendProblem)
  logAnswers(app)
  guardBrowsers(app)
  app.decorateRequest('identity')
  mountContract(app, deps, {
    setup: setupHandlers(deps),
    admins: adminHandlers(deps),
    adminSessions: adminSessionHandlers(deps),
    apps: appHandlers(deps),
    users: userHandlers(deps),
    audit: auditHandlers(deps),
    signingKeys: signingKeyHandlers(deps),
    appUsers: appUserHandlers(deps),
    login: loginHandlers(deps),
    passkeys: passkeyHandlers(deps),
    account: accountHandlers(deps),
    bind: bindHandlers(deps),
  })
  await app.register(wellKnown, deps)
  await app.register(redirects, deps)
  await app.register(avatars, deps)
  await app.register(docs)
  await app.register(player)
  return app
}
