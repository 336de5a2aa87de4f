import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { createOutbound } from './outbound.ts'

const servers: Server[] = []
const serve = (listener: RequestListener): Promise<string> =>
  new Promise((tell) => {
    const server = createServer(listener)
    servers.push(server)
    server.listen(0, '127.0.0.1', () => tell(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  })

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
})

const secret = 'gho_secret'
const failureOf = (call: Promise<unknown>): Promise<Error & { cause?: unknown }> =>
  call.then(
    () => expect.unreachable('expected the call to fail'),
    (error: unknown) => error as Error,
  )
const everythingOf = (error: Error & { cause?: unknown }) =>
  `${error.name} ${error.message} ${JSON.stringify(error)} ${String(error.cause)}`

test('does not follow a redirect, so that no response can send the token elsewhere', async () => {
  let wasAsked = false
  const elsewhere = await serve((_, response) => {
    wasAsked = true
    response.end()
  })
  const url = await serve((_, response) => response.writeHead(307, { location: elsewhere }).end())
  const init = { headers: { authorization: `Bearer ${secret}` }, redirect: 'follow' } as const
  const response = await createOutbound()(url, init)
  expect(response.status).toBe(307)
  expect(wasAsked).toBe(false)
})

test('rejects a small compressed body that expands beyond the limit', async () => {
  const bomb = gzipSync(Buffer.alloc(20 * 1024 * 1024))
  expect(bomb.length).toBeLessThan(100_000)
  const url = await serve((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb))
  await expect(createOutbound()(url)).rejects.toMatchObject({ name: 'ProviderUnavailableError' })
})

test('no error quotes an address, a header or a body', async () => {
  const gone = await serve(() => {})
  servers[0]!.closeAllConnections()
  await new Promise((done) => servers.pop()!.close(done))
  const hanging = await serve(() => {})
  const failing = await serve((_, response) => response.writeHead(500).end(secret))
  const outbound = createOutbound({ timeoutMs: 200 })
  for (const url of [gone, hanging, failing]) {
    const init = { method: 'POST', headers: { authorization: `Bearer ${secret}` }, body: `code=${secret}` }
    expect(everythingOf(await failureOf(outbound(`${url}/bot${secret}/x?token=${secret}`, init)))).not.toContain(secret)
  }
})

test('a token that is invalid in a header is not quoted, and opens no circuit', async () => {
  const url = await serve((_, response) => response.end('ok'))
  const outbound = createOutbound()
  for (let i = 0; i < 10; i++) {
    const error = await failureOf(outbound(url, { headers: { authorization: `Bearer ${secret}\r\nhost: x` } }))
    expect(everythingOf(error)).not.toContain(secret)
  }
  expect((await outbound(url)).status).toBe(200)
})
