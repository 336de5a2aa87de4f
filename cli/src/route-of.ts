import { contract, type Route, type RouteTable } from '@openauth/client'

/**
 * A route of the contract with its schemas, by group and verb. Loading them takes longer than a whole `list`: only the build,
 * and what checks values, may import this file.
 */
export const routeOf = (group: string, verb: string): Route => (contract as RouteTable)[group]![verb]!
