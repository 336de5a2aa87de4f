import { contract, createClient, errors, listRoutes } from '@openauth/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestServer } from '../src/testing.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

interface Media {
  schema: Schema
  example?: unknown
}
interface Schema {
  properties?: Record<string, Schema>
  oneOf?: Schema[]
}
interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security: Record<string, string[]>[]
  parameters?: { name: string; required: boolean; example?: unknown }[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { content?: Record<string, Media> }>
}

const read = async () => {
  const { body: document } = await server.send('GET', '/openapi.json')
  const operationAt = (path: string, method: string): Operation => document.paths[path][method.toLowerCase()]
  const operations = Object.values(document.paths as Record<string, Record<string, Operation>>).flatMap((item) =>
    Object.values(item),
  )
  return { document, operationAt, operations }
}

const bodyFields = ({ requestBody }: Operation): string[] => {
  const schema = requestBody?.content['application/json']?.schema ?? {}
  const objects = schema.oneOf ?? [schema]
  return [...new Set(objects.flatMap(({ properties = {} }) => Object.keys(properties)))]
}

test('every route of the contract is in /openapi.json with its input, and every reference resolves', async () => {
  const { document, operationAt } = await read()
  expect(document.openapi).toBe('3.1.0')
  expect(document.info.description).toContain('405')
  expect(document.components.schemas.Error.properties.code.enum).toContain('method_not_allowed')
  for (const { group, verb, route } of listRoutes(contract)) {
    const operation = operationAt(route.path, route.method)
    expect(operation.operationId).toBe(`${group}.${verb}`)
    const named = [...(operation.parameters ?? []).map(({ name }) => name), ...bodyFields(operation)]
    expect(named.toSorted()).toEqual(Object.keys(route.input.shape).toSorted())
    expect(operation.security).toEqual(
      route.optionalUser ? [{}, { user: [] }] : route.auth === 'public' ? [] : [{ [route.auth]: [] }],
    )
  }
  const text = JSON.stringify(document)
  for (const [, kind, name] of text.matchAll(/"#\/components\/(\w+)\/([^"]+)"/g))
    expect(document.components[kind!]).toHaveProperty(name!)
  expect(text).not.toContain('$defs')
})

test('P5: every operation has a summary, a description, a described tag, and a unique id', async () => {
  const { document, operations } = await read()
  const tags = document.tags.filter(({ description }: { description?: string }) => description)
  expect(tags.map(({ name }: { name: string }) => name)).toEqual(['Operators', 'Partners', 'Users', 'Players'])
  for (const { operationId, summary, description, tags: own, security } of operations) {
    expect([operationId, summary.length > 0, /[.]$/.test(description)]).toEqual([operationId, true, true])
    expect(tags.map(({ name }: { name: string }) => name)).toContain(own[0])
    expect(Array.isArray(security)).toBe(true)
  }
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
  expect(document.servers).toHaveLength(1)
})

test('P5: an operation has every status that a call may have', async () => {
  const { operationAt } = await read()
  for (const { group, verb, route } of listRoutes(contract)) {
    const statuses = Object.keys(operationAt(route.path, route.method).responses)
    const expected = [
      '400',
      '431',
      '500',
      '503',
      String(route.status ?? 200),
      ...(route.auth === 'public' ? [] : ['401']),
      ...(route.method === 'GET' || route.method === 'DELETE' ? [] : ['408', '413', '415']),
      ...(route.errors ?? []).map((code) => String(errors[code][0])),
    ]
    expect([group, verb, statuses]).toEqual([group, verb, expect.arrayContaining(expected)])
  }
})

test('P5: an operation has an example: its required parameters, its body and its response', async () => {
  const { operationAt } = await read()
  for (const { group, verb, route } of listRoutes(contract)) {
    const { parameters = [], requestBody, responses } = operationAt(route.path, route.method)
    const silent = parameters.filter(({ required, example }) => required && example === undefined)
    expect([group, verb, silent]).toEqual([group, verb, []])
    if (requestBody) expect(requestBody.content['application/json']).toHaveProperty('example')
    expect(responses[String(route.status ?? 200)]?.content?.['application/json']).toHaveProperty('example.data')
  }
})

test('P5: redirect logins, keys and health are included', async () => {
  const { operations } = await read()
  const ids = operations.map(({ operationId }) => operationId)
  expect(ids).toEqual(expect.arrayContaining(['auth.start', 'auth.callback', 'wellKnown.jwks', 'wellKnown.readyz']))
})

test('P5: no fields stand beside a reference, and alternatives of required fields are separate schemas', async () => {
  const { document, operationAt } = await read()
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    if ('$ref' in value) expect(Object.keys(value)).toEqual(['$ref'])
    for (const inner of Object.values(value)) walk(inner)
  }
  walk(document)
  const { oneOf } = operationAt('/app/users', 'POST').requestBody!.content['application/json']!.schema
  const due = oneOf!.map((alternative) => (alternative as { required: string[] }).required)
  expect(due).toEqual(expect.arrayContaining([['telegram'], ['ethAddress'], ['solAddress']]))
})

test('the docs page loads only files of the server, under a policy that forbids inline scripts', async () => {
  const { body, headers } = await server.send('GET', '/docs')
  const files = [...String(body).matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file!)
  expect(files.length).toBeGreaterThan(2)
  for (const file of files) {
    expect(file.startsWith('/docs/')).toBe(true)
    expect((await server.send('GET', file)).status).toBe(200)
  }
  expect(headers.get('content-security-policy')).not.toMatch(/script-src[^;]*unsafe|default-src[^;]*unsafe/)
  expect((await server.send('GET', '/docs/package.json')).status).toBe(404)
})

test('every route has a client call of the same name', () => {
  const client = createClient(async () => ({ data: {} })) as unknown as Record<string, Record<string, unknown>>
  for (const { group, verb } of listRoutes(contract)) expect(typeof client[group]?.[verb]).toBe('function')
})
