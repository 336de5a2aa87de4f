import type { Endpoint } from './endpoints/endpoint.ts'
import type { Route } from './route.ts'

/** Every route of a table with its group and verb, in order; of a table of endpoints, as `listRoutes<Endpoint>`, those. */
export const listRoutes = <E extends Endpoint = Route>(
  table: Record<string, Record<string, NoInfer<E>>>,
): { group: string; verb: string; route: E }[] =>
  Object.entries(table).flatMap(([group, verbs]) =>
    Object.entries(verbs).map(([verb, declared]) => ({ group, verb, route: declared })),
  )
