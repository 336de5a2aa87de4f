import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { Reader } from './readers.ts'

/** The largest request body of a route that names no limit of its own. Bytes. */
export const BODY_LIMIT = 65_536

/** Who may call a route. The bearer credential is an admin token, an app secret (`oa_…`) or a user token. */
export type Auth = 'public' | 'admin' | 'app' | 'user'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/**
 * One call of the API, as data. Everything else is derived from it: the Fastify route, the typed client, query
 * options, OpenAPI and the plain CLI verb.
 */
export interface Route<
  A extends Auth = Auth,
  I extends z.ZodObject = z.ZodObject,
  O extends z.ZodType = z.ZodType,
  M extends z.ZodType | undefined = z.ZodType | undefined,
  H extends true | undefined = true | undefined,
  V extends Method = Method,
> {
  method: V
  /** A path template: `{name}` takes the input's key of that name. */
  path: `/${string}`
  auth: A
  /** One line, imperative, for OpenAPI and the CLI's help. */
  summary: string
  /** What a caller should know beyond the summary, in short sentences. For OpenAPI and the CLI's help. */
  description: string
  /** Whose reference the call belongs to, where the credential does not tell. */
  reader?: Reader
  /** One flat object. Path tokens take their keys; GET and DELETE send the rest as query, the others as JSON body. */
  input: I
  /** What stands in the answer's `data`. */
  output: O
  /** What stands in the answer's `meta`, beside `data`, where a route has one. */
  meta?: M
  status?: 201
  /** The largest request body, where BODY_LIMIT is too small for what the input allows. Bytes. */
  bodyLimit?: number
  /** Refusals of this route that a caller may want to tell apart, beyond those that every route has. */
  errors?: readonly ErrorCode[]
  /**
   * A hot route is written out by a serializer compiled from `output`, and its handler returns the wire form. The
   * others are encoded through the schema, which also checks them.
   */
  hot?: H
}

/** Declares a route; it only fixes the types. */
export const route = <
  A extends Auth,
  I extends z.ZodObject,
  O extends z.ZodType,
  M extends z.ZodType | undefined = undefined,
  H extends true | undefined = undefined,
  V extends Method = Method,
>(
  declaration: Route<A, I, O, M, H, V>,
): Route<A, I, O, M, H, V> => declaration

/** Groups of routes by noun, then verb: `contract.apps.create`. */
export type RouteTable = Record<string, Record<string, Route>>

/** The tokens of a path template: `/admin/apps/{id}` has `id`. */
export const pathTokens = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)

/** Whether what is not in the path goes into the query (GET, DELETE) rather than into a JSON body. */
export const sendsQuery = (route: Pick<Route, 'method'>): boolean => route.method === 'GET' || route.method === 'DELETE'

type InputOf<R> = R extends Route<infer _A, infer I, infer _O, infer _M, infer _H, infer _V> ? I : never
type OutputOf<R> = R extends Route<infer _A, infer _I, infer O, infer _M, infer _H, infer _V> ? O : never
type MetaOf<R> = R extends Route<infer _A, infer _I, infer _O, infer M, infer _H, infer _V> ? M : never
type HotOf<R> = R extends Route<infer _A, infer _I, infer _O, infer _M, infer H, infer _V> ? H : never

/** What a caller passes. */
export type CallInput<R extends Route> = z.input<InputOf<R>>
/** What a handler receives. */
export type HandlerInput<R extends Route> = z.output<InputOf<R>>
/** What a caller gets: the wire form of `data`, or of `{data, meta}` where the route has a `meta`. */
export type CallResult<R extends Route> =
  MetaOf<R> extends z.ZodType ? { data: z.input<OutputOf<R>>; meta: z.input<MetaOf<R>> } : z.input<OutputOf<R>>
/** What a handler returns: `data`, or `{data, meta}` where the route has a `meta`; in wire form where it is hot. */
export type HandlerResult<R extends Route> =
  MetaOf<R> extends z.ZodType
    ? { data: z.output<OutputOf<R>>; meta: z.output<MetaOf<R>> }
    : HotOf<R> extends true
      ? z.input<OutputOf<R>>
      : z.output<OutputOf<R>>

/** Every route of a table with its group and verb, in order. */
export const listRoutes = (table: RouteTable): { group: string; verb: string; route: Route }[] =>
  Object.entries(table).flatMap(([group, verbs]) =>
    Object.entries(verbs).map(([verb, declared]) => ({ group, verb, route: declared })),
  )
