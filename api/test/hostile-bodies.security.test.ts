import { BODY_LIMIT, contract, listRoutes, type Route, sendsQuery } from '@openauth/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { createTestApp, signInAs, signInAsAdmin, testServer, type TestServer } from '../src/testing.ts'

// The largest bodies that each route accepts, filled with the values that are most expensive to validate.

let server: TestServer
let tokens: Record<Route['auth'], string | undefined>

beforeAll(async () => {
  server = await testServer({ OPENAUTH_RATE_LIMIT_SCALE: '0' })
  const admin = await signInAsAdmin(server)
  const app = await createTestApp(server, admin, 'Mine')
  const user = await signInAs(server, app.id, 'ada')
  tokens = { admin, app: app.secret, user: user.token, public: undefined }
})
afterAll(() => server.stop())

const uuid = '7d1c6a3e-58b1-4f6a-9d43-0d1f4c2a9b10'
const pathOf = ({ path }: Route) => path.replace(/\{\w+\}/g, () => (path.startsWith('/admin/admins/') ? '1' : uuid))
const post = (route: Route, body: string) =>
  server.send(route.method, pathOf(route), { token: tokens[route.auth], body })

const writing = listRoutes(contract)
  .filter(({ route }) => !sendsQuery(route))
  .map(({ group, verb, route }) => ({ name: `${group}.${verb}`, route, limit: route.bodyLimit ?? BODY_LIMIT }))
const reading = writing.filter(({ route }) => Object.keys(route.input.shape).length > 0)

interface Schema {
  $ref?: string
  $defs?: Record<string, Schema>
  const?: unknown
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  maxItems?: number
  additionalProperties?: Schema | boolean
  maxProperties?: number
  anyOf?: Schema[]
  oneOf?: Schema[]
}

/** A field that accepts any number of entries: how to put a value there, and its limit. */
interface Collection {
  path: string
  most: number | undefined
  kind: 'array' | 'record'
  wrap: (value: unknown) => unknown
}

const collectionsOf = (
  schema: Schema,
  defs: Record<string, Schema>,
  location: Omit<Collection, 'most' | 'kind'>,
): Collection[] => {
  if (schema.$ref) return collectionsOf(defs[schema.$ref.replace('#/$defs/', '')]!, defs, location)
  const options = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((option) =>
    collectionsOf(option, defs, location),
  )
  if (schema.type === 'array') {
    const inner = { path: `${location.path}.0`, wrap: (value: unknown) => location.wrap([value]) }
    return [{ ...location, most: schema.maxItems, kind: 'array' }, ...collectionsOf(schema.items ?? {}, defs, inner)]
  }
  const constants = Object.fromEntries(
    Object.entries(schema.properties ?? {}).flatMap(([key, { const: value }]) =>
      value === undefined ? [] : [[key, value]],
    ),
  )
  const fields = Object.entries(schema.properties ?? {}).flatMap(([key, field]) =>
    collectionsOf(field, defs, {
      path: location.path ? `${location.path}.${key}` : key,
      wrap: (value) => location.wrap({ ...constants, [key]: value }),
    }),
  )
  const isRecord = typeof schema.additionalProperties === 'object'
  return [
    ...options,
    ...fields,
    ...(isRecord ? [{ ...location, most: schema.maxProperties, kind: 'record' as const }] : []),
  ]
}

const inputCollections = (route: Route): Collection[] => {
  const schema = z.toJSONSchema(route.input, { io: 'input', unrepresentable: 'any' }) as Schema
  return collectionsOf(schema, schema.$defs ?? {}, { path: '', wrap: (value) => value })
}

/** The text of a list of empty lists, which is repeated and not serialized: megabytes of them take seconds. */
const emptyLists = (count: number): string => `[${'[],'.repeat(count).slice(0, -1)}]`
const record = (count: number): string => `{${Array.from({ length: count }, (_, n) => `"k${n}":[]`).join()}}`

/** As many entries as fit below the limit, each of a type that no option of a union accepts. */
const fill = ({ kind, wrap }: Collection, limit: number): string => {
  const room = limit - JSON.stringify(wrap('')).length - 2
  const entries = kind === 'array' ? emptyLists(Math.floor(room / 3)) : record(Math.floor(room / 11))
  return JSON.stringify(wrap('here')).replace('"here"', () => entries)
}

const collections = writing.flatMap(({ name, route, limit }) =>
  inputCollections(route).map((collection) => ({ name, route, limit, collection, path: collection.path })),
)

describe('S2: an array or record of an input', () => {
  test('has a limit in the contract', () => {
    expect(collections.length).toBeGreaterThan(10)
    expect(collections.filter(({ collection }) => collection.most === undefined)).toEqual([])
  })

  test.each(collections)('$path of $name is counted before its entries are validated', async (of) => {
    const { route, limit, collection, path } = of
    const body = fill(collection, limit)
    expect(body.length).toBeLessThanOrEqual(limit)
    const answer = await post(route, body)
    const what = collection.kind === 'array' ? 'entries' : 'fields'
    expect([answer.status, answer.body.issues]).toEqual([
      400,
      [{ path, message: `must have at most ${collection.most} ${what}` }],
    ])
  })
})

describe('S2: a body', () => {
  test.each(writing)('of $name is answered 413 over its limit, before it is parsed', async ({ route, limit }) => {
    const answer = await post(route, `{"x":"${'y'.repeat(limit)}`)
    expect([answer.status, answer.body.code]).toEqual([413, 'body_too_large'])
  })

  test('without credentials is limited to 64 kB', () => {
    const open = writing.filter(({ route }) => route.auth === 'public' || route.auth === 'user')
    const larger = open.filter(({ limit }) => limit > BODY_LIMIT).map(({ name }) => name)
    expect([BODY_LIMIT, larger]).toEqual([65_536, ['vara.sendMessage', 'vara.sendReply']])
  })

  const hostile: [string, (limit: number, route: Route) => string][] = [
    ['unknown fields', (limit) => `{${Array.from({ length: Math.floor(limit / 12) }, (_, n) => `"k${n}":1`).join()}}`],
    ['depth', (limit) => `${'{"a":'.repeat(limit / 8)}1${'}'.repeat(limit / 8)}`],
    [
      'wrong types in every field',
      (limit, { input }) => {
        const keys = Object.keys(input.shape)
        const room = Math.floor((limit - 64 * keys.length) / keys.length / 4)
        const lists = emptyLists(room)
        return `{${keys.map((key) => `${JSON.stringify(key)}:${lists}`).join()}}`
      },
    ],
    [
      'endless text in every field',
      (limit, { input }) => {
        const keys = Object.keys(input.shape)
        // The character that NFKC expands most: one becomes eighteen.
        const text = '\uFDFA'.repeat(Math.floor((limit - 64 * keys.length) / keys.length / 3))
        return `{${keys.map((key) => `${JSON.stringify(key)}:"${text}"`).join()}}`
      },
    ],
  ]
  test.each(hostile)('of %s is answered with at most twenty issues and never fails', async (_, make) => {
    for (const { name, route, limit } of reading) {
      if (route === contract.setup.logout) continue
      const body = make(limit, route)
      const { status, body: answer } = await post(route, body)
      expect([name, Buffer.byteLength(body) <= limit, status < 500]).toEqual([name, true, true])
      expect([name, (answer.issues?.length ?? 0) <= 20]).toEqual([name, true])
    }
  })
})
