import { type Client, sendAmountOf, type Transaction } from '@openauth/client'
import { type EvmNode, startEvm } from '@openauth/localnet/evm'
import { deployToken, type EvmToken } from '@openauth/localnet/evm-token'
import { type SolanaNode, startSolana } from '@openauth/localnet/solana'
import { createMint } from '@openauth/localnet/solana-tokens'
import { createTransferCheckedInstruction, createTransferInstruction } from '@solana/spl-token'
import { Connection, Keypair, PublicKey, Transaction as Unsigned, type TransactionInstruction } from '@solana/web3.js'
import { getAddress } from 'ethers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newEthereumAddress } from '../../lib/ethereum/addresses.testing.ts'
import { evmChains } from '../../lib/ethereum/chains.ts'
import {
  type FaultProxy,
  ledgerOf,
  type SendHarness,
  startFaultProxy,
  startSendHarness,
  waitForStatuses,
} from '../wallets/testing.ts'

let solana: SolanaNode
let evm: EvmNode
let proxy: FaultProxy
let harness: SendHarness
let admin: Client
let coin: EvmToken
let user: Awaited<ReturnType<SendHarness['user']>>

beforeAll(async () => {
  ;[solana, evm] = await Promise.all([startSolana(), startEvm({ chainId: evmChains.sepolia.chainId })])
  proxy = await startFaultProxy(solana.url)
  harness = await startSendHarness({
    OPENAUTH_SOLANA_RPC_URLS: proxy.url,
    OPENAUTH_EVM_SEPOLIA_RPC_URLS: evm.url,
    OPENAUTH_VARA_RPC_URLS: 'off',
  })
  admin = harness.server.as(harness.adminToken)
  coin = await deployToken(evm.url, { decimals: 8, symbol: 'COIN', name: 'Coin' })
})
beforeEach(async () => {
  user = await harness.user()
  await solana.fund(user.solana, 1_000_000_000n)
})
afterAll(async () => {
  await harness.stop()
  proxy.close()
  await Promise.all([solana.stop(), evm.stop()])
})

const newKey = () => Keypair.generate().publicKey.toBase58()
const mintOf = (decimals: number, units: bigint) => createMint(solana, { decimals, holders: { [user.solana]: units } })
/** The latest send as every kind of caller reads it; all of them read the same. */
const latest = async (): Promise<Transaction> => {
  const [row] = await ledgerOf(user)
  const { id } = row!
  const partner = harness.server.as(harness.app.secret)
  const readings: Transaction[] = [
    await partner.appTransactions.get({ id }),
    (await partner.appUsers.transactions({ id: user.id })).data[0]!,
    (await admin.users.transactions({ appId: harness.app.id, id: user.id })).data[0]!,
    (await admin.adminTransactions.list({ userId: user.id })).data[0]!,
    (await admin.users.export({ appId: harness.app.id, id: user.id })).transactions[0]!,
  ]
  for (const { decimals, tokenSymbol } of readings)
    expect({ decimals, tokenSymbol }).toEqual({ decimals: row!.decimals, tokenSymbol: row!.tokenSymbol })
  return row!
}

test('a send of an ERC-20 token has the decimals of its contract, in lists and in the history of the wallet', async () => {
  await evm.fund(user.ethereum, 10n ** 18n)
  await coin.mint(user.ethereum, 500_000_000n)
  const send = { chainName: 'sepolia', rpcUrl: evm.url, toAddress: newEthereumAddress(), amount: '250000000' } as const
  await user.client.ethereum.sendToken({ ...send, tokenAddress: coin.address.toLowerCase() })
  const row = await latest()
  expect(row).toMatchObject({ token: getAddress(coin.address), amount: '250000000', decimals: 8, tokenSymbol: null })
  expect(sendAmountOf(row)).toEqual({ amount: '2.5', isRaw: false, symbol: null })
  await waitForStatuses(user, ['confirmed'])
  await coin.mint(user.ethereum, 5n)
  const history = await user.client.wallets.history({ network: 'sepolia' })
  const changes = history.map(({ token, change, decimals }) => [token, change, decimals])
  expect(changes).toContainEqual([row.token, '-250000000', 8])
  expect(changes).toContainEqual([row.token, '5', 8])
})

test('a send of an SPL token has the decimals of its mint', async () => {
  const { address: token } = await mintOf(3, 5000n)
  await user.client.solana.sendToken({ address: newKey(), token, amount: '1250' })
  const row = await latest()
  expect(row).toMatchObject({ token, amount: '1250', decimals: 3, tokenSymbol: null })
  expect(sendAmountOf(row)).toEqual({ amount: '1.25', isRaw: false, symbol: null })
})

test('a send of the chain’s own token has the decimals of its network, which its row does not repeat', async () => {
  await user.client.solana.sendToken({ address: newKey(), token: 'SOL', amount: '5000000' })
  const row = await latest()
  expect(row).toMatchObject({ token: null, amount: '5000000', decimals: 9, tokenSymbol: null })
  expect(sendAmountOf(row)).toEqual({ amount: '0.005', isRaw: false, symbol: 'SOL' })
  const { prisma } = harness.server.resources.db
  expect((await prisma.transaction.findUnique({ where: { id: row.id } }))!.decimals).toBeNull()
})

test('the symbol is the one that the app vouches for, never what the token says of itself', async () => {
  const { address: token } = await mintOf(2, 500n)
  await user.client.solana.sendToken({ address: newKey(), token, amount: '125' })
  const of = { network: 'solana', address: token, symbol: 'PLAY', name: 'Play' } as const
  await admin.knownTokens.set({ appId: harness.other.id, ...of })
  expect((await latest()).tokenSymbol).toBeNull()
  await admin.knownTokens.set({ appId: harness.app.id, ...of })
  expect(sendAmountOf(await latest())).toEqual({ amount: '1.25', isRaw: false, symbol: 'PLAY' })
  const listed = { network: 'sepolia', address: coin.address.toLowerCase(), symbol: 'SURE', name: 'Sure' } as const
  await admin.knownTokens.set({ appId: harness.app.id, ...listed })
  await evm.fund(user.ethereum, 10n ** 18n)
  await coin.mint(user.ethereum, 7n)
  const send = { chainName: 'sepolia', rpcUrl: evm.url, toAddress: newEthereumAddress(), amount: '7' } as const
  await user.client.ethereum.sendToken({ ...send, tokenAddress: coin.address })
  expect((await latest()).tokenSymbol).toBe('SURE')
})

test('an older row of a token has no decimals: its amount is shown in smallest units, with the symbol of this server', async () => {
  const token = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
  await harness.server.resources.db.prisma.transaction.create({
    data: {
      appId: harness.app.id,
      userId: user.id,
      chain: 'solana',
      network: 'solana',
      kind: 'transfer',
      token,
      amount: '2500000',
      status: 'expired',
      settledAt: new Date(),
      fromAddress: user.solana,
      rpcUrl: proxy.url,
    },
  })
  const row = await latest()
  expect(row).toMatchObject({ decimals: null, tokenSymbol: 'USDC' })
  expect(sendAmountOf(row)).toEqual({ amount: '2500000', isRaw: true, symbol: 'USDC' })
})

type Move = (from: PublicKey, mint: PublicKey, to: PublicKey, owner: PublicKey) => TransactionInstruction

const checked: Move = (from, mint, to, owner) => createTransferCheckedInstruction(from, mint, to, owner, 30, 4)
const unchecked: Move = (from, _, to, owner) => createTransferInstruction(from, to, owner, 30)

/** Has the user sign a transfer of 30 smallest units of a token with 4 decimals, all that it has. Returns mint and bytes. */
const signTransfer = async (move: Move) => {
  const other = newKey()
  const mint = await createMint(solana, { decimals: 4, holders: { [user.solana]: 30n, [other]: 1n } })
  const [from, to] = [user.solana, other].map((owner) => new PublicKey(mint.accountOf(owner)))
  const { blockhash } = await new Connection(solana.url).getLatestBlockhash()
  const owner = new PublicKey(user.solana)
  const transaction = new Unsigned({ feePayer: owner, blockhash, lastValidBlockHeight: 0 })
  transaction.add(move(from!, new PublicKey(mint.address), to!, owner))
  const bytes = transaction.serialize({ requireAllSignatures: false, verifySignatures: false })
  const signed = await user.client.solana.signTransaction({ transaction: bytes.toString('base64'), isSend: false })
  return { token: mint.address, signed }
}

test.each([
  ['from the instruction, which names them', checked],
  ['from the mint, where the instruction does not name them', unchecked],
])('a transfer in a given transaction has its decimals %s', async (_, move) => {
  const { token } = await signTransfer(move)
  expect(await latest()).toMatchObject({ kind: 'transaction', token, amount: '30', decimals: 4 })
})

test('a node that does not tell the decimals of a mint does not hinder the signature', async () => {
  proxy.once.set('getMultipleAccounts', (params) => {
    const [addresses] = params as [string[]]
    return addresses.length === 1 ? { error: { code: -32_000, message: 'busy' } } : undefined
  })
  const { token } = await signTransfer(unchecked).finally(() => proxy.once.clear())
  expect(await latest()).toMatchObject({ token, amount: '30', decimals: null })
})

test('the history of a transfer of a token that failed has its fee, in the chain’s own token', async () => {
  const { token, signed } = await signTransfer(checked)
  await user.client.solana.sendToken({ address: newKey(), token, amount: '30' })
  await waitForStatuses(user, ['confirmed', 'created'])
  const connection = new Connection(solana.url)
  await connection.sendRawTransaction(Buffer.from(signed.transaction, 'base64'), { skipPreflight: true })
  await waitForStatuses(user, ['confirmed', 'failed'])
  const history = await user.client.wallets.history({ network: 'solana' })
  const entry = history.find(({ signature }) => signature === signed.signature)
  expect(entry).toMatchObject({ failed: true, token: null, change: '-5000', decimals: 9 })
})
