import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createGuardedOutbound } from './outbound.ts'

let server: Server
let port: number
let answer: RequestListener
const asked: string[] = []
beforeEach(async () => {
  asked.length = 0
  answer = (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"a":1}')
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.headers.host} ${request.headers.authorization ?? ''}`)
    answer(request, response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  ;({ port } = server.address() as AddressInfo)
})
afterEach(() => {
  server.closeAllConnections()
  return new Promise((done) => server.close(done))
})

const resolving =
  (...addresses: string[]) =>
  async () =>
    addresses
const misconfigured = { name: 'ProviderMisconfiguredError' }

test.each([
  ['loopback', ['127.0.0.1']],
  ['a private network', ['10.1.2.3']],
  ['a metadata service', ['169.254.169.254']],
  ['IPv6 loopback', ['::1']],
  ['IPv6 that maps IPv4', ['::ffff:127.0.0.1']],
  ['NAT64', ['64:ff9b::7f00:1']],
  ['unique local IPv6', ['fd00::1']],
  ['one public and one private address', ['93.184.216.34', '127.0.0.1']],
  ['nothing', []],
])('a name that resolves to %s is not called', async (_, addresses) => {
  const outbound = createGuardedOutbound({ allow: [], resolve: resolving(...addresses) })
  await expect(outbound('https://provider.example/keys')).rejects.toMatchObject(misconfigured)
})

test.each([
  'http://127.0.0.1/',
  'https://[::ffff:7f00:1]/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://localhost/',
  'https://provider.example:8443/',
  'http://provider.example/',
  'https://ada:secret@provider.example/',
])('%s is not called', async (address) => {
  const resolve = async (name: string) => [name.includes('localhost') ? '127.0.0.1' : '93.184.216.34']
  await expect(createGuardedOutbound({ allow: [], resolve })(address)).rejects.toMatchObject(misconfigured)
})

test('an allowed address does not allow others', async () => {
  const outbound = createGuardedOutbound({ allow: ['10.1.2.3'], resolve: resolving('127.0.0.1') })
  await expect(outbound(`http://provider.example:${port}/`)).rejects.toMatchObject(misconfigured)
  expect(asked).toEqual([])
})

test('a name that resolves to another address the second time is connected at the first', async () => {
  const answers = [['127.0.0.1'], ['10.0.0.1']]
  const outbound = createGuardedOutbound({ allow: ['127.0.0.1'], resolve: async () => answers.shift()! })
  const response = await outbound(`http://provider.example:${port}/keys`, { headers: { authorization: 'Bearer a' } })
  expect(await response.json()).toEqual({ a: 1 })
  expect(asked).toEqual([`GET provider.example:${port} Bearer a`])
  expect(answers).toHaveLength(1)
})

test('a form is posted, and a redirect is not followed', async () => {
  let body = ''
  answer = (request, response) => {
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => response.writeHead(307, { location: `http://127.0.0.1:${port}/elsewhere` }).end())
  }
  const outbound = createGuardedOutbound({ allow: ['127.0.0.1'] })
  const response = await outbound(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    body: new URLSearchParams({ code: 'a b' }),
  })
  expect([response.status, body, asked.length]).toEqual([307, 'code=a+b', 1])
})

test.each<[string, RequestListener]>([
  ['one that never ends', (_, response) => void response.writeHead(200).write('a')],
  ['one that is too large', (_, response) => void response.writeHead(200).end('a'.repeat(2000))],
  ['one without a body that is one', (_, response) => void response.writeHead(999).end()],
  [
    'one that switches the protocol',
    ({ socket }) =>
      void socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: other\r\n\r\n'),
  ],
  ['one that breaks off', (_, response) => void response.writeHead(200).write('a', () => response.destroy())],
])('an answer ends: %s', async (_, listener) => {
  answer = listener
  const outbound = createGuardedOutbound({ allow: ['127.0.0.1'] }, { timeoutMs: 300, maxBytes: 1000 })
  await expect(outbound(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({ name: 'ProviderUnavailableError' })
})

test('status 204 has no body', async () => {
  answer = (_, response) => void response.writeHead(204).end()
  expect((await createGuardedOutbound({ allow: ['127.0.0.1'] })(`http://127.0.0.1:${port}/`)).status).toBe(204)
})
