import { expect, test } from 'vitest'
import { EVM_CHAIN_NAMES, evmChains, explorerUrl } from './chains.ts'

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

test.each(Object.values(evmChains))(
  '$name: has public https endpoints and an explorer page for transactions',
  (chain) => {
    for (const url of [...chain.rpcUrls, explorerUrl(chain, '0xabc')]) expect(new URL(url).protocol).toBe('https:')
    expect(chain.rpcUrls.length).toBeGreaterThan(1)
    expect(explorerUrl(chain, '0xabc')).toMatch(/^https:\/\/[a-z.]+\/tx\/0xabc$/)
  },
)
