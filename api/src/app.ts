import { randomUUID } from 'node:crypto'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Deps, Resources } from './deps.ts'
import { sendProblem } from './errors.ts'
import { accountHandlers } from './features/account/handlers.ts'
import { createSessions } from './features/account/sessions.ts'
import { adminHandlers, adminSessionHandlers } from './features/admins/handlers.ts'
import { setupHandlers } from './features/admins/setup.ts'
import { appHandlers } from './features/apps/handlers.ts'
import { auditHandlers } from './features/audit/handlers.ts'
import { loginHandlers } from './features/login/handlers.ts'
import { signingKeyHandlers } from './features/signing-keys/handlers.ts'
import { openTokenKeys } from './features/signing-keys/token-keys.ts'
import { userHandlers } from './features/users/admin-handlers.ts'
import { appUserHandlers } from './features/users/app-handlers.ts'
import { createTokens } from './lib/tokens.ts'
import { mountContract } from './mount.ts'
import { docs } from './protocols/docs.ts'
import { player } from './protocols/player.ts'
import { wellKnown } from './protocols/well-known.ts'

/** The largest request body. Bytes. */
const BODY_LIMIT = 1_048_576

const createServer = ({ settings }: Resources): FastifyInstance =>
  Fastify({
    bodyLimit: BODY_LIMIT,
    trustProxy: settings.trustedProxies.length > 0 ? settings.trustedProxies : false,
    genReqId: () => randomUUID(),
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
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, body as string, done)
  })
}

const logRefusals = (app: FastifyInstance): void => {
  app.addHook('onResponse', async (request, reply) => {
    const level = reply.statusCode >= 500 ? 'warn' : 'debug'
    request.log[level]({ req: request, res: reply, ms: Math.round(reply.elapsedTime) }, 'answered')
  })
}

const guardBrowsers = async (app: FastifyInstance): Promise<void> => {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        imgSrc: ["'self'", 'data:', 'https:'],
        objectSrc: ["'none'"],
      },
    },
    crossOriginResourcePolicy: { policy: 'cross-origin' },
  })
  // Every call carries its own bearer credential and no cookie, so that any origin may call: partner pages do.
  await app.register(cors, {
    origin: '*',
    methods: ['GET', 'POST', 'PATCH', 'DELETE'],
    allowedHeaders: ['authorization', 'content-type'],
    exposedHeaders: ['retry-after'],
    maxAge: 86_400,
  })
}

const openDeps = async (resources: Resources): Promise<Deps> => {
  const tokenKeys = await openTokenKeys(resources.db, resources.keys)
  const tokens = createTokens(tokenKeys, resources.settings.issuer)
  const sessions = createSessions(resources.db, tokens)
  return { ...resources, tokenKeys, tokens, sessions }
}

/** Builds the server over opened resources; it does not listen. */
export const build = async (resources: Resources): Promise<FastifyInstance> => {
  const app = createServer(resources)
  const deps = await openDeps(resources)
  acceptEmptyJson(app)
  app.setErrorHandler(sendProblem)
  logRefusals(app)
  await guardBrowsers(app)
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
    account: accountHandlers(deps),
  })
  await app.register(wellKnown, deps)
  await app.register(docs)
  await app.register(player)
  return app
}
