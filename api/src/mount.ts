import {
  BODY_LIMIT,
  type Contract,
  contract,
  type ErrorCode,
  type HandlerInput,
  type HandlerResult,
  type InputIssue,
  listRoutes,
  pathTokens,
  type Route,
  sendsQuery,
} from '@openauth/client'
import fastJson from 'fast-json-stringify'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Context, createGuards, type Identity, type IdentityOf } from './auth.ts'
import type { Deps } from './deps.ts'
import { createDeviceCookie } from './device-cookie.ts'
import { Problem } from './errors.ts'
import { sizeCheckOf } from './input-size.ts'

/** What answers a route: input in, `data` (or `{data, meta}`) out. It knows nothing of HTTP. */
export type Handler<R extends Route> = (
  input: HandlerInput<R>,
  context: Context<IdentityOf<R['auth']>>,
) => Promise<HandlerResult<R>>
/** The handlers of one group of the contract; a missing one does not compile. */
export type Handlers<G extends keyof Contract> = {
  [V in keyof Contract[G]]: Contract[G][V] extends Route ? Handler<Contract[G][V]> : never
}
export type AllHandlers = { [G in keyof Contract]: Handlers<G> }

type AnyHandler = (input: unknown, context: Context) => Promise<unknown>

declare module 'fastify' {
  interface FastifyRequest {
    identity: Identity
  }
}

const issuesOf = (error: z.ZodError): InputIssue[] =>
  error.issues.slice(0, 20).map(({ path, message }) => ({ path: path.join('.'), message }))

/** Clients in the field show the message alone, so that it names the first problem. */
const invalid = (issues: InputIssue[]): Problem => {
  const [first] = issues
  return new Problem('invalid_input', {
    issues,
    ...(first ? { message: `${first.path} ${first.message}`.trim() } : {}),
  })
}

/** Forms send `?search=` for what was left empty. */
const withoutEmpty = (query: object): object =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))

/** No input of the contract is nested deeper; and a walk through one that is must end before the stack does. */
const DEEPEST = 32

/** PostgreSQL's text holds neither NUL nor half a surrogate pair; both are refused before they reach it. */
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
 * An id that is no uuid is one that nobody has: the refusal is the one of an unknown id, where the route has one. `appId`
 * names an app, any other id what the route is about.
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

/** Only the declared source is read, and the path's tokens come last: a stray `?id=` or body id changes nothing. */
const inputReader = (route: Route) => {
  const tokens = pathTokens(route.path)
  const names = Object.keys(route.input.shape)
  const noInput = names.length === 0
  const findOversized = sizeCheckOf(route.input)
  return (request: FastifyRequest): unknown => {
    if (noInput) return {}
    const source = sendsQuery(route) ? withoutEmpty(request.query as object) : request.body
    if (source !== undefined && source !== null && (typeof source !== 'object' || Array.isArray(source)))
      throw new Problem('invalid_input', { issues: [{ path: '', message: 'expected a JSON object' }] })
    const params = request.params as Record<string, unknown>
    const fromPath = Object.fromEntries(tokens.map((token) => [token, params[token]]))
    const sent = { ...pick(source, names), ...fromPath }
    const oversized = findOversized?.(sent)
    if (oversized) throw invalid([oversized])
    const parsed = route.input.safeParse(sent)
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

/** The `{data}` envelope, here and nowhere else on the server's side. Undeclared fields never pass either way. */
const outputWriter = (route: Route): ((result: unknown) => string) => {
  const envelope = envelopeOf(route)
  const wrap = (result: unknown) => (route.meta ? result : { data: result })
  if (route.hot) {
    const write = fastJson(z.toJSONSchema(envelope, { io: 'input', reused: 'inline' }) as fastJson.Schema)
    return (result) => write(wrap(result))
  }
  return (result) => JSON.stringify(z.encode(envelope, wrap(result) as never))
}

const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }

/** Mounts every route of the contract with its guard, its validation and its handler. */
export const mountContract = (app: FastifyInstance, deps: Deps, handlers: AllHandlers): void => {
  const guards = createGuards(deps)
  const deviceOf = createDeviceCookie(deps.settings.publicUrl)
  for (const { group, verb, route } of listRoutes(contract)) {
    const handle = (handlers as unknown as Record<string, Record<string, AnyHandler>>)[group]![verb]!
    const guard = guards[route.auth]
    const read = inputReader(route)
    const write = outputWriter(route)
    const status = route.status ?? 200
    app.route({
      method: route.method,
      bodyLimit: route.bodyLimit ?? BODY_LIMIT,
      url: route.path.replace(/\{(\w+)\}/g, ':$1'),
      // A stranger is turned away before the body is read.
      onRequest: async (request) => {
        request.identity = await guard(request)
      },
      handler: async (request, reply) => {
        const result = await handle(read(request), {
          identity: request.identity,
          ip: request.ip,
          userAgent: request.headers['user-agent']?.slice(0, 255) ?? null,
          message: request.raw,
          device: () => deviceOf(request, reply),
          log: request.log,
        })
        // The text itself is returned, not the reply: awaiting a reply waits for its stream to end, at a hot route's cost.
        void reply.code(status).headers(headers)
        return write(result)
      },
    })
  }
}
