import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { oidcWorld } from './oidc.testing.ts'

// The operator allows an address of his own, which is not the one that is attacked.
const world = oidcWorld({ OPENAUTH_OUTBOUND_ALLOW: '203.0.113.9' })
const asked: string[] = []
const server = createServer((request, response) => {
  asked.push(request.url ?? '')
  const issuer = `http://${request.headers.host}`
  const endpoints = { authorization_endpoint: `${issuer}/a`, token_endpoint: `${issuer}/t`, jwks_uri: `${issuer}/k` }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ issuer, ...endpoints }))
})
beforeAll(async () => {
  server.listen(0)
  await once(server, 'listening')
})
afterAll(() => void server.close())

const tested = async (issuer: string) => {
  const { id: connectionId } = await world.connect({ issuer })
  return world.admin.oidcConnections.test({ appId: world.app.id, connectionId })
}

test('a name of this machine is not called, though another address is allowed', async () => {
  const { port } = server.address() as AddressInfo
  expect(await tested(`http://localhost:${port}`)).toMatchObject({
    code: 'unexpected_answer',
    message: expect.stringContaining('is not an https address'),
  })
  expect(asked).toEqual([])
})

test('no port of this machine is told open from closed', async () => {
  const { port } = server.address() as AddressInfo
  const [open, closed] = [await tested(`http://localhost:${port}`), await tested('http://localhost:9')]
  const withoutNumbers = (found: object) => JSON.stringify(found).replaceAll(/\d+/g, '')
  expect(withoutNumbers(open)).toBe(withoutNumbers(closed))
})
