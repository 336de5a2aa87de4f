import { startEvm } from '@openauth/localnet/evm'
import { deployToken } from '@openauth/localnet/evm-token'
import { startSolana } from '@openauth/localnet/solana'
import { createMint } from '@openauth/localnet/solana-tokens'
import { expect, onTestFinished, test } from 'vitest'
import { startSendHarness } from '../../api/src/features/wallets/testing.ts'
import { evmChains } from '../../api/src/lib/ethereum/chains.ts'
import { createOperator, data, fakeServer } from './cli.ts'

const id = '7b1f4f0e-5f0a-4f64-9d1c-0123456789ab'
const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const send = {
  id,
  status: 'confirmed',
  network: 'solana',
  kind: 'transfer',
  token: mint,
  amount: '2500000',
  decimals: 6,
  tokenSymbol: null,
  signature: 'sig',
  createdAt: 0,
  toAddress: 'a',
  app: { id, name: 'Shop' },
  user: { id, name: 'alice' },
}

/** What a command prints of rows. */
const printed = async (argv: string[], answer: object, columns?: number): Promise<string> => {
  const { fetch } = fakeServer(() => ({ body: answer }))
  const { openauth } = await createOperator({ fetch, env: { OPENAUTH_TOKEN: 'a.b.c' } })
  const { code, stdout, stderr } = await openauth(argv, columns === undefined ? {} : { columns })
  expect([code, stderr]).toEqual([0, ''])
  return stdout
}
const meta = { totalItems: 1, totalPages: 1, totalIsCapped: false, nextCursor: null, previousCursor: null }
const listed = (more: object, columns?: number) =>
  printed(['transactions', 'list'], { data: [{ ...send, ...more }], meta }, columns)

test.each([
  ['a token’s decimals and address', {}, '2.5 EPjF…Dt1v'],
  ['its vouched symbol', { tokenSymbol: 'USDC' }, '2.5 USDC'],
  ['smallest units without decimals', { decimals: null }, '2500000 raw units of EPjF…Dt1v'],
  ['smallest units with more decimals than can be read', { decimals: 255 }, '2500000 raw units of EPjF…Dt1v'],
  [
    'the own token of the network, also from a server that tells no decimals',
    { token: null, decimals: undefined },
    '0.0025 SOL',
  ],
  ['smallest units of a network that this version does not know', { network: 'dogecoin', token: null }, ' 2500000 '],
])('a send has %s', async (_, more, text) => {
  expect(await listed(more)).toContain(text)
})

test.each([
  ['moves the cursor', '\u001b[2J\u009b31m'],
  ['turns the text around', '\u202Ecba'],
  ['is invisible', 'US\u200BDC'],
  ['has several lines', 'a\r\nb'],
  ['is long', 'x'.repeat(10_000)],
])('a symbol that %s, which no server would store, is not printed', async (_, tokenSymbol) => {
  expect(await listed({ tokenSymbol })).toBe(await listed({}))
})

test('a send has no terminal sequence of its other texts either, and fits the terminal', async () => {
  const name = `\u001b[2J\u202E${'x'.repeat(10_000)}`
  const narrow = await listed({ user: { id, name }, amount: name, token: name, decimals: null }, 120)
  expect(narrow.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  expect(Math.max(...narrow.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(120)
})

test('balances and history have decimal amounts; the symbol is one that is vouched for', async () => {
  const metadata = { name: null, symbol: 'PLAY', iconUrl: null, isKnown: true, isLookalike: false }
  const balances = [
    { token: null, amount: '1500000000', decimals: 9, symbol: 'SOL' },
    { token: mint, amount: '2500000', decimals: 6, symbol: null, metadata },
    { token: mint, amount: '25', decimals: 1, symbol: null, metadata: { ...metadata, isKnown: false } },
  ]
  const held = await printed(['wallets', 'balances', id, '--app', id, '--network', 'solana'], {
    data: { address: 'a', balances },
  })
  expect(held).toContain('1.5 SOL')
  expect(held).toMatch(/Dt1v +2\.5 PLAY\n/)
  expect(held).toMatch(/Dt1v +2\.5\n/)
  const entry = { signature: 's', at: 0, failed: false, transactionId: null, token: mint, counterparty: null }
  const rows = [
    { ...entry, change: '-2500000', decimals: 6, metadata },
    { ...entry, change: '7' },
  ]
  const history = await printed(['wallets', 'history', id, '--app', id, '--network', 'solana'], data(rows).body)
  expect(history).toContain(' -2.5 PLAY ')
  expect(history).toContain(' 7 raw units ')
})

test('sends of tokens that are on chains have their decimal amounts', async () => {
  const [solana, evm] = await Promise.all([startSolana(), startEvm({ chainId: evmChains.sepolia.chainId })])
  onTestFinished(async () => void (await Promise.all([solana.stop(), evm.stop()])))
  const nodes = { OPENAUTH_SOLANA_RPC_URLS: solana.url, OPENAUTH_EVM_SEPOLIA_RPC_URLS: evm.url }
  const harness = await startSendHarness({ ...nodes, OPENAUTH_VARA_RPC_URLS: 'off' })
  onTestFinished(harness.stop)
  const user = await harness.user()
  await Promise.all([solana.fund(user.solana, 10n ** 9n), evm.fund(user.ethereum, 10n ** 18n)])
  const { address: token } = await createMint(solana, { decimals: 3, holders: { [user.solana]: 5000n } })
  const coin = await deployToken(evm.url, { decimals: 8 })
  await coin.mint(user.ethereum, 250_000_000n)
  const listing = { network: 'sepolia', address: coin.address, symbol: 'COIN', name: 'Coin' } as const
  await harness.server.as(harness.adminToken).knownTokens.set({ appId: harness.app.id, ...listing })
  await user.client.solana.sendToken({ address: mint, token, amount: '1250' })
  const to = { chainName: 'sepolia', rpcUrl: evm.url, toAddress: `0x${'11'.repeat(20)}` } as const
  await user.client.ethereum.sendToken({ ...to, amount: '250000000', tokenAddress: coin.address })
  const env = { OPENAUTH_ENDPOINT: harness.server.url, OPENAUTH_TOKEN: harness.adminToken }
  const { openauth } = await createOperator({ fetch: globalThis.fetch, env })
  const ofAll = await openauth(['transactions', 'list'])
  const ofUser = await openauth(['users', 'transactions', user.id, '--app', harness.app.id])
  for (const { code, stdout } of [ofAll, ofUser]) {
    expect(code).toBe(0)
    expect(stdout).toContain(' 2.5 COIN ')
    expect(stdout).toContain(` 1.25 ${token.slice(0, 4)}…${token.slice(-4)} `)
  }
})
