import { startEvm } from '@openauth/localnet/evm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { evmChains } from './chains.ts'
import { startFakeRpc } from '../json-rpc/fake-rpc.testing.ts'
import { createEvmRpc } from './rpc.ts'
import { codeOf, startChain, type TestChain } from './testing.ts'

let harness: TestChain
beforeAll(async () => {
  harness = await startChain('sepolia')
})
afterAll(() => harness.stop())

test('an endpoint of another chain is not used', async () => {
  const fake = await startFakeRpc(harness.url, () => undefined)
  const rpc = createEvmRpc({ url: fake.url, chain: evmChains.mainnet })
  expect(await codeOf(rpc.call('eth_sendRawTransaction', ['0x00']))).toBe('wrong_chain')
  expect(fake.requestedMethods.toSorted()).toEqual(['eth_chainId', 'eth_getBlockByNumber'])
  await fake.stop()
})

test('the chain is verified once for many calls, and again after the interval', async () => {
  const fake = await startFakeRpc(harness.url, () => undefined)
  const times = () => fake.requestedMethods.filter((method) => method === 'eth_chainId').length
  const rpc = createEvmRpc({ url: fake.url, chain: harness.chain })
  await Promise.all(Array.from({ length: 20 }, () => rpc.call('eth_blockNumber', [])))
  expect(times()).toBe(1)
  const wary = createEvmRpc({ url: fake.url, chain: harness.chain, trustForMs: 0 })
  await wary.call('eth_blockNumber', [])
  await wary.call('eth_blockNumber', [])
  expect(times()).toBe(3)
  await fake.stop()
})

test('verification is repeated on the next call after an outage', async () => {
  let isDown = true
  const fake = await startFakeRpc(harness.url, () => (isDown ? { status: 503, body: '' } : undefined))
  const rpc = createEvmRpc({ url: fake.url, chain: harness.chain })
  expect(await codeOf(rpc.call('eth_blockNumber', []))).toBe('unavailable')
  isDown = false
  expect(await rpc.call('eth_blockNumber', [])).toMatch(/^0x/)
  await fake.stop()
})

test('an endpoint that changes to another chain is detected', async () => {
  let chainId = '0xaa36a7'
  const fake = await startFakeRpc(harness.url, ({ method }) =>
    method === 'eth_chainId' ? { result: chainId } : undefined,
  )
  const rpc = createEvmRpc({ url: fake.url, chain: harness.chain, trustForMs: 0 })
  await rpc.call('eth_blockNumber', [])
  chainId = '0x1'
  expect(await codeOf(rpc.call('eth_blockNumber', []))).toBe('wrong_chain')
  chainId = 'sepolia'
  expect(await codeOf(rpc.call('eth_blockNumber', []))).toBe('malformed')
  await fake.stop()
})

test('a fork with the same id and another genesis block is not used', async () => {
  const known = await harness.rpc.genesisHash()
  expect(known).toMatch(/^0x[0-9a-f]{64}$/)
  const same = createEvmRpc({ url: harness.url, chain: harness.chain, genesisHash: known })
  expect(await same.genesisHash()).toBe(known)
  const fork = await startEvm({ chainId: harness.chain.chainId })
  const wrong = createEvmRpc({ url: fork.url, chain: harness.chain, genesisHash: `0x${'11'.repeat(32)}` })
  expect(await codeOf(wrong.call('eth_blockNumber', []))).toBe('wrong_chain')

  // First one chain, then the other behind the same address.
  let result: unknown
  const fake = await startFakeRpc(harness.url, ({ method }) =>
    method === 'eth_getBlockByNumber' && result !== undefined ? { result } : undefined,
  )
  const rpc = createEvmRpc({ url: fake.url, chain: harness.chain, trustForMs: 0 })
  await rpc.call('eth_blockNumber', [])
  for (result of [{ hash: `0x${'22'.repeat(32)}` }, null]) {
    expect(await codeOf(rpc.call('eth_blockNumber', []))).toBe('wrong_chain')
  }
  await fake.stop()
  await fork.stop()
})

test('an endpoint without the genesis block is identified by its chain id', async () => {
  const fake = await startFakeRpc(harness.url, ({ method }) =>
    method === 'eth_getBlockByNumber' ? { error: { code: -32000, message: 'pruned' } } : undefined,
  )
  const rpc = createEvmRpc({ url: fake.url, chain: harness.chain })
  expect([await rpc.call('eth_chainId', []), await rpc.genesisHash()]).toEqual(['0xaa36a7', undefined])
  await fake.stop()
})
