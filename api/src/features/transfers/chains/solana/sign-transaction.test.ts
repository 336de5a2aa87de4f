import { type SolanaNode, startSolana } from '@openauth/localnet/solana'
import { createMint } from '@openauth/localnet/solana-tokens'
import {
  ComputeBudgetProgram,
  Connection,
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { createTransferCheckedInstruction } from '@solana/spl-token'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ledgerOf, type SendHarness, startSendHarness, waitForStatuses } from '../../../wallets/testing.ts'

let node: SolanaNode
let harness: SendHarness
let connection: Connection

const SOL = 1_000_000_000n

beforeAll(async () => {
  node = await startSolana()
  connection = new Connection(node.url, 'confirmed')
  harness = await startSendHarness({ OPENAUTH_SOLANA_RPC_URLS: node.url })
})
afterAll(async () => {
  await harness.stop()
  await node.stop()
})

type Person = Awaited<ReturnType<SendHarness['user']>>
const fundedUser = async (): Promise<Person & { key: PublicKey }> => {
  const user = await harness.user()
  await node.fund(user.solana, SOL)
  return { ...user, key: new PublicKey(user.solana) }
}
const newKey = () => Keypair.generate().publicKey
const pay = (from: PublicKey, to = newKey(), lamports = 5_000_000n) =>
  SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports })
const blockhash = async () => (await connection.getLatestBlockhash('confirmed')).blockhash

const legacy = async (payer: PublicKey, instructions: TransactionInstruction[], recentBlockhash?: string) => {
  const tx = new Transaction({
    feePayer: payer,
    blockhash: recentBlockhash ?? (await blockhash()),
    lastValidBlockHeight: 0,
  })
  return tx.add(...instructions)
}
const base64 = (transaction: Transaction) =>
  transaction.serialize({ requireAllSignatures: false, verifySignatures: false }).toString('base64')
const v0 = async (payer: PublicKey, instructions: TransactionInstruction[]) => {
  const message = new TransactionMessage({ payerKey: payer, recentBlockhash: await blockhash(), instructions })
  return Buffer.from(new VersionedTransaction(message.compileToV0Message()).serialize()).toString('base64')
}
const balanceOf = async (key: PublicKey) => BigInt(await connection.getBalance(key))
const sign = (user: Person, body: object) =>
  harness.server.send('POST', '/user/solana/sign-transaction', {
    token: user.token,
    body: { rpcUrl: node.url, ...body },
  })

describe('isSend false', () => {
  test.each(['legacy', 'v0'])('signs a %s transaction and sends nothing; the caller can', async (version) => {
    const user = await fundedUser()
    const to = newKey()
    const tx =
      version === 'v0' ? await v0(user.key, [pay(user.key, to)]) : base64(await legacy(user.key, [pay(user.key, to)]))
    const { body } = await sign(user, { transaction: tx, isSend: false })
    const { signature, transaction } = body.data
    expect(await balanceOf(to)).toBe(0n)
    expect(await ledgerOf(user)).toMatchObject([
      { status: 'created', signature, kind: 'transaction', toAddress: to.toBase58(), amount: '5000000', token: null },
    ])
    await connection.sendRawTransaction(Buffer.from(transaction, 'base64'))
    await vi.waitFor(async () => expect(await balanceOf(to)).toBe(5_000_000n), { timeout: 120_000 })
    // The monitor finds the transaction that the caller sent.
    await waitForStatuses(user, ['confirmed'])
  })

  test('a transaction of a sponsor gets the wallet’s signature, by which it is found after its inclusion', async () => {
    const user = await fundedUser()
    const sponsor = Keypair.generate()
    await node.fund(sponsor.publicKey.toBase58(), SOL)
    const to = newKey()
    const tx = await legacy(sponsor.publicKey, [pay(user.key, to)])
    const { body } = await sign(user, { transaction: base64(tx), isSend: false })
    const signed = Transaction.from(Buffer.from(body.data.transaction, 'base64'))
    signed.partialSign(sponsor)
    expect(signed.verifySignatures()).toBe(true)
    expect(body.data.signature).not.toBe(undefined)
    const id = await connection.sendRawTransaction(signed.serialize())
    const [row] = await waitForStatuses(user, ['confirmed'])
    expect(row!.signature).toBe(id)
    expect(await balanceOf(to)).toBe(5_000_000n)
  })
})

test('by default the transaction is sent and monitored', async () => {
  const user = await fundedUser()
  const to = newKey()
  const transaction = base64(await legacy(user.key, [pay(user.key, to)]))
  const answer = await harness.server.send('POST', `/app/users/${user.id}/solana/sign-transaction`, {
    token: harness.app.secret,
    body: { rpcUrl: node.url, transaction, idempotencyKey: 'once' },
  })
  expect(answer.status).toBe(200)
  await waitForStatuses(user, ['confirmed'])
  expect(await balanceOf(to)).toBe(5_000_000n)
  const again = await sign(user, { transaction, idempotencyKey: 'once' })
  expect(again.body.data).toEqual(answer.body.data)
  const foreign = await harness.server.send('POST', `/app/users/${user.id}/solana/sign-transaction`, {
    token: harness.other.secret,
    body: { transaction },
  })
  expect(foreign.status).toBe(404)
})

describe('a transaction is refused without a row in the ledger:', () => {
  const refusal = async (user: Person, body: object) => {
    const answer = await sign(user, body)
    expect(await ledgerOf(user)).toEqual([])
    return [answer.status, answer.body.code, answer.body.message]
  }

  test.each<[string, (user: Person & { key: PublicKey }) => Promise<string>, number, string]>([
    ['text that is not base64', async () => '!!!', 400, 'invalid_transaction'],
    [
      'bytes that are not a transaction',
      async () => Buffer.from('hello').toString('base64'),
      400,
      'invalid_transaction',
    ],
    [
      'a truncated transaction',
      async ({ key }) => base64(await legacy(key, [pay(key)])).slice(0, 200),
      400,
      'invalid_transaction',
    ],
    ['1,300 bytes', async () => Buffer.alloc(1300).toString('base64'), 400, 'invalid_transaction'],
    [
      'a transaction for another signer',
      async () => {
        const { publicKey } = Keypair.generate()
        return base64(await legacy(publicKey, [pay(publicKey)]))
      },
      400,
      'not_a_signer',
    ],
    [
      'a payment of more than the balance',
      async ({ key }) => base64(await legacy(key, [pay(key, newKey(), 5n * SOL)])),
      400,
      'insufficient_balance',
    ],
    [
      'an unknown blockhash',
      async ({ key }) => base64(await legacy(key, [pay(key)], newKey().toBase58())),
      400,
      'transaction_refused',
    ],
    [
      'a missing signature of another signer',
      async ({ key }) => {
        const other = Keypair.generate()
        await node.fund(other.publicKey.toBase58(), SOL)
        return base64(await legacy(key, [pay(key), pay(other.publicKey)]))
      },
      400,
      'transaction_refused',
    ],
  ])('%s', async (_what, make, status, code) => {
    const user = await fundedUser()
    expect((await refusal(user, { transaction: await make(user) })).slice(0, 2)).toEqual([status, code])
  })

  test('blind signing: a transaction that assigns the wallet to a program', async () => {
    const user = await fundedUser()
    const assign = SystemProgram.assign({ accountPubkey: user.key, programId: newKey() })
    const transaction = base64(await legacy(user.key, [assign]))
    expect((await refusal(user, { transaction, isSend: false })).slice(0, 2)).toEqual([403, 'policy_refused'])
  })

  test('an endpoint that is not on the list', async () => {
    const user = await fundedUser()
    const transaction = base64(await legacy(user.key, [pay(user.key)]))
    const [status, code] = await refusal(user, { transaction, rpcUrl: 'https://evil.example' })
    expect([status, code]).toEqual([403, 'rpc_not_allowed'])
  })
})

describe('rules', () => {
  const limit = (user: Person, rules: object) =>
    harness.server.as(harness.adminToken).walletPolicies.updateOfUser({ appId: harness.app.id, id: user.id, ...rules })

  test('a limit counts a high price of compute units', async () => {
    const user = await fundedUser()
    await limit(user, { limits: [{ token: 'solana:native', perTransaction: '6000000' }] })
    const costly = [
      ComputeBudgetProgram.setComputeUnitLimit({ units: 1_000_000 }),
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 5_000_000 }),
      pay(user.key),
    ]
    const answer = await sign(user, { transaction: base64(await legacy(user.key, costly)), isSend: false })
    expect([answer.status, answer.body.code, answer.body.issues[0].path]).toEqual([403, 'policy_refused', 'limits'])
    const plain = await sign(user, { transaction: base64(await legacy(user.key, [pay(user.key)])), isSend: false })
    expect(plain.status).toBe(200)
  })

  test('a limit counts tokens by mint, summed over several instructions', async () => {
    const user = await fundedUser()
    const owner = Keypair.generate()
    await node.fund(owner.publicKey.toBase58(), SOL)
    const holding = await createMint(node, { holders: { [user.solana]: 1000n, [owner.publicKey.toBase58()]: 1n } })
    const from = new PublicKey(holding.accountOf(user.solana))
    const to = new PublicKey(holding.accountOf(owner.publicKey.toBase58()))
    const program = new PublicKey(holding.program)
    const move = (amount: bigint) =>
      createTransferCheckedInstruction(from, new PublicKey(holding.address), to, user.key, amount, 6, [], program)
    await limit(user, { limits: [{ token: `solana:${holding.address}`, perTransaction: '100' }] })
    const split = await sign(user, {
      transaction: base64(await legacy(user.key, [move(60n), move(60n)])),
      isSend: false,
    })
    expect([split.body.code, split.body.message]).toEqual(['policy_refused', expect.stringContaining('not 0.00012')])
    expect(
      (await sign(user, { transaction: base64(await legacy(user.key, [move(100n)])), isSend: false })).status,
    ).toBe(200)
  })
})
