import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEvmRpc, type EvmRpcOptions } from './rpc.ts'
import { commonAnswers, rpcError, SECRET } from '../json-rpc/answers.testing.ts'
import { type FakeAnswer, startFakeRpc } from '../json-rpc/fake-rpc.testing.ts'
import { startChain, type TestChain } from './testing.ts'

let harness: TestChain
beforeAll(async () => {
  harness = await startChain('sepolia')
})
afterAll(() => harness.stop())

/**
 * The result of a call to an endpoint with a key in its address; `answer` applies from the second request of a method
 * on.
 */
const ask = async (answer: FakeAnswer, options: Partial<EvmRpcOptions> = {}) => {
  const fake = await startFakeRpc(harness.url, ({ method }) => (method === 'eth_gasPrice' ? answer : undefined))
  const rpc = createEvmRpc({
    url: `${fake.url}/v3/${SECRET}?key=${SECRET}`,
    chain: harness.chain,
    timeoutMs: 500,
    ...options,
  })
  const error: unknown = await rpc.call('eth_gasPrice', []).catch((error: unknown) => error)
  await fake.stop()
  return {
    error: error as Error & Record<string, unknown>,
    requestedMethods: fake.requestedMethods.filter((it) => it === 'eth_gasPrice').length,
  }
}

const answers: [string, FakeAnswer, object][] = [
  ...commonAnswers,
  ['compute units', rpcError(429, 'exceeded its compute units per second capacity'), { kind: 'rate_limited' }],
  [
    'too many logs, which is not a rate limit',
    rpcError(-32005, 'query returned more than 10000 results'),
    { kind: 'refused' },
  ],
  ["a contract's own limit", rpcError(-32000, 'execution reverted: rate limit exceeded'), { kind: 'refused' }],
  ['an error', rpcError(-32601, 'the method does not exist'), { kind: 'refused', rpcCode: -32601 }],
  ['an error with data', rpcError(3, 'execution reverted', '0x1234'), { kind: 'refused', data: '0x1234' }],
]
test.each(answers)('%s', async (_, answer, expected) => {
  const { error } = await ask(answer)
  expect(error).toMatchObject({ name: 'EvmRpcError', ...expected })
  expect(`${error.message} ${error.stack} ${String(error.cause)}`).not.toContain(SECRET)
})

test('removes the key from the message of an endpoint that quotes its own address', async () => {
  const { error } = await ask(
    rpcError(-32000, `no access to /v3/${SECRET}?key=${SECRET} \u001b[31m\n${'x'.repeat(999)}`),
  )
  expect(error.message).not.toContain(SECRET)
  expect(error.message).toMatch(/^[\x20-\x7e]{1,260}$/)
})

test('retries a read once if the connection fails, and not otherwise', async () => {
  expect((await ask('cut')).requestedMethods).toBe(2)
  expect((await ask({ status: 500, body: '' })).requestedMethods).toBe(1)
  expect((await ask('hang')).requestedMethods).toBe(1)
})

test('SSRF: redirects are not followed', async () => {
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
  const rpc = createEvmRpc({ url: `http://127.0.0.1:9/${SECRET}`, chain: harness.chain })
  const refused = rpc.call('eth_gasPrice', [])
  await expect(refused).rejects.toMatchObject({ kind: 'unavailable', message: expect.not.stringContaining(SECRET) })
})

test.each(['file:///etc/passwd', 'ftp://127.0.0.1', `https://user:${SECRET}@example.com`, 'nonsense', ''])(
  'rejects the address %s without quoting it',
  (url) => {
    const create = () => createEvmRpc({ url, chain: harness.chain })
    expect(create).toThrow(TypeError)
    expect(create).not.toThrow(SECRET)
  },
)
