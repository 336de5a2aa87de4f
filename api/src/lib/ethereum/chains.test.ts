import { expect, test } from 'vitest'
import { EVM_CHAIN_NAMES, evmChains } from './chains.ts'

test('each chain has one entry, under its own name and chain id', () => {
  const ids = {
    mainnet: 1,
    sepolia: 11_155_111,
    bsc: 56,
    bscTestnet: 97,
    base: 8453,
    baseSepolia: 84_532,
    moonbeam: 1284,
  }
  const rows = EVM_CHAIN_NAMES.map((name) => [evmChains[name].name, evmChains[name].chainId])
  expect(Object.fromEntries(rows)).toEqual(ids)
})

test.each(Object.values(evmChains))('$name: has public https endpoints', ({ rpcUrls }) => {
  for (const url of rpcUrls) expect(new URL(url).protocol).toBe('https:')
  expect(rpcUrls.length).toBeGreaterThan(1)
})
