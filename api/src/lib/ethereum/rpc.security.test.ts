import { afterAll, beforeAll } from 'vitest'
import { createEvmRpc } from './rpc.ts'
import { rpcError } from '../json-rpc/answers.testing.ts'
import { testRpcClient } from '../json-rpc/client-tests.testing.ts'
import { startChain, type TestChain } from './testing.ts'

let harness: TestChain
beforeAll(async () => {
  harness = await startChain('sepolia')
})
afterAll(() => harness.stop())

testRpcClient({
  open: (url, options) => createEvmRpc({ url, chain: harness.chain, ...options }),
  nodeUrl: () => harness.url,
  method: 'eth_gasPrice',
  errorName: 'EvmRpcError',
  quoting: (text) => rpcError(-32000, text),
  answers: [
    ['compute units', rpcError(429, 'exceeded its compute units per second capacity'), { kind: 'rate_limited' }],
    [
      'too many logs, which is not a rate limit',
      rpcError(-32005, 'query returned more than 10000 results'),
      { kind: 'refused' },
    ],
    ["a contract's own limit", rpcError(-32000, 'execution reverted: rate limit exceeded'), { kind: 'refused' }],
    ['an error', rpcError(-32601, 'the method does not exist'), { kind: 'refused', rpcCode: -32601 }],
    ['an error with data', rpcError(3, 'execution reverted', '0x1234'), { kind: 'refused', data: '0x1234' }],
  ],
})
