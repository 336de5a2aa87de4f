import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { contract, type Route } from '@openauth/client'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createGuards, type Guard, type GuardNeeds } from '../auth.ts'
import type { HoldNeeds } from '../features/approvals/needs.ts'
import { isConsoleFor } from '../console-settings.ts'
import type { Platform } from '../resources.ts'
import { Problem } from '../errors.ts'
import { latestSessionEnd } from '../features/admins/sessions.ts'
import type { AllHandlers } from '../handler.ts'
import { createContextReader, mountContract } from '../mount.ts'
import { root } from '../paths.ts'
import { inputReader } from '../read-input.ts'
import { consoleHeaders, createConsolePage } from './console-page.ts'
import {
  type ConsoleCookie,
  createConsoleCookie,
  createConsoleGuard,
  createMarkDigest,
  pageKeyOf,
  requireOwnPage,
} from './console-session.ts'

/** Calls that answer a session's token, or end a session. */
const logins = ['login', 'loginByPasskey'] as const
const ofSession: ReadonlySet<Route> = new Set<Route>([
  contract.setup.logout,
  ...logins.map((verb) => contract.setup[verb]),
])

/** Groups whose public calls the console's pages make: the first set-up, and the page of an invitation. */
const publicGroups: ReadonlySet<string> = new Set<keyof typeof contract>(['setup', 'adminInvitations'])

/** Calls of the console in a browser: those of admins, and the public ones that its screens make. */
const isCalled = (route: Route, group: string): boolean =>
  !ofSession.has(route) && (route.auth === 'admin' || publicGroups.has(group) || route === contract.player.config)

type ConsoleNeeds = GuardNeeds & HoldNeeds

interface Console {
  deps: ConsoleNeeds
  handlers: AllHandlers
  cookie: ConsoleCookie
  guard: Guard
}

/** Signing in and out differ from the API's calls: the session's token goes into the cookie and not into the answer. */
const mountSession = (app: FastifyInstance, { deps, handlers, cookie, guard }: Console): void => {
  const contextOf = createContextReader(deps, createGuards(deps))
  for (const verb of logins) {
    const route = contract.setup[verb]
    const read = inputReader(route)
    app.post(route.path, {
      onRequest: async (request) => void (request.identity = { kind: 'public' }),
      handler: async (request, reply) => {
        const context = { ...contextOf(request, reply, route), identity: { kind: 'public' as const } }
        const logIn = handlers.setup[verb] as (input: unknown, given: typeof context) => Promise<{ token: string }>
        const { token } = await logIn(read(request), context)
        const claims = await deps.tokens.verifyAdmin(token)
        if (!claims) throw new Problem('unauthorized')
        const value = await deps.tokens.signConsole(claims, latestSessionEnd())
        cookie.set(request, reply, value)
        return { data: { pageKey: pageKeyOf(value) } }
      },
    })
  }
  app.post(contract.setup.logout.path, async (request, reply) => {
    // Before the session is looked up: the browser forgets it in any case.
    cookie.clear(request, reply)
    request.identity = await guard(request, {})
    if (request.identity.kind !== 'admin') throw new Problem('unauthorized')
    const context = { ...contextOf(request, reply, contract.setup.logout), identity: request.identity }
    return { data: await handlers.setup.logout({}, context) }
  })
}

const mountCalls = async (app: FastifyInstance, parts: Console): Promise<void> => {
  const { deps, handlers, cookie, guard } = parts
  app.addHook('onRequest', async (request) => requireOwnPage(request, deps.settings.publicUrl))
  const refuse: Guard = () => Promise.reject(new Problem('unauthorized'))
  const guards = { public: createGuards(deps).public, admin: guard, app: refuse, user: refuse }
  mountContract(app, deps, handlers, { guards, includes: isCalled, digestOf: createMarkDigest(cookie) })
  mountSession(app, parts)
}

/**
 * Answers nobody whom the console is not for, and sets its headers. No answer of it is for other origins, and no service
 * worker may stand between it and its pages.
 */
const guardConsole = (app: FastifyInstance, settings: Platform['settings']): void => {
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers(consoleHeaders)
    if (!isConsoleFor(settings, request.raw) || request.headers['service-worker'] !== undefined)
      throw new Problem('route_not_found')
  })
}

const servePages = async (app: FastifyInstance, folder: string, send: ReturnType<typeof createConsolePage>) => {
  await app.register(fastifyStatic, {
    root: join(folder, 'assets'),
    // Without the warning of a folder that is missing: the console may be built while the server runs.
    suppressWarning: true,
    prefix: '/assets/',
    decorateReply: false,
    preCompressed: true,
    index: false,
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders: (reply) => void reply.headers({ 'cache-control': 'public, max-age=31536000, immutable' }),
  })
  app.get('', (_, reply) => reply.redirect('/console/', 302))
  app.get('/', { prefixTrailingSlash: 'slash' }, send)
  const isPage = ({ url }: FastifyRequest) => !/^\/console\/(api|assets)(\/|$)/.test(url.split('?', 1)[0]!)
  app.get('/*', async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isPage(request)) throw new Problem('route_not_found')
    return send(request, reply)
  })
  // In place of the API's answer to preflights: nothing is told of the console's paths.
  for (const url of ['', '/*'])
    app.options(url, async () => {
      throw new Problem('route_not_found')
    })
}

export interface ConsoleOptions {
  deps: ConsoleNeeds
  handlers: AllHandlers
  /** The folder of the built renderer. */
  folder?: string | undefined
}

/** The renderer that the desktop console shows, which `npm run build` makes. */
export const consoleFolder = join(root, 'desktop/out/renderer')

/**
 * Serves the console at /console: its pages, and below /console/api the calls that they make with a cookie. Nothing is
 * there while OPENAUTH_CONSOLE is off.
 */
export const serveConsole = async (
  app: FastifyInstance,
  { deps, handlers, folder = consoleFolder }: ConsoleOptions,
): Promise<void> => {
  const { console: mode, publicUrl } = deps.settings
  if (mode === 'off') return
  if (!existsSync(join(folder, 'index.html'))) app.log.warn(`The console is not built (${folder}); run npm run build`)
  const cookie = createConsoleCookie(publicUrl)
  const parts: Console = { deps, handlers, cookie, guard: createConsoleGuard(deps, cookie) }
  await app.register(
    async (scope) => {
      guardConsole(scope, deps.settings)
      await scope.register((calls) => mountCalls(calls, parts), { prefix: '/api' })
      await servePages(scope, folder, createConsolePage(deps, folder, cookie))
    },
    { prefix: '/console' },
  )
}
