import type { AdminRole } from '../facts/admin-roles.ts'
import type { Held } from '../facts/four-eyes.ts'

/** Who may call a route. The bearer credential is an admin token, an app secret (`oa_…`) or a user token. */
export type Auth = 'public' | 'admin' | 'app' | 'user'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** What a client needs of a route to call it. Its schemas and texts are the Route's, which pages need not load. */
export interface Endpoint<A extends Auth = Auth, V extends Method = Method> {
  method: V
  /** A path template: `{name}` is replaced by the input's key of that name. */
  path: `/${string}`
  auth: A
  /** The least role of an admin who may call the route. */
  role?: A extends 'admin' ? AdminRole : undefined
  /**
   * What an admin's route is about, for admins who have some apps only. A route below an app's path is about that app, and
   * others are about the `server`, which is refused to them; `apps`: they may call it, and it answers about their apps or
   * themselves.
   */
  reach?: A extends 'admin' ? 'server' | 'apps' : undefined
  /** An admin's call that a signed-in person makes, and no service token: it decides who has which access, or has no way back. */
  person?: A extends 'admin' ? true : undefined
  /** An admin's call that waits for the approval of a second admin, where an owner holds calls of this kind. */
  held?: A extends 'admin' ? Held : undefined
  /**
   * A held call whose answer has a secret, which its requester alone sees, once: it runs when the requester collects it after the
   * approval. Others run by the approval.
   */
  collected?: A extends 'admin' ? true : undefined
  /** A user's call that support may make in the name of the user: it reads, or changes nothing that matters. Others are refused. */
  support?: A extends 'user' ? true : undefined
  /** A user's call that is answered before the user has accepted the terms of an app that requires it. */
  beforeTerms?: A extends 'user' ? true : undefined
  /** Set if the answer has a `meta` beside its `data`: true here, its schema in a Route. */
  meta?: unknown
}

type Listed = (Endpoint<'admin'> & { role: AdminRole }) | Endpoint<Exclude<Auth, 'admin'>>

/** Endpoints of one group, by verb. An admin's route without a role does not compile. */
export type Endpoints = Record<string, Listed & { meta?: true }>

/** The endpoints of a group, as another group has them for other callers. */
export type EndpointsLike<T extends Endpoints, A extends Auth> = { [V in keyof T]: Endpoint<A, T[V]['method']> }

/** The tokens of a path template: `/admin/apps/{id}` has `id`. */
export const pathTokens = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)

/** The token of a path below an app, `appId` or `id`; undefined where a route is about the server. */
export const appTokenOf = (path: string): 'appId' | 'id' | undefined =>
  /^\/admin\/apps\/\{(appId|id)\}/.exec(path)?.[1] as 'appId' | 'id' | undefined

/** Whether input outside the path is sent as query (GET, DELETE) instead of a JSON body. */
export const sendsQuery = ({ method }: Pick<Endpoint, 'method'>): boolean => method === 'GET' || method === 'DELETE'

/**
 * Whether an admin who looks after the apps with these ids, or after all (`null`), is within the reach of a route.
 * @param appId of the route's path, where it has one
 */
export const isWithinReach = (
  apps: readonly string[] | null,
  { path, reach }: Pick<Endpoint, 'path' | 'reach'>,
  appId?: string,
): boolean => {
  if (apps === null) return true
  if (reach === 'server') return false
  return appTokenOf(path) ? appId !== undefined && apps.includes(appId.toLowerCase()) : reach === 'apps'
}
