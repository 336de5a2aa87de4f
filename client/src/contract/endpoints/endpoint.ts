/** Who may call a route. The bearer credential is an admin token, an app secret (`oa_…`) or a user token. */
export type Auth = 'public' | 'admin' | 'app' | 'user'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** What a client needs of a route to call it. Its schemas and texts are the Route's, which pages need not load. */
export interface Endpoint<A extends Auth = Auth, V extends Method = Method> {
  method: V
  /** A path template: `{name}` is replaced by the input's key of that name. */
  path: `/${string}`
  auth: A
  /** Set if the answer has a `meta` beside its `data`: true here, its schema in a Route. */
  meta?: unknown
}

/** Endpoints of one group, by verb. */
export type Endpoints = Record<string, Endpoint & { meta?: true }>

/** The endpoints of a group, as another group has them for other callers. */
export type EndpointsLike<T extends Endpoints, A extends Auth> = { [V in keyof T]: Endpoint<A, T[V]['method']> }

/** The tokens of a path template: `/admin/apps/{id}` has `id`. */
export const pathTokens = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)

/** Whether input outside the path is sent as query (GET, DELETE) instead of a JSON body. */
export const sendsQuery = ({ method }: Pick<Endpoint, 'method'>): boolean => method === 'GET' || method === 'DELETE'
