import { contract, createClient, listRoutes } from '@openauth/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestServer } from '../src/testing.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

test('every route of the contract is in /openapi.json with its input, and every reference resolves', async () => {
  const { body: document } = await server.send('GET', '/openapi.json')
  expect(document.openapi).toBe('3.1.0')
  for (const { group, verb, route } of listRoutes(contract)) {
    const operation = document.paths[route.path][route.method.toLowerCase()]
    expect(operation.operationId).toBe(`${group}.${verb}`)
    const body = operation.requestBody?.content['application/json'].schema.properties ?? {}
    const named = [...(operation.parameters ?? []).map(({ name }: { name: string }) => name), ...Object.keys(body)]
    expect(named.toSorted()).toEqual(Object.keys(route.input.shape).toSorted())
    expect(operation.security).toEqual(route.auth === 'public' ? undefined : [{ [route.auth]: [] }])
  }
  const text = JSON.stringify(document)
  for (const [, name] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g))
    expect(document.components.schemas).toHaveProperty(name!)
  expect(text).not.toContain('$defs')
})

test('the docs page loads nothing but files of the server, under a policy that allows no inline script', async () => {
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
