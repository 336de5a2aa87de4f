import { createHmac, randomBytes } from 'node:crypto'
import {
  type Auth,
  BODY_LIMIT,
  concealStoredSecrets,
  contract,
  hasStoredSecrets,
  includesRole,
  type KeyedDigest,
  listRoutes,
  type Route,
} from '@openauth/client'
import fastJson from 'fast-json-stringify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { requireCall, requireRights } from './admin-rights.ts'
import { createGuards, type Guard, type GuardNeeds } from './auth.ts'
import type { AdminIdentity, AllHandlers, Context, Identity, UserIdentity } from './handler.ts'
import type { Platform } from './resources.ts'
import { requireOriginOf } from './cross-origin.ts'
import { createDeviceCookie } from './device-cookie.ts'
import { createHold } from './features/approvals/hold.ts'
import type { HoldNeeds } from './features/approvals/needs.ts'
import { heldKindsNow } from './features/four-eyes/held-kinds.ts'
import { Problem } from './errors.ts'
import { madeOnce } from './lib/made-once.ts'
import { requestLog } from './logging.ts'
import { createReader, type ReadInput } from './read-input.ts'

type AnyHandler = (input: unknown, context: Context) => Promise<unknown>

declare module 'fastify' {
  interface FastifyRequest {
    identity: Identity
  }
}

const envelopeOf = (route: Route): z.ZodObject =>
  z.object({ data: route.output, ...(route.meta ? { meta: route.meta } : {}) })

/** The `{data}` envelope, which only this function writes. Undeclared fields are removed in both directions. */
const outputWriter = (route: Route): ((result: unknown) => string) => {
  const envelope = envelopeOf(route)
  const wrap = (result: unknown) => (route.meta ? result : { data: result })
  if (route.hot) {
    const writer = madeOnce(() =>
      fastJson(z.toJSONSchema(envelope, { io: 'input', reused: 'inline' }) as fastJson.Schema),
    )
    return (result) => writer()(wrap(result))
  }
  return (result) => JSON.stringify(z.encode(envelope, wrap(result) as never))
}

/** The user whose token a request carries; none where there is no valid one. */
const optionalUser =
  (guard: Guard) =>
  async (request: FastifyRequest): Promise<UserIdentity | undefined> => {
    const identity = await guard(request, { beforeTerms: true }).catch((error: unknown) => {
      // Nothing is issued to support: to it a public call is one without a user.
      if (error instanceof Problem && ['unauthorized', 'support_call_refused'].includes(error.code)) return undefined
      throw error
    })
    return identity?.kind === 'user' ? identity : undefined
  }

const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }

/** What is the same for every server of a process, since it depends on the contract only. */
const mounted = listRoutes(contract).map(({ group, verb, route }) => ({
  group,
  verb,
  route,
  read: createReader(route),
  write: outputWriter(route),
  /** Whether it is the input, and no credential, that says which app the call is about. */
  namesApp: route.auth === 'public' && 'appId' in route.input.shape,
  url: route.path.replace(/\{(\w+)\}/g, ':$1'),
}))

/** Makes a handler's context of a request and of the caller that its guard found. */
export const createContextReader = ({ settings }: Pick<Platform, 'settings'>, guards: Record<Auth, Guard>) => {
  const deviceOf = createDeviceCookie(settings.publicUrl)
  const findUser = optionalUser(guards.user)
  return (request: FastifyRequest, reply: FastifyReply, route: Pick<Route, 'optionalUser'>): Context => ({
    identity: request.identity,
    ip: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, 255) ?? null,
    message: request.raw,
    user: async () => (route.optionalUser ? findUser(request) : undefined),
    device: () => deviceOf(request, reply),
    log: requestLog(request.log, request.id),
  })
}

export interface MountOptions {
  /** One guard per kind of credential; by default those of bearer credentials. */
  guards?: Record<Auth, Guard>
  /** Which routes to mount; by default all. */
  includes?: (route: Route, group: string) => boolean
  /** Makes the digests of marks, which replace stored secrets in answers. Without it answers contain the secrets. */
  digestOf?: (request: FastifyRequest) => KeyedDigest
}

/** The key of the marks for admins who may not see stored secrets; nobody compares theirs between servers. */
const unseenKey = randomBytes(32)
const unseenDigest: KeyedDigest = (text) => createHmac('sha256', unseenKey).update(text).digest('base64url')

/**
 * Whether the caller may see secrets that an app stores: an admin who may also change them, or no admin at all. Where reveals wait for a
 * second admin, a list of apps reveals none.
 */
const seesSecrets = async ({ db }: Pick<Platform, 'db'>, identity: Identity): Promise<boolean> => {
  if (identity.kind !== 'admin') return true
  return includesRole(identity.role, 'operator') && !(await heldKindsNow(db.prisma)).includes('secrets')
}

const withMarks = (route: Route, body: string, digest: KeyedDigest): string =>
  JSON.stringify(concealStoredSecrets(route, JSON.parse(body), digest))

const without = (given: Record<string, unknown>, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(given).filter(([name]) => !names.includes(name)))

/**
 * What a handler gets: neither the reason, which is for holding a call, nor held fields that are as they are. A call that waits for a second
 * admin is stored, and gets no further: it throws `approval_required`.
 */
const admitInput =
  (hold: ReturnType<typeof createHold>, call: string, route: Route) =>
  async ({ sent, input }: ReadInput, context: Context): Promise<unknown> => {
    if (!route.held || context.identity.kind !== 'admin') return input
    const given = input as Record<string, unknown>
    const unchanged = await hold(call, { sent, input: given }, context as Context<AdminIdentity>)
    return without(given, ['approvalReason', ...unchanged])
  }

/** Mounts the routes of the contract, each with its guard, its validation and its handler. */
export const mountContract = (
  app: FastifyInstance,
  deps: GuardNeeds & HoldNeeds,
  handlers: AllHandlers,
  { guards = createGuards(deps), includes = () => true, digestOf }: MountOptions = {},
): void => {
  const contextOf = createContextReader(deps, guards)
  const hold = createHold(deps)
  for (const { group, verb, route, read, write, namesApp, url } of mounted.filter((each) =>
    includes(each.route, each.group),
  )) {
    const handle = (handlers as unknown as Record<string, Record<string, AnyHandler>>)[group]![verb]!
    const guard = guards[route.auth]
    const status = route.status ?? 200
    const hasSecrets = hasStoredSecrets(route)
    const admit = admitInput(hold, `${group}.${verb}`, route)
    const markDigest = async (request: FastifyRequest) =>
      digestOf?.(request) ?? ((await seesSecrets(deps, request.identity)) ? undefined : unseenDigest)
    app.route({
      method: route.method,
      bodyLimit: route.bodyLimit ?? BODY_LIMIT,
      url,
      // Rejects an unauthenticated caller before the body is read.
      onRequest: async (request, reply) => {
        request.identity = await guard(request, route, `${group}.${verb}`)
        if (request.identity.kind === 'user') requireOriginOf(request, reply, request.identity.appId)
        if (request.identity.kind !== 'admin') return
        requireCall(request.identity, route, `${group}.${verb}`)
        requireRights(request.identity, route, request.params as Record<string, string>)
      },
      handler: async (request, reply) => {
        const context = contextOf(request, reply, route)
        const given = read(request)
        if (namesApp) requireOriginOf(request, reply, (given.input as { appId: string }).appId)
        const result = await handle(route.held ? await admit(given, context) : given.input, context)
        // Returns the text and not the reply: awaiting a reply waits for the end of its stream, which slows a hot
        // route.
        void reply.code(status).headers(headers)
        const digest = hasSecrets ? await markDigest(request) : undefined
        return digest ? withMarks(route, write(result), digest) : write(result)
      },
    })
  }
}
