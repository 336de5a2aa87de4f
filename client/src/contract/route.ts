import type { z } from 'zod'
import { approvalReason, heldErrors } from './approval-reason.ts'
import type { Auth, Endpoint, Method } from './endpoints/endpoint.ts'
import type { ErrorCode } from './errors.ts'
import type { Held } from './facts/four-eyes.ts'
import type { Reader } from './readers.ts'

/** The default limit of a request body. Bytes. */
export const BODY_LIMIT = 65_536

/** What the server, its documentation and checked forms need of a route beside its endpoint. */
interface Declaration<
  I extends z.ZodObject,
  O extends z.ZodType,
  M extends z.ZodType | undefined,
  H extends true | undefined,
> {
  /**
   * `read`: an app's read secret may make the call, because it neither changes nor signs anything. Other routes of the app
   * group need a full secret. Has no meaning for other credentials.
   */
  access?: 'read'
  /** A public call that reads the token of a user where one is sent: what it issues is then that user's. */
  optionalUser?: true
  /** An admin call that attempt counters limit, because it makes the server call others. */
  limited?: true
  /** One line, imperative, for OpenAPI and the CLI's help. */
  summary: string
  /** Details beyond the summary, in short sentences, for OpenAPI and the CLI's help. */
  description: string
  /** The readers of the call's documentation, if they do not follow from `auth`. */
  reader?: Reader
  /** One flat object. Path tokens use their keys; GET and DELETE send the rest as query, other methods as JSON body. */
  input: I
  /** The answer's `data`. */
  output: O
  /** The answer's `meta`, if the route has one. */
  meta?: M
  status?: 201
  /** The limit of the request body, if the input can exceed BODY_LIMIT. Bytes. */
  bodyLimit?: number
  /** Errors of this route, beyond those of every route. */
  errors?: readonly ErrorCode[]
  /**
   * The answer of a hot route is serialized by code compiled from `output`, and its handler returns the wire form. Answers
   * of other routes are encoded and validated by the schema.
   */
  hot?: H
}

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
>
  extends Endpoint<A, V>, Declaration<I, O, M, H> {
  meta?: M
}

/** Declares the route of an endpoint; infers its types. */
export const route = <
  A extends Auth,
  I extends z.ZodObject,
  O extends z.ZodType,
  M extends z.ZodType | undefined = undefined,
  H extends true | undefined = undefined,
  V extends Method = Method,
  X extends Held | undefined = undefined,
>(
  { method, path, auth, role, reach, person, held, collected, support, beforeTerms }: Endpoint<A, V> & { held?: X },
  declaration: Declaration<I, O, M, H>,
): Route<A, I, O, M, H, V> & ([X] extends [Held] ? { held: Held } : unknown) =>
  ({
    method,
    path,
    auth,
    ...(role && { role }),
    ...(reach && { reach }),
    ...(person && { person }),
    ...(held && { held }),
    ...(collected && { collected }),
    ...(support && { support }),
    ...(beforeTerms && { beforeTerms }),
    ...declaration,
    ...(held && {
      input: declaration.input.safeExtend({ approvalReason }) as unknown as I,
      errors: [...(declaration.errors ?? []), ...heldErrors],
    }),
  }) as Route<A, I, O, M, H, V> & ([X] extends [Held] ? { held: Held } : unknown)

/** Groups of routes by noun, then verb: `contract.apps.create`. */
export type RouteTable = Record<string, Record<string, Route>>

type InputOf<R> = R extends Route<infer _A, infer I, infer _O, infer _M, infer _H, infer _V> ? I : never
type OutputOf<R> = R extends Route<infer _A, infer _I, infer O, infer _M, infer _H, infer _V> ? O : never
type MetaOf<R> = R extends Route<infer _A, infer _I, infer _O, infer M, infer _H, infer _V> ? M : never
type HotOf<R> = R extends Route<infer _A, infer _I, infer _O, infer _M, infer H, infer _V> ? H : never

/** The input of a caller, with the reason of a call that can be held. */
export type CallInput<R extends Route> = z.input<InputOf<R>> &
  (R extends { held: Held } ? { approvalReason?: string } : unknown)
/** The parsed input of a handler. */
export type HandlerInput<R extends Route> = z.output<InputOf<R>>
/** The result for a caller: the wire form of `data`, or of `{data, meta}` if the route has a `meta`. */
export type CallResult<R extends Route> =
  MetaOf<R> extends z.ZodType ? { data: z.input<OutputOf<R>>; meta: z.input<MetaOf<R>> } : z.input<OutputOf<R>>
/** The result of a handler: `data`, or `{data, meta}` if the route has a `meta`; in wire form for hot routes. */
export type HandlerResult<R extends Route> =
  MetaOf<R> extends z.ZodType
    ? { data: z.output<OutputOf<R>>; meta: z.output<MetaOf<R>> }
    : HotOf<R> extends true
      ? z.input<OutputOf<R>>
      : z.output<OutputOf<R>>
