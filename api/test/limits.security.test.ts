import { readFileSync } from 'node:fs'
import {
  contract,
  type Example,
  isLimited,
  listRoutes,
  openApiDocument,
  type Route,
  splitInput,
} from '@openauth/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LimitExceededError } from '../src/lib/attempt-counters.ts'
import { createLoginWorld } from '../src/features/login/testing.ts'
import { startIdentityWorld } from '@openauth/localnet/identity'
import { signInAs, testServer } from '../src/testing.ts'

/** A server on which every counter is used up, and its status for the recorded example of each route. */
const startUsedUp = async () => {
  const world = await startIdentityWorld()
  const server = await testServer({ ...world.environment, OPENAUTH_OUTBOUND_ALLOW: '127.0.0.1' })
  const { app, admin, adminToken } = await createLoginWorld(server, world)
  await admin.apps.update({ id: app.id, privateKeyExportEnabled: true, redirectOrigins: ['https://game.example'] })
  const { id: userId } = await signInAs(server, app.id, 'counted')
  const { attempts } = server.resources
  const consume = attempts.consume
  const useUp = () => {
    attempts.consume = async () => {
      throw new LimitExceededError(60)
    }
  }
  let serial = 0
  /** A new session for each call, since some calls end it. */
  const tokenFor = async ({ auth }: Route): Promise<string | undefined> => {
    if (auth !== 'user') return { admin: adminToken, app: app.secret, public: undefined }[auth]
    attempts.consume = consume
    return (await signInAs(server, app.id, `counted ${(serial += 1)}`)).token
  }
  /** Replaces the recorded ids by this server's; an admin's calls change nothing here. */
  const inputOf = ({ auth }: Route, example: Example): Record<string, unknown> => {
    const known: Record<string, unknown> =
      auth === 'admin' ? {} : { appId: app.id, ...(auth === 'app' ? { id: userId } : {}) }
    return Object.fromEntries(Object.entries({ ...example.input }).map(([name, value]) => [name, known[name] ?? value]))
  }
  const statusOf = async (route: Route, example: Example): Promise<number> => {
    const token = await tokenFor(route)
    useUp()
    const { path, query, body } = splitInput(route, inputOf(route, example))
    const search = new URLSearchParams(query as Record<string, string>).toString()
    const more = body === undefined ? {} : { body }
    return (await server.send(route.method, search ? `${path}?${search}` : path, { token, ...more })).status
  }
  const stop = async () => {
    await server.stop()
    await world.stop()
  }
  return { statusOf, stop }
}

let harness: Awaited<ReturnType<typeof startUsedUp>>
beforeAll(async () => {
  harness = await startUsedUp()
})
afterAll(() => harness.stop())

const examplesOf = (group: string): Record<string, Example> =>
  JSON.parse(readFileSync(new URL(`../../client/examples/${group}.json`, import.meta.url), 'utf8'))
const routes = listRoutes(contract).map((each) => ({ ...each, name: `${each.group}.${each.verb}` }))
const answered = new Map<string, number>()

describe('a route that answers 429 when its counter is used up declares 429', () => {
  test.each(routes)('$name', async ({ group, verb, name, route }) => {
    const status = await harness.statusOf(route, examplesOf(group)[verb]!)
    answered.set(name, status)
    const isUndeclared = status === 429 && !isLimited(route)
    expect(isUndeclared).toBe(false)
  })

  test('the wallet routes of users are among them', () => {
    const wallets = routes.filter(({ route }) => /^\/user\/(solana|ethereum|vara|wallets\/)/.test(route.path))
    expect(wallets.length).toBeGreaterThan(5)
    expect(wallets.filter(({ name }) => answered.get(name) !== 429).map(({ name }) => name)).toEqual([])
  })
})

test('the OpenAPI document has 429 for every limited route, and for no other', () => {
  type Paths = Record<string, Record<string, { responses: object }>>
  const { paths } = openApiDocument(contract, { version: '0' }) as unknown as { paths: Paths }
  for (const { name, route } of routes) {
    const { responses } = paths[route.path]![route.method.toLowerCase()]!
    expect([name, Object.hasOwn(responses, '429')]).toEqual([name, isLimited(route)])
  }
})
