import { type ErrorCode, type InputIssue, pathTokens, plainMessage, type Route, sendsQuery } from '@openauth/client'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { Problem } from './errors.ts'
import { sizeCheckOf } from './input-size.ts'
import { madeOnce } from './lib/made-once.ts'

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

/** An input as it was read. */
export interface ReadInput {
  /** The declared fields as they were sent. */
  sent: Record<string, unknown>
  /** What the route's schema makes of them. */
  input: unknown
}

/**
 * Returns the function that reads a route's input from a request, or throws `invalid_input`. It reads only the declared
 * sources, path parameters last, so that an additional `?id=` or body id has no effect.
 */
export const createReader = (route: Route): ((request: FastifyRequest) => ReadInput) => {
  const tokens = pathTokens(route.path)
  const names = Object.keys(route.input.shape)
  const noInput = names.length === 0
  // At the first request: the checks of all routes are a tenth of a start.
  const sizeCheck = madeOnce(() => sizeCheckOf(route.input))
  return (request) => {
    if (noInput) return { sent: {}, input: {} }
    const source = sendsQuery(route) ? withoutEmpty(request.query as object) : request.body
    if (source !== undefined && source !== null && (typeof source !== 'object' || Array.isArray(source)))
      throw new Problem('invalid_input', { issues: [{ path: '', message: 'expected a JSON object' }] })
    const params = request.params as Record<string, unknown>
    const fromPath = Object.fromEntries(tokens.map((token) => [token, params[token]]))
    const sent = { ...pick(source, names), ...fromPath }
    const oversized = sizeCheck()?.(sent)
    if (oversized) throw invalid([oversized])
    const parsed = route.input.safeParse(sent, { error: plainMessage })
    if (!parsed.success) {
      const unknownId = unknownIdOf(route, parsed.error)
      throw unknownId ? new Problem(unknownId) : invalid(issuesOf(parsed.error))
    }
    const unstorable = findUnstorable(parsed.data, '')
    if (unstorable === undefined) return { sent, input: parsed.data }
    throw new Problem('invalid_input', { issues: [{ path: unstorable, message: 'is not well-formed text' }] })
  }
}

/** Reads a route's input, and gives its handler what the schema makes of it. Throws `invalid_input`. */
export const inputReader = (route: Route): ((request: FastifyRequest) => unknown) => {
  const read = createReader(route)
  return (request) => read(request).input
}
