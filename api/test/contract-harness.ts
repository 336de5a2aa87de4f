import { contract, listRoutes, type Route, sendsQuery } from '@openauth/client'
import {
  createTestApp,
  noPublicNodes,
  signInAs,
  signInAsAdmin,
  type TestApp,
  testServer,
  type TestServer,
  type TestUser,
} from '../src/testing.ts'

/** A server without limits, with two apps and a user in each. */
export interface ContractHarness {
  server: TestServer
  adminToken: string
  mine: TestApp
  other: TestApp
  /** A user of `mine`. */
  user: TestUser
  /** A user of `other`. */
  stranger: TestUser
}

export const startContractHarness = async (): Promise<ContractHarness> => {
  const server = await testServer({ ...noPublicNodes, OPENAUTH_RATE_LIMIT_SCALE: '0' })
  const adminToken = await signInAsAdmin(server)
  const mine = await createTestApp(server, adminToken, 'Mine')
  const other = await createTestApp(server, adminToken, 'Other')
  const user = await signInAs(server, mine.id, 'ada')
  return { server, adminToken, mine, other, user, stranger: await signInAs(server, other.id, 'eve') }
}

/** Every route of the contract, by `group.verb`. */
export const routes = listRoutes(contract).map(({ group, verb, route }) => ({ name: `${group}.${verb}`, route }))

const uuid = '7d1c6a3e-58b1-4f6a-9d43-0d1f4c2a9b10'

/** A path with its parameters replaced by values, or by ids of nothing. */
export const pathOf = (route: Route, values: Record<string, string> = {}) =>
  route.path.replace(
    /\{(\w+)\}/g,
    (_, token: string) => values[token] ?? (route.path.includes('/admins/') ? '1' : uuid),
  )

/** Calls a route with a query or a JSON body, as it takes them. */
export const callRoute = (
  { server }: ContractHarness,
  route: Route,
  token?: string,
  body: unknown = {},
  values: Record<string, string> = {},
) => {
  if (!sendsQuery(route)) return server.send(route.method, pathOf(route, values), { token, body })
  const query = new URLSearchParams(body as Record<string, string>)
  return server.send(route.method, `${pathOf(route, values)}?${query.toString()}`, { token })
}

/** A credential that a route accepts. */
export const tokenFor = ({ adminToken, mine, user }: ContractHarness, route: Route): string | undefined =>
  ({ admin: adminToken, app: mine.secret, user: user.token, public: undefined })[route.auth]
