import {
  ComputeBudgetProgram,
  Connection,
  Keypair,
  LAMPORTS_PER_SOL,
  sendAndConfirmTransaction,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMint } from '../src/solana-tokens.ts'
import { type LitesvmNode, startLitesvm } from '../src/litesvm/index.ts'

let node: LitesvmNode
let connection: Connection
const sender = Keypair.generate()
beforeAll(async () => {
  node = await startLitesvm()
  connection = new Connection(node.url, { commitment: 'confirmed', wsEndpoint: node.wsUrl })
  await node.fund(sender.publicKey.toBase58(), BigInt(10 * LAMPORTS_PER_SOL))
})
afterAll(() => node.stop())

const transferOf = (lamports: number, toPubkey = Keypair.generate().publicKey) =>
  SystemProgram.transfer({ fromPubkey: sender.publicKey, toPubkey, lamports })

const ask = async (method: string, ...params: unknown[]): Promise<Record<string, unknown>> => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
  return (await (await fetch(node.url, request)).json()) as Record<string, unknown>
}

const v0 = async (...instructions: Parameters<Transaction['add']>) => {
  const { blockhash: recentBlockhash } = await connection.getLatestBlockhash()
  const plain = new Transaction().add(...instructions).instructions
  const message = new TransactionMessage({ payerKey: sender.publicKey, recentBlockhash, instructions: plain })
  const transaction = new VersionedTransaction(message.compileToV0Message())
  transaction.sign([sender])
  return transaction
}

test('web3.js confirms by its subscription', async () => {
  const transaction = new Transaction().add(transferOf(1_000_000))
  const signature = await sendAndConfirmTransaction(connection, transaction, [sender])
  const { value } = await connection.confirmTransaction(signature, 'confirmed')
  expect(value.err).toBeNull()
})

test('a blockhash counts for 150 blocks', async () => {
  const [early, late] = [await v0(transferOf(1_000_001)), await v0(transferOf(1_000_002))]
  const { blockhash } = await connection.getLatestBlockhash()
  // Blocks of the clock come in between.
  node.makeBlocks(130)
  await connection.sendTransaction(early)
  node.makeBlocks(25)
  expect((await connection.isBlockhashValid(blockhash, { commitment: 'confirmed' })).value).toBe(false)
  await expect(connection.sendTransaction(late)).rejects.toThrow('Blockhash not found')
  await expect(connection.sendTransaction(late, { skipPreflight: true })).rejects.toThrow('Blockhash not found')
})

test('what is 8 blocks deep is final', async () => {
  const signature = await connection.sendTransaction(await v0(transferOf(1_000_003)))
  const status = async () => (await connection.getSignatureStatus(signature)).value?.confirmationStatus
  expect(await status()).toBe('confirmed')
  node.makeBlocks(8)
  expect(await status()).toBe('finalized')
  expect(await connection.getSlot('finalized')).toBeLessThanOrEqual((await connection.getSlot('confirmed')) - 8)
})

test.each([
  ['without a price', []],
  ['with a price', [ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 50_000 })]],
  [
    'with a price and a limit',
    [
      ComputeBudgetProgram.setComputeUnitLimit({ units: 12_345 }),
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 7_777_777 }),
    ],
  ],
])('the fee told before is the fee taken, %s', async (_name, budget) => {
  const transaction = await v0(...budget, transferOf(1_000_004))
  const { value: fee } = await connection.getFeeForMessage(transaction.message)
  const before = await connection.getBalance(sender.publicKey)
  const signature = await connection.sendTransaction(transaction)
  expect(before - (await connection.getBalance(sender.publicKey))).toBe(1_000_004 + fee!)
  const options = { maxSupportedTransactionVersion: 0 } as const
  expect((await connection.getTransaction(signature, options))?.meta?.fee).toBe(fee)
})

test('the past of an address, page by page', async () => {
  const to = Keypair.generate().publicKey
  const signatures: string[] = []
  for (const lamports of [1_000_000, 2, 3])
    signatures.unshift(await connection.sendTransaction(await v0(transferOf(lamports, to))))
  const told = async (options: object) =>
    (await connection.getSignaturesForAddress(to, options)).map(({ signature }) => signature)
  expect(await told({})).toEqual(signatures)
  expect(await told({ limit: 2 })).toEqual(signatures.slice(0, 2))
  expect(await told({ before: signatures[0]! })).toEqual(signatures.slice(1))
  expect(await told({ until: signatures[2]! })).toEqual(signatures.slice(0, 2))
})

test('a transaction is told with its accounts and token balances', async () => {
  const holders = { [sender.publicKey.toBase58()]: 77n }
  const mint = await createMint(node, { holders })
  const [newest] = await connection.getSignaturesForAddress(mint.authority.publicKey, { limit: 1 })
  const options = { maxSupportedTransactionVersion: 0, commitment: 'confirmed' } as const
  const parsed = (await connection.getParsedTransaction(newest!.signature, options))!
  expect(parsed.transaction.message.accountKeys[0]).toMatchObject({ signer: true, writable: true })
  expect(parsed.meta?.preTokenBalances).toEqual([])
  expect(parsed.meta?.postTokenBalances).toMatchObject([
    { mint: mint.address, owner: sender.publicKey.toBase58(), uiTokenAmount: { amount: '77', decimals: 6 } },
  ])
})

test('a simulation moves nothing and needs neither signature nor blockhash', async () => {
  const to = Keypair.generate().publicKey.toBase58()
  const transaction = await v0(transferOf(1_000_005, Keypair.generate().publicKey))
  transaction.signatures[0]!.fill(0)
  const us = sender.publicKey.toBase58()
  const before = await connection.getBalance(sender.publicKey)
  const text = Buffer.from(transaction.serialize()).toString('base64')
  const accounts = { encoding: 'base64', addresses: [us, to] }
  const options = { encoding: 'base64', sigVerify: false, replaceRecentBlockhash: true, accounts }
  expect(await ask('simulateTransaction', text, options)).toMatchObject({
    result: { value: { err: null, accounts: [{ lamports: before - 1_005_005 }, null] } },
  })
  expect(await connection.getBalance(sender.publicKey)).toBe(before)
  expect(await ask('simulateTransaction', text, { encoding: 'base64', sigVerify: true })).toMatchObject({
    result: { value: { err: 'SignatureFailure' } },
  })
})

test.each([
  ['an unknown method', 'getNothing', [], -32_601],
  ['no address', 'getBalance', ['nonsense'], -32_602],
  ['no transaction', 'sendTransaction', ['AAAA', { encoding: 'base64' }], -32_602],
  ['no base58', 'sendTransaction', ['0OIl'], -32_602],
  ['too many accounts', 'getMultipleAccounts', [Array(101).fill(SystemProgram.programId.toBase58())], -32_602],
  ['no number of lamports', 'requestAirdrop', [SystemProgram.programId.toBase58(), -1], -32_602],
  ['an unknown encoding', 'getAccountInfo', [SystemProgram.programId.toBase58(), { encoding: 'xml' }], -32_602],
  ['no token account', 'getTokenAccountBalance', [SystemProgram.programId.toBase58()], -32_602],
])('%s is refused with its code', async (_name, method, params, code) => {
  expect(await ask(method, ...params)).toMatchObject({ error: { code } })
})

test('no bytes end the process', async () => {
  const good = Buffer.from((await v0(transferOf(1_000_006))).serialize())
  for (let round = 0; round < 500; round += 1) {
    const bytes = round % 2 ? Buffer.from(good) : randomBytes(round)
    if (round % 2) bytes[65 + (round % (bytes.length - 65))] = round % 256
    const method = round % 3 ? 'sendTransaction' : 'simulateTransaction'
    const answer = await ask(method, bytes.toString('base64'), { encoding: 'base64' })
    expect(answer).toSatisfy(({ error, result }) => Boolean(error) || Boolean(result))
  }
})
