import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createVaraRpc, type VaraRpcOptions } from './rpc.ts'
import { commonAnswers, rpcError, SECRET } from '../json-rpc/answers.testing.ts'
import { type FakeAnswer, startFakeRpc } from '../json-rpc/fake-rpc.testing.ts'
import { startChain, type TestChain } from './testing.ts'

let harness: TestChain
beforeAll(async () => {
  harness = await startChain()
})
afterAll(() => harness.stop())

/**
 * The result of a call to an endpoint with a key in its address; `answer` applies from the second request of a method
 * on.
 */
const ask = async (answer: FakeAnswer, options: Partial<VaraRpcOptions> = {}) => {
  const fake = await startFakeRpc(harness.url, ({ method }) => (method === 'system_name' ? answer : undefined))
  const rpc = createVaraRpc({
    url: `${fake.url}/v3/${SECRET}?key=${SECRET}`,
    timeoutMs: 500,
    ...options,
  })
  const error: unknown = await rpc.call('system_name', []).catch((error: unknown) => error)
  await fake.stop()
  return {
    error: error as Error & Record<string, unknown>,
    requestedMethods: fake.requestedMethods.filter((it) => it === 'system_name').length,
  }
}

const answers: [string, FakeAnswer, object][] = [
  ...commonAnswers,
  ["jsonrpsee's own limit", rpcError(-32999, 'RPC rate limit exceeded'), { kind: 'rate_limited' }],
  ["a program's own limit", rpcError(8000, 'Runtime error', 'rate limit exceeded'), { kind: 'refused' }],
  ['an error', rpcError(-32601, 'Method not found'), { kind: 'refused', rpcCode: -32601 }],
  [
    'an error with data',
    rpcError(1010, 'Invalid Transaction', 'outdated'),
    { reason: 'Invalid Transaction: outdated' },
  ],
  ['an error with data that is not text', rpcError(1010, 'Invalid', { a: 1 }), { reason: 'Invalid' }],
]
test.each(answers)('%s', async (_, answer, expected) => {
  const { error } = await ask(answer)
  expect(error).toMatchObject({ name: 'VaraRpcError', ...expected })
  expect(`${error.message} ${error.stack} ${String(error.cause)}`).not.toContain(SECRET)
})

test('removes the key from the message of an endpoint that quotes its own address', async () => {
  const { error } = await ask(
    rpcError(-32000, 'Refused', `no access to /v3/${SECRET}?key=${SECRET} \u001b[31m\n${'x'.repeat(999)}`),
  )
  expect(error.message).not.toContain(SECRET)
  expect(error.message).toMatch(/^[\x20-\x7e]{1,260}$/)
})

test('retries a read once if the connection fails, and not otherwise', async () => {
  expect((await ask('cut')).requestedMethods).toBe(2)
  expect((await ask({ status: 500, body: '' })).requestedMethods).toBe(1)
  expect((await ask('hang')).requestedMethods).toBe(1)
})

test('SSRF: does not follow redirects', async () => {
  let reached = 0
  const inner = await startFakeRpc(harness.url, () => void reached++)
  for (const status of [301, 302, 303, 307, 308]) {
    const { error } = await ask({ status, body: '', headers: { location: inner.url } })
    expect(error).toMatchObject({ kind: 'refused' })
  }
  expect(reached).toBe(0)
  await inner.stop()
})

test('stops reading an endless body at the limit', async () => {
  const { error } = await ask({ status: 200, body: 'x'.repeat(100_000) }, { maxBytes: 50_000 })
  expect(error).toMatchObject({ kind: 'malformed', message: expect.stringMatching(/more than 50000 bytes/) })
})

test('nobody there', async () => {
  const rpc = createVaraRpc({ url: `http://127.0.0.1:9/${SECRET}` })
  const refused = rpc.call('system_name', [])
  await expect(refused).rejects.toMatchObject({ kind: 'unavailable', message: expect.not.stringContaining(SECRET) })
})

test.each(['file:///etc/passwd', 'ftp://127.0.0.1', `https://user:${SECRET}@example.com`, 'nonsense', ''])(
  'rejects the address %s without quoting it',
  (url) => {
    const create = () => createVaraRpc({ url })
    expect(create).toThrow(TypeError)
    expect(create).not.toThrow(SECRET)
  },
)

test.each(['0x12', 'main', `0x${'g'.repeat(64)}`])('%s is not a genesis hash', (genesisHash) => {
  expect(() => createVaraRpc({ url: harness.url, genesisHash })).toThrow(TypeError)
})

test('a bigint reaches the node as a JSON number with all digits', async () => {
  let body = ''
  const server = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const result = `0x${'11'.repeat(32)}`
      const { id } = JSON.parse(body.slice(body.lastIndexOf('{"jsonrpc"'))) as { id: number }
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const rpc = createVaraRpc({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  await rpc.call('gear_calculateHandleGas', ['"', [2n ** 128n - 1n, null, true]])
  expect(body).toContain('["\\"",[340282366920938463463374607431768211455,null,true]]')
  server.closeAllConnections()
  server.close()
})
