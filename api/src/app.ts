import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { BODY_LIMIT, type JobKind } from '@openauth/client'
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { collectMethods } from './allowed-methods.ts'
import { answerHeaders, guardBrowsers } from './browsers.ts'
import type { Deps, Resources } from './deps.ts'
import { Problem, problemBody, answerMalformedRequest, sendProblem } from './errors.ts'
import { createSessions } from './features/account/sessions.ts'
import { createAvatars } from './features/avatars/avatars.ts'
import { createCopyAvatar } from './features/avatars/copy.ts'
import { createDeliverNotice } from './features/account-changes/deliver-notice.ts'
import { createNotices } from './features/account-changes/notices.ts'
import { createLoginApps } from './features/login/login-apps.ts'
import { createLoginOutcomes } from './features/login/outcomes.ts'
import { createHome } from './features/player/home.ts'
import { openTokenKeys } from './features/signing-keys/token-keys.ts'
import { checkTransactions, startMonitor } from './features/transfers/monitor.ts'
import { createFailedLogins } from './features/statistics/failed-logins.ts'
import { createTokenNames } from './features/tokens/token-names.ts'
import { createPrices } from './lib/prices.ts'
import { createNodeWatch } from './features/wallets/node-watch.ts'
import { createNodes } from './features/wallets/create-nodes.ts'
import { acceptRestartedChains } from './features/wallets/restarted-chains.ts'
import { createJobs } from './jobs.ts'
import { type BackgroundWork, createBackgroundWork } from './lib/background-work.ts'
import { createLogTail, type LogTail } from './lib/log-tail.ts'
import { createMailer } from './lib/mail.ts'
import { createOutbound } from './lib/outbound.ts'
import { createConnections } from './features/oidc-connections/connections.ts'
import { createProviders } from './lib/providers/index.ts'
import { createTokens } from './lib/tokens.ts'
import { openGame, startGame } from './game.ts'
import { createHandlers } from './handlers.ts'
import { mountContract } from './mount.ts'
import { avatars } from './protocols/avatars.ts'
import { serveConsole } from './protocols/console.ts'
import { docs } from './protocols/docs.ts'
import { player } from './protocols/player.ts'
import { recovery } from './protocols/recovery.ts'
import { redirects } from './protocols/redirects.ts'
import { wellKnown } from './protocols/well-known.ts'

/** Unique among all instances, and as cheap as a counter. */
const nextRequestId = (() => {
  const instance = randomBytes(6).toString('hex')
  let count = 0
  return () => `${instance}-${(count += 1).toString(36)}`
})()

/** How long a client may take to send a request, in milliseconds. */
const REQUEST_TIMEOUT = 30_000

const createServer = ({ settings }: Resources, logTail: LogTail | undefined): FastifyInstance =>
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
      ...(logTail === undefined ? {} : { stream: logTail.stream(process.stdout) }),
      hooks: {
        // Fastify logs where it listens. serve.ts says so in a line for people, and makes this message empty.
        logMethod(args, method) {
          if (args[0] !== '') method.apply(this, args)
        },
      },
      // A query may contain personal data; headers and bodies are never logged.
      serializers: {
        req: ({ id, method, url, ip }) => ({ id, method, path: url.split('?', 1)[0], ip }),
        res: ({ statusCode }) => ({ statusCode }),
      },
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

const openMailer = ({ settings }: Resources, patience?: number) => {
  const { smtpUrl, mailFrom: from, production, dataDir } = settings
  return createMailer({ smtpUrl, from, folder: production ? undefined : join(dataDir, 'outbox') }, patience)
}

export interface BuildOptions {
  /** The folder of another build of the player app than this package's. */
  playerFolder?: string
  /** The folder of another build of the console's pages than this checkout's. */
  consoleFolder?: string
  /** The clock of the tap game; the machine's by default. */
  clock?: () => number
  /** How long a mail server may take to accept a mail, in milliseconds; 10,000 by default. */
  mailPatience?: number
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Work beside requests. Closing the server waits for it. */
    background: BackgroundWork
    /** Starts on the jobs that other instances left. */
    startJobs: () => void
    /** Checks the status of all due transactions now, independent of the timer. */
    checkTransactions: () => Promise<void>
  }
}

/** The background jobs of this server. The queues open with the first job, or with `startJobs`. */
const openJobs = (app: FastifyInstance, deps: Parameters<typeof createDeliverNotice>[0]) => {
  const handlers = {
    avatar: createCopyAvatar(deps),
    notice: createDeliverNotice(deps),
  } satisfies Record<JobKind, unknown>
  const jobs = createJobs({
    databaseUrl: deps.db.directUrl,
    databaseWait: deps.settings.databaseWait,
    log: app.log,
    handlers,
  })
  app.decorate('startJobs', jobs.start)
  app.addHook('onClose', jobs.close)
  return jobs
}

const openFailedLogins = (app: FastifyInstance, db: Deps['db']) => {
  const failedLogins = createFailedLogins(db, app.log)
  app.addHook('onClose', failedLogins.close)
  return failedLogins
}

const openDeps = async (
  app: FastifyInstance,
  resources: Resources,
  { mailPatience, clock = Date.now }: BuildOptions,
): Promise<Omit<Deps, 'logTail'>> => {
  const { db, keys, settings } = resources
  const tokenKeys = await openTokenKeys(db, keys)
  const tokens = createTokens(tokenKeys, settings.issuer)
  const sessions = createSessions(db, tokens, resources.findPlace)
  const outbound = createOutbound()
  const loginApps = createLoginApps(db, resources)
  const mailer = await openMailer(resources, mailPatience)
  // Hooks run in the reverse order, so the jobs, which send mail, are closed before.
  app.addHook('onClose', async () => mailer?.close())
  const nodeWatch = createNodeWatch()
  const jobs = openJobs(app, { db, settings, outbound, loginApps, mailer, log: app.log })
  return {
    ...resources,
    tokenKeys,
    tokens,
    sessions,
    loginApps,
    failedLogins: openFailedLogins(app, db),
    loginOutcomes: createLoginOutcomes(db, app.log),
    avatars: createAvatars(jobs, app.log),
    jobs,
    notices: createNotices(jobs),
    mailer,
    outbound,
    providers: createProviders({ addresses: settings.providers, outbound }),
    oidc: createConnections({ db, keys: resources.keys, outbound, allow: settings.outboundAllow }),
    tokenNames: createTokenNames(db, app.log),
    ...openGame(app, resources, clock),
    clock,
    prices: createPrices(settings.prices, { outbound, log: app.log }),
    nodeWatch,
    failedJobs: jobs.failed,
    nodes: createNodes(
      settings.rpcUrls,
      nodeWatch,
      settings.development ? acceptRestartedChains(db, join(settings.dataDir, 'chains.json')) : undefined,
    ),
  }
}

/** Builds the server over opened resources, without listening. */
export const build = async (resources: Resources, options: BuildOptions = {}): Promise<FastifyInstance> => {
  const logTail = resources.settings.logTail ? createLogTail() : undefined
  const app = createServer(resources, logTail)
  const deps: Deps = { ...(await openDeps(app, resources, options)), logTail }
  app.decorate('checkTransactions', () => checkTransactions(deps, app.log))
  const home = createHome(deps, { ...deps.settings.player, publicUrl: deps.settings.publicUrl })
  const background = createBackgroundWork(app.log)
  app.decorate('background', background)
  app.addHook('onListen', async () => startMonitor(background, deps, app.log))
  startGame(app, background, deps)
  app.addHook('onClose', background.stop)
  readBodies(app)
  app.setErrorHandler(sendProblem)
  logAnswers(app)
  guardBrowsers(app)
  const methodsOf = collectMethods(app)
  app.decorateRequest('identity')
  const handlers = createHandlers(deps, home)
  mountContract(app, deps, handlers)
  await app.register(wellKnown, deps)
  await app.register(redirects, deps)
  await app.register(avatars, deps)
  await app.register(recovery, deps)
  await app.register(docs)
  await app.register(serveConsole, { deps, handlers, folder: options.consoleFolder })
  await app.register(player, {
    ...deps,
    home,
    methodsOf,
    ...(options.playerFolder ? { folder: options.playerFolder } : {}),
  })
  return app
}
