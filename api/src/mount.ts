import { createHmac, randomBytes } from 'node:crypto'
import {
  type Auth,
  BODY_LIMIT,
  concealStoredSecrets,
  contract,
  type ErrorCode,
  hasStoredSecrets,
  includesRole,
  type InputIssue,
  type KeyedDigest,
  listRoutes,
  pathTokens,
  plainMessage,
  type Route,
  sendsQuery,
} from '@openauth/client'
import fastJson from 'fast-json-stringify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { requireCall, requireRights } from './admin-rights.ts'
import { createGuards, type Guard, type GuardNeeds } from './auth.ts'
import type { AllHandlers, Context, Identity, UserIdentity } from './handler.ts'
import type { Platform } from './resources.ts'
import { createDeviceCookie } from './device-cookie.ts'
import { Problem } from './errors.ts'
import { sizeCheckOf } from './input-size.ts'
import { requestLog } from './logging.ts'

type AnyHandler = (input: unknown, context: Context) => Promise<unknown>

declare module 'fastify' {
  interface FastifyRequest {
    identity: Identity
  }
}

const issuesOf = (error: z.ZodError): InputIssue[] =>
  error.issues.slice(0, 20).map(({ path, message }) => ({ path: path.join('.'), message }))

/** Clients in the field show only the message, so it names the first problem. */
const invalid = (issues: InputIssue[]): Problem => {
  const [first] = issues
  return new Problem('invalid_input', {
    issues,
    ...(first ? { message: `${first.path} ${first.message}`.trim() } : {}),
  })
}

/** What a schema makes of an input outside the contract. Throws `invalid_input`. */
export const parseInput = <S extends z.ZodType>(schema: S, given: unknown): z.output<S> => {
  const parsed = schema.safeParse(given, { error: plainMessage })
  if (parsed.success) return parsed.data
  throw invalid(issuesOf(parsed.error))
}

/** Forms send `?search=` for an empty field. */
const withoutEmpty = (query: object): object =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))

/** Maximum nesting depth. No input of the contract is deeper, and deeper input could overflow the stack. */
const DEEPEST = 32

/** PostgreSQL's text type holds neither NUL nor unpaired surrogates; both are rejected here. */
const findUnstorable = (value: unknown, path: string, depth = 0): string | undefined => {
  if (depth > DEEPEST) return path
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? path : undefined
  if (typeof value !== 'object' || value === null || value instanceof Date) return undefined
  for (const [key, item] of Object.entries(value)) {
    const found = findUnstorable(item, path ? `${path}.${key}` : key, depth + 1)
    if (found !== undefined) return found
  }
  return undefined
}

/** The declared fields alone: to copy thousands of others costs more than to parse them. */
const pick = (source: object | null | undefined, names: string[]): Record<string, unknown> =>
  Object.fromEntries(
    names
      .filter((name) => Object.hasOwn(source ?? {}, name))
      .map((name) => [name, (source as Record<string, unknown>)[name]]),
  )

/**
 * An id that is not a uuid cannot exist, so the error is that of an unknown id if the route has one. `appId` names an
 * app, any other id the route's subject.
 */
const unknownIdOf = (route: Route, error: z.ZodError): ErrorCode | undefined => {
  const missing = (route.errors ?? []).filter((code) => code.endsWith('_not_found'))
  for (const issue of error.issues) {
    const isId = issue.code === 'invalid_format' && issue.format === 'guid' && issue.path.length === 1
    const found = missing.find((code) => (code === 'app_not_found') === (issue.path[0] === 'appId'))
    if (isId) return found ?? (issue.path[0] === 'id' ? missing[0] : undefined)
  }
  return undefined
}

/**
 * Returns the function that reads a route's input from a request, or throws `invalid_input`. It reads only the declared
 * sources, path parameters last, so that an additional `?id=` or body id has no effect.
 */
export const inputReader = (route: Route): ((request: FastifyRequest) => unknown) => {
  const tokens = pathTokens(route.path)
  const names = Object.keys(route.input.shape)
  const noInput = names.length === 0
  const findOversized = sizeCheckOf(route.input)
  return (request) => {
    if (noInput) return {}
    const source = sendsQuery(route) ? withoutEmpty(request.query as object) : request.body
    if (source !== undefined && source !== null && (typeof source !== 'object' || Array.isArray(source)))
      throw new Problem('invalid_input', { issues: [{ path: '', message: 'expected a JSON object' }] })
    const params = request.params as Record<string, unknown>
    const fromPath = Object.fromEntries(tokens.map((token) => [token, params[token]]))
    const sent = { ...pick(source, names), ...fromPath }
    const oversized = findOversized?.(sent)
    if (oversized) throw invalid([oversized])
    const parsed = route.input.safeParse(sent, { error: plainMessage })
    if (!parsed.success) {
      const unknownId = unknownIdOf(route, parsed.error)
      throw unknownId ? new Problem(unknownId) : invalid(issuesOf(parsed.error))
    }
    const unstorable = findUnstorable(parsed.data, '')
    if (unstorable === undefined) return parsed.data
    throw new Problem('invalid_input', { issues: [{ path: unstorable, message: 'is not well-formed text' }] })
  }
}

const envelopeOf = (route: Route): z.ZodObject =>
  z.object({ data: route.output, ...(route.meta ? { meta: route.meta } : {}) })

/** The `{data}` envelope, which only this function writes. Undeclared fields are removed in both directions. */
const outputWriter = (route: Route): ((result: unknown) => string) => {
  const envelope = envelopeOf(route)
  const wrap = (result: unknown) => (route.meta ? result : { data: result })
  if (route.hot) {
    const write = fastJson(z.toJSONSchema(envelope, { io: 'input', reused: 'inline' }) as fastJson.Schema)
    return (result) => write(wrap(result))
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
  read: inputReader(route),
  write: outputWriter(route),
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

/** Whether the caller may see secrets that an app stores: an admin who may also change them, or no admin at all. */
const seesSecrets = (identity: Identity): boolean =>
  identity.kind !== 'admin' || includesRole(identity.role, 'operator')

const withMarks = (route: Route, body: string, digest: KeyedDigest): string =>
  JSON.stringify(concealStoredSecrets(route, JSON.parse(body), digest))

/** Mounts the routes of the contract, each with its guard, its validation and its handler. */
export const mountContract = (
  app: FastifyInstance,
  deps: GuardNeeds & Pick<Platform, 'settings'>,
  handlers: AllHandlers,
  { guards = createGuards(deps), includes = () => true, digestOf }: MountOptions = {},
): void => {
  const contextOf = createContextReader(deps, guards)
  for (const { group, verb, route, read, write, url } of mounted.filter((each) => includes(each.route, each.group))) {
    const handle = (handlers as unknown as Record<string, Record<string, AnyHandler>>)[group]![verb]!
    const guard = guards[route.auth]
    const status = route.status ?? 200
    const hasSecrets = hasStoredSecrets(route)
    const markDigest = (request: FastifyRequest) =>
      digestOf?.(request) ?? (seesSecrets(request.identity) ? undefined : unseenDigest)
    app.route({
      method: route.method,
      bodyLimit: route.bodyLimit ?? BODY_LIMIT,
      url,
      // Rejects an unauthenticated caller before the body is read.
      onRequest: async (request) => {
        request.identity = await guard(request, route, `${group}.${verb}`)
        if (request.identity.kind !== 'admin') return
        requireCall(request.identity, route, `${group}.${verb}`)
        requireRights(request.identity, route, request.params as Record<string, string>)
      },
      handler: async (request, reply) => {
        const result = await handle(read(request), contextOf(request, reply, route))
        // Returns the text and not the reply: awaiting a reply waits for the end of its stream, which slows a hot
        // route.
        void reply.code(status).headers(headers)
        const digest = hasSecrets ? markDigest(request) : undefined
        return digest ? withMarks(route, write(result), digest) : write(result)
      },
    })
  }
}
