import { contract, type ErrorBody, errors, listRoutes, type Route } from '@openauth/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import {
  noPublicNodes,
  createTestApp,
  signInAs,
  signInAsAdmin,
  type TestApp,
  testServer,
  type TestServer,
  type TestUser,
} from '../src/testing.ts'
import { createFuzz, type FuzzedRequest, type Realistic } from './fuzz.testing.ts'

// Random and hostile requests to every route of the contract, the same for the same seed. Another seed or more requests:
//   OPENAUTH_FUZZ_SEED=7 OPENAUTH_FUZZ_REQUESTS=400 npx vitest run api/test/fuzz.security.test.ts

const seed = Number(process.env.OPENAUTH_FUZZ_SEED ?? 20_261_122)
const requestsPerRoute = Number(process.env.OPENAUTH_FUZZ_REQUESTS ?? 5)

let server: TestServer
let adminToken: string
let app: TestApp
let user: TestUser
/** Values that requests may change and delete: not those on which the credentials depend. */
let known: Realistic

beforeAll(async () => {
  // Providers, chains and mail have ports without a listener, so that calls to them fail at once.
  const nowhere = 'http://127.0.0.1:9'
  server = await testServer({
    OPENAUTH_RATE_LIMIT_SCALE: '0',
    OPENAUTH_SMTP_URL: 'smtp://127.0.0.1:9',
    ...noPublicNodes,
    ...Object.fromEntries(['SOLANA', 'VARA', 'EVM_SEPOLIA'].map((chain) => [`OPENAUTH_${chain}_RPC_URLS`, nowhere])),
  })
  adminToken = await signInAsAdmin(server)
  const admin = server.as(adminToken)
  app = await createTestApp(server, adminToken, 'Credentials')
  user = await signInAs(server, app.id, 'caller')
  const target = await signInAs(server, app.id, 'target')
  const { referCode } = await target.client.account.profile()
  const { id: appId } = await createTestApp(server, adminToken, 'Target')
  const other = await signInAs(server, appId, 'other')
  const { id: adminId } = await admin.admins.create({ username: 'expendable', password: 'long enough' })
  const lists = await admin.users.find({})
  known = {
    id: [target.id, other.id, appId, String(adminId)],
    appId: [appId],
    username: ['target', 'a new name'],
    password: ['password of target', 'another password'],
    referCode: [referCode],
    chainName: ['sepolia'],
    network: ['solana', 'sepolia', 'vara'],
    amount: ['1', '1000000'],
    token: ['SOL'],
    address: ['native'],
    symbol: ['FUZZ'],
    brand: [{ name: 'Fuzz' }, null],
    cursor: [lists.meta.lastCursor],
  }
})
afterAll(() => server.stop())

const tokenOf = (route: Route): string | undefined =>
  ({ admin: adminToken, app: app.secret, user: user.token, public: undefined })[route.auth]

/** Routes that end the caller's session, or change keys that later calls need. */
const leftOut = new Set<Route>([
  contract.setup.logout,
  contract.account.logout,
  contract.keys.rotate,
  contract.keys.retire,
])
const routes = listRoutes(contract).filter(({ route }) => !leftOut.has(route))

const ErrorAnswer = z.strictObject({
  message: z.string().min(1),
  code: z.enum(Object.keys(errors) as [string]),
  requestId: z.string().min(1),
  issues: z
    .array(z.strictObject({ path: z.string(), message: z.string() }))
    .max(20)
    .optional(),
})

/** The fault of a response; undefined if the response follows the contract. */
const faultOf = (route: Route, status: number, body: unknown): string | undefined => {
  if (status === (route.status ?? 200)) {
    const envelope = z.strictObject({ data: route.output, ...(route.meta ? { meta: route.meta } : {}) })
    const parsed = envelope.safeParse(body)
    if (!parsed.success) return `an answer off its schema: ${parsed.error.message}`
    const declared = JSON.stringify(z.encode(envelope, parsed.data))
    return declared.length === JSON.stringify(body).length ? undefined : 'an answer with undeclared fields'
  }
  const refusal = ErrorAnswer.safeParse(body)
  if (!refusal.success) return `a refusal off its schema: ${refusal.error.message}`
  const code = (body as ErrorBody).code as keyof typeof errors
  if (errors[code][0] !== status) return `${code} with the status ${status}`
  // An outage of a dependency is a declared refusal; any other status from 500 up is a fault.
  const isOutage = code !== 'internal' && route.errors?.includes(code)
  return status < 500 || isOutage ? undefined : `status ${status}`
}

const shown = ({ method, url, headers, payload }: FuzzedRequest): string =>
  `${method} ${url}\n${JSON.stringify(headers)}\n${payload?.slice(0, 2000) ?? ''}`

test(`fuzz: ${requestsPerRoute} requests to every route bring neither a failure nor an answer off its schema`, async () => {
  const fuzz = createFuzz(seed)
  const statuses = new Map<number, number>()
  for (let turn = 0; turn < requestsPerRoute; turn += 1)
    for (const { group, verb, route } of routes) {
      const token = fuzz.chance(0.05) ? fuzz.pick([undefined, 'nonsense', app.secret, user.token]) : tokenOf(route)
      const request = fuzz.request(route, known, token)
      const answer = await server.app.inject(request)
      statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1)
      // A path that is another route's, such as a list without an id, is answered by that route.
      const isElsewhere = answer.statusCode === 200 && !String(answer.headers['content-type']).includes('json')
      const fault = isElsewhere ? undefined : faultOf(route, answer.statusCode, JSON.parse(answer.body || 'null'))
      if (fault)
        expect.fail(
          `${fault}\nOPENAUTH_FUZZ_SEED=${seed}, turn ${turn}, ${group}.${verb}\n${shown(request)}\n→ ${answer.body.slice(0, 2000)}`,
        )
    }
  // The requests reached the handlers: the credentials are still valid, and many requests succeeded.
  expect((await server.as(adminToken).setup.whoami()).username).toBe('operator')
  expect((await user.client.account.profile()).id).toBe(user.id)
  expect(statuses.get(200)).toBeGreaterThan(0.75 * routes.length)
  expect(statuses.get(400)).toBeGreaterThan(routes.length)
})
