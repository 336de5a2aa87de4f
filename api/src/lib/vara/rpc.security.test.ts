import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createVaraRpc } from './rpc.ts'
import { rpcError } from '../json-rpc/answers.testing.ts'
import { testRpcClient } from '../json-rpc/client-tests.testing.ts'
import { startChain, type TestChain } from './testing.ts'

let harness: TestChain
beforeAll(async () => {
  harness = await startChain()
})
afterAll(() => harness.stop())

testRpcClient({
  open: (url, options) => createVaraRpc({ url, ...options }),
  nodeUrl: () => harness.url,
  method: 'system_name',
  errorName: 'VaraRpcError',
  quoting: (text) => rpcError(-32000, 'Refused', text),
  answers: [
    ["jsonrpsee's own limit", rpcError(-32999, 'RPC rate limit exceeded'), { kind: 'rate_limited' }],
    ["a program's own limit", rpcError(8000, 'Runtime error', 'rate limit exceeded'), { kind: 'refused' }],
    ['an error', rpcError(-32601, 'Method not found'), { kind: 'refused', rpcCode: -32601 }],
    [
      'an error with data',
      rpcError(1010, 'Invalid Transaction', 'outdated'),
      { reason: 'Invalid Transaction: outdated' },
    ],
    ['an error with data that is not text', rpcError(1010, 'Invalid', { a: 1 }), { reason: 'Invalid' }],
  ],
})

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
