import { type EvmNode, startEvm } from '@openauth/localnet/evm'
import { deployToken } from '@openauth/localnet/evm-token'
import { type PriceServer, startPrices } from '@openauth/localnet/prices'
import { type SolanaNode, startSolana } from '@openauth/localnet/solana'
import { createMint, writeMetaplex } from '@openauth/localnet/solana-tokens'
import type { Client } from '@openauth/client'
import { Keypair, PublicKey } from '@solana/web3.js'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { evmChains } from '../../lib/ethereum/chains.ts'
import { type FaultProxy, type SendHarness, startFaultProxy, startSendHarness } from './testing.ts'

// U7: names and prices of tokens, on real chains and with a fake price source.

let solana: SolanaNode
let evm: EvmNode
let proxy: FaultProxy
let prices: PriceServer
let harness: SendHarness
let admin: Client
let user: Awaited<ReturnType<SendHarness['user']>>

beforeAll(async () => {
  ;[solana, evm, prices] = await Promise.all([
    startSolana(),
    startEvm({ chainId: evmChains.sepolia.chainId }),
    startPrices({ prices: { solana: 150.5, 'play-token': 0.5 } }),
  ])
  proxy = await startFaultProxy(solana.url)
  harness = await startSendHarness({
    OPENAUTH_SOLANA_RPC_URLS: proxy.url,
    OPENAUTH_EVM_SEPOLIA_RPC_URLS: evm.url,
    OPENAUTH_VARA_RPC_URLS: 'off',
    OPENAUTH_PRICE_URL: prices.url,
    OPENAUTH_PRICE_API_KEY: 'key-of-the-operator',
  })
  admin = harness.server.as(harness.adminToken)
})
beforeEach(async () => {
  user = await harness.user()
})
afterAll(async () => {
  await harness.stop()
  proxy.close()
  await Promise.all([solana.stop(), evm.stop(), prices.stop()])
})

const balanceOf = async (token: string | null, who = user) => {
  const { balances } = await who.client.wallets.balances({ network: 'solana' })
  return balances.find((balance) => balance.token === token)
}

/** Creates a token with this metadata in the user's wallet. */
const tokenOf = async (words: { name: string; symbol: string }, units = 2_500_000n): Promise<string> => {
  const { address } = await createMint(solana, { holders: { [user.solana]: units } })
  await writeMetaplex(solana, address, words)
  return address
}

test('U7: a token has the name of its Metaplex account and is not verified', async () => {
  // Metaplex pads both with zeros.
  const token = await tokenOf({ name: 'Play Token\0\0\0', symbol: 'PLAY\0' })
  expect(await balanceOf(token)).toEqual({
    token,
    amount: '2500000',
    decimals: 6,
    symbol: null,
    metadata: { name: 'Play Token', symbol: 'PLAY', iconUrl: null, isKnown: false, isLookalike: false },
  })
})

test('U7: a token of Token-2022 has the name of its own metadata, even if a Metaplex account exists', async () => {
  const metadata = { name: 'Extended', symbol: 'EXT', uri: 'https://token.example/1.json' }
  const { address } = await createMint(solana, { program: 'token-2022', metadata, holders: { [user.solana]: 1n } })
  await writeMetaplex(solana, address, { name: 'Other', symbol: 'OTHER' })
  expect((await balanceOf(address))?.metadata).toMatchObject({ name: 'Extended', symbol: 'EXT', isKnown: false })
})

test('U7: the history names a token that the wallet no longer holds', async () => {
  const token = await tokenOf({ name: 'Gone Token', symbol: 'GONE' })
  await solana.fund(user.solana, 1_000_000_000n)
  const to = Keypair.generate().publicKey.toBase58()
  const { signature } = await user.client.solana.sendToken({ address: to, token: 'SOL', amount: '4000000' })
  const sent = await user.client.solana.sendToken({ address: to, token, amount: '2500000' })
  expect((await balanceOf(token))?.amount).toBeUndefined()
  const history = await user.client.wallets.history({ network: 'solana' })
  const of = (its: string) => history.find((entry) => entry.signature === its)
  const metadata = { name: 'Gone Token', symbol: 'GONE', iconUrl: null, isKnown: false, isLookalike: false }
  expect(of(sent.signature)).toMatchObject({ token, change: '-2500000', decimals: 6, metadata })
  expect(of(signature)).toMatchObject({ token: null, decimals: 9 })
})

test('U7: a metadata account of another program is ignored', async () => {
  const { address } = await createMint(solana, { holders: { [user.solana]: 1n } })
  await writeMetaplex(solana, address, { name: 'Forged', symbol: 'FORGED' }, new PublicKey(user.solana))
  expect(await balanceOf(address)).not.toHaveProperty('metadata')
})

test.each([
  ['USDC', 'USD Coin'],
  ['usdc', 'in lower case'],
  ['U\u200BSDC', 'with an invisible character'],
  ['UЅDС', 'with Cyrillic letters'],
  ['ＵＳＤＣ', 'in full width'],
  ['S0L', 'with a digit'],
  ['SOL', 'Solana'],
  ['ЕТН', 'Ether'],
  ['V\u0301ARA', 'with an accent'],
  ['BONUS', 'USDC Reward'],
  ['$USDT', 'Tether'],
])('U7: a token that calls itself %j (%s) is marked as a look-alike', async (symbol, name) => {
  const metadata = (await balanceOf(await tokenOf({ name, symbol })))?.metadata
  expect(metadata).toMatchObject({ isKnown: false, isLookalike: true, iconUrl: null })
})

test('U7: a name is truncated and has no control, bidirectional or stacked characters', async () => {
  const token = await tokenOf({ name: `\u202Eevil\u0007 ${'x'.repeat(60)}`, symbol: `Z${'\u0301'.repeat(20)}` })
  const { name, symbol } = (await balanceOf(token))!.metadata!
  expect(name).toBe(`evil ${'x'.repeat(27)}`)
  expect(symbol!.length).toBeLessThan(4)
})

test('U7: the operator’s list overrides a token’s metadata in that app until the entry is removed', async () => {
  const token = await tokenOf({ name: 'Whatever', symbol: 'WHAT' })
  const listed = { symbol: 'USDC', name: 'USD Coin', iconUrl: 'https://cdn.example/usdc.png', priceId: 'play-token' }
  const known = await admin.knownTokens.set({ appId: harness.app.id, network: 'solana', address: token, ...listed })
  expect(known).toMatchObject({ network: 'solana', address: token, ...listed })
  expect(await admin.knownTokens.list({ appId: harness.app.id })).toMatchObject([{ network: 'solana', address: token }])
  expect(await admin.knownTokens.list({ appId: harness.other.id })).toEqual([])
  expect(await balanceOf(token)).toMatchObject({
    metadata: { name: 'USD Coin', symbol: 'USDC', iconUrl: listed.iconUrl, isKnown: true, isLookalike: false },
    fiat: { currency: 'USD', price: '0.5', value: '1.25' },
  })
  // Setting it again clears missing fields.
  await admin.knownTokens.set({ appId: harness.app.id, network: 'solana', address: token, symbol: 'U', name: 'U' })
  expect((await balanceOf(token))!.metadata).toMatchObject({ symbol: 'U', iconUrl: null })
  await admin.knownTokens.remove({ appId: harness.app.id, network: 'solana', address: token })
  expect((await balanceOf(token))!.metadata).toMatchObject({ symbol: 'WHAT', isKnown: false })
  await expect(
    admin.knownTokens.remove({ appId: harness.app.id, network: 'solana', address: token }),
  ).rejects.toMatchObject({
    code: 'token_not_known',
  })
})

test.each([
  ['an unknown network', { network: 'dogecoin' as never }],
  ['an invalid address', { address: 'nonsense' }],
  ['an icon over http', { iconUrl: 'http://cdn.example/a.png' }],
  ['an icon that is a script', { iconUrl: 'javascript:alert(1)' }],
  ['a price id with a query in it', { priceId: 'solana&vs_currencies=eur' }],
  ['an invisible symbol', { symbol: '\u200B' }],
  ['a symbol with an invisible character', { symbol: 'US\u200BDC' }],
  ['a symbol that turns the text around', { symbol: '\u202EDCSU' }],
  ['a symbol with a terminal sequence', { symbol: '\u001b[2J' }],
  ['a symbol of several lines', { symbol: 'US\nDC' }],
  ['a symbol of 10,000 characters', { symbol: 'x'.repeat(10_000) }],
  ['a name that turns the text around', { name: 'Coin\u202E' }],
])('U7: %s is refused in the list', async (_, fields) => {
  const token = {
    appId: harness.app.id,
    network: 'solana' as const,
    address: 'native',
    symbol: 'SOL',
    name: 'Solana',
    ...fields,
  }
  await expect(admin.knownTokens.set(token)).rejects.toMatchObject({ status: 400 })
  expect(await admin.knownTokens.list({ appId: harness.app.id })).toEqual([])
})

test('U7: SOL has a fiat value; an unverified token has none', async () => {
  await solana.fund(user.solana, 2_000_000_000n)
  const token = await tokenOf({ name: 'play-token', symbol: 'solana' })
  expect((await balanceOf(null))?.fiat).toEqual({ currency: 'USD', price: '150.5', value: '301.00' })
  expect(await balanceOf(token)).not.toHaveProperty('fiat')
  expect(prices.calls.at(-1)!.headers['x-cg-demo-api-key']).toBe('key-of-the-operator')
  const before = prices.calls.length
  await balanceOf(null)
  expect(prices.calls.length).toBe(before)
})

test('U7: balances are returned without names if the node does not return metadata', async () => {
  const token = await tokenOf({ name: 'Silent', symbol: 'SILENT' })
  proxy.drop.add('getMultipleAccounts')
  expect(await balanceOf(token)).toEqual({ token, amount: '2500000', decimals: 6, symbol: null })
  proxy.drop.clear()
  expect((await balanceOf(token))?.metadata).toMatchObject({ symbol: 'SILENT' })
})

test('U7: an ERC-20 token has its own name if any, and a look-alike is marked', async () => {
  const tokens = [
    await deployToken(evm.url, { name: 'Play Token', symbol: 'PLAY' }),
    await deployToken(evm.url, { name: 'Ether', symbol: 'ЕТН' }),
    await deployToken(evm.url),
  ].map(({ address }) => address)
  const { balances } = await user.client.wallets.balances({ network: 'sepolia', tokens: tokens.join() })
  expect(balances.slice(1).map(({ metadata }) => metadata)).toEqual([
    { name: 'Play Token', symbol: 'PLAY', iconUrl: null, isKnown: false, isLookalike: false },
    { name: 'Ether', symbol: 'ETH'.replace('ETH', 'ЕТН'), iconUrl: null, isKnown: false, isLookalike: true },
    undefined,
  ])
  // The list accepts addresses in lower case and checksummed.
  const token = { network: 'sepolia', address: tokens[2]!.toLowerCase() } as const
  await admin.knownTokens.set({ appId: harness.app.id, ...token, symbol: 'MUTE', name: 'Mute' })
  const named = await user.client.wallets.balances({ network: 'sepolia', tokens: tokens[2]! })
  expect(named.balances[1]!.metadata).toMatchObject({ symbol: 'MUTE', isKnown: true })
})
