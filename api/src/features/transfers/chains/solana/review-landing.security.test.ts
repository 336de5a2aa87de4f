import { Keypair, PublicKey } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ledgerOf, waitForStatuses } from '../../../wallets/testing.ts'
import { pay, SOL, type SolanaHarness, startSolanaHarness } from './solana-harness.testing.ts'

let harness: SolanaHarness
beforeAll(async () => {
  harness = await startSolanaHarness()
})
afterAll(() => harness.stop())

const newKey = () => Keypair.generate().publicKey
const lamportsOf = (key: PublicKey) => harness.connection.getBalance(key, 'confirmed').then(BigInt)
const dailyLimit = [{ token: 'solana:native', perTransaction: null, perDay: SOL.toString() }]
const refused = { status: 403, body: { code: 'policy_refused', issues: [{ path: 'limits' }] } }

const dust = async (from: Keypair, to: PublicKey, count: number) => {
  for (let index = 0; index < count; index += 1) {
    const tx = await harness.build(from.publicKey, pay(from.publicKey, to, BigInt(1 + index)))
    tx.sign(from)
    await harness.connection.sendRawTransaction(tx.serialize(), { skipPreflight: true })
  }
}

describe('a transaction with an invalid signature of the payer', () => {
  test('is found after its inclusion and counts towards the limit', async () => {
    const [user, thief, loot] = [await harness.fundedUser(), await harness.stranger(), newKey()]
    await harness.rule(user, { limits: dailyLimit })
    const steal = async (round: number) => {
      const tx = await harness.build(thief.publicKey, pay(user.key, loot, SOL))
      tx.addSignature(thief.publicKey, Buffer.alloc(64, round))
      return harness.sign(user, tx)
    }
    const { body } = await steal(1)
    const id = await harness.land(body.data.transaction, thief)
    await harness.expireAll(user)
    expect(await waitForStatuses(user, ['confirmed'])).toMatchObject([{ signature: id }])
    expect(await steal(2)).toMatchObject(refused)
    expect(await lamportsOf(loot)).toBe(SOL)
  })

  test('is not sent, and expires if it was never included', async () => {
    const [user, thief] = [await harness.fundedUser(), await harness.stranger()]
    const tx = await harness.build(thief.publicKey, pay(user.key, newKey(), SOL))
    tx.addSignature(thief.publicKey, Buffer.alloc(64, 7))
    const answer = await harness.sign(user, tx, { isSend: true })
    expect([answer.status, answer.body.code]).toEqual([400, 'transaction_refused'])
    const { body } = await harness.sign(user, tx)
    expect(await ledgerOf(user)).toMatchObject([{ signature: body.data.signature }])
    await harness.expireAll(user)
    await waitForStatuses(user, ['expired'])
  })
})

test('an included transaction is found behind more transactions than one search reads, and each is read once', async () => {
  const [user, thief, loot] = [await harness.fundedUser(), await harness.stranger(), newKey()]
  await harness.rule(user, { limits: dailyLimit })
  await dust(thief, user.key, 55)
  const signAndLand = async () => {
    const tx = await harness.build(thief.publicKey, pay(user.key, loot, SOL))
    const { body } = await harness.sign(user, tx, { rpcUrl: harness.proxy.url })
    return harness.land(body.data.transaction, thief)
  }
  harness.proxy.drop.add('getSignaturesForAddress')
  const id = await signAndLand()
  await dust(thief, user.key, 55)
  harness.proxy.calls.clear()
  harness.proxy.drop.clear()
  const { prisma } = harness.server.resources.db
  const where = { userId: user.id }
  await harness.expireAll(user)
  // Each search continues where the previous one ended.
  while ((await prisma.transaction.findFirstOrThrow({ where })).settledAt === null) await user.checkTransactions()
  expect(await ledgerOf(user)).toMatchObject([{ status: 'confirmed', signature: id }])
  expect(harness.proxy.calls.get('getTransaction')).toBeLessThanOrEqual(112)
  const again = await harness.build(thief.publicKey, pay(user.key, loot, 1n))
  expect(await harness.sign(user, again)).toMatchObject(refused)
})

test('a wallet signs at most 20 externally paid transactions until they confirm or expire', async () => {
  const [user, other] = [await harness.fundedUser(), await harness.stranger()]
  const signed = async (lamports: number) =>
    harness.sign(user, await harness.build(other.publicKey, pay(user.key, user.key, BigInt(lamports))))
  const answers = await Promise.all(Array.from({ length: 25 }, (_, index) => signed(index)))
  const refusals = answers.filter(({ status }) => status !== 200)
  expect(refusals).toHaveLength(5)
  for (const { body } of refusals)
    expect(body).toMatchObject({ code: 'transaction_refused', message: expect.stringContaining('confirm or expire') })
  expect(await ledgerOf(user)).toHaveLength(20)
  // The wallet's own sends are not limited.
  await user.client.solana.sendToken({ address: newKey().toBase58(), token: 'SOL', amount: '1000000' })
  await harness.expireAll(user)
  await waitForStatuses(user, ['expired', 'confirmed'])
  expect(await signed(100)).toMatchObject({ status: 200 })
})

test('a transaction that two wallets of this server sign settles both rows', async () => {
  const [payer, signer] = [await harness.fundedUser(), await harness.fundedUser()]
  const tx = await harness.build(payer.key, pay(signer.key, newKey(), 5_000_000n))
  const first = await harness.sign(signer, tx)
  const second = await harness.sign(payer, first.body.data.transaction as string, { isSend: true })
  expect([first.status, second.status]).toEqual([200, 200])
  expect(await waitForStatuses(payer, ['confirmed'])).toMatchObject([{ signature: second.body.data.signature }])
  await waitForStatuses(signer, ['confirmed'])
})

test('a transaction that is signed repeatedly has one row, counts once, and is sent if a call requests it', async () => {
  const [user, sponsor, to] = [await harness.fundedUser(), await harness.stranger(), newKey()]
  await harness.rule(user, { limits: [{ token: 'solana:native', perTransaction: null, perDay: '10005000' }] })
  const tx = await harness.build(sponsor.publicKey, pay(user.key, to, 5_000_000n))
  const [first, ...others] = await Promise.all([
    harness.sign(user, tx),
    harness.sign(user, tx, { idempotencyKey: 'a' }),
    harness.sign(user, tx, { idempotencyKey: 'b' }),
  ])
  for (const other of others) expect([other.status, other.body.data]).toEqual([200, first.body.data])
  expect(await ledgerOf(user)).toHaveLength(1)
  tx.partialSign(sponsor)
  const sent = await harness.sign(user, tx, { isSend: true })
  expect(sent.body.data.signature).toBe(first.body.data.signature)
  await waitForStatuses(user, ['confirmed'])
  expect([await lamportsOf(to), (await ledgerOf(user)).length]).toEqual([5_000_000n, 1])
  const next = await harness.build(user.key, pay(user.key, to, 5_000_000n))
  expect(await harness.sign(user, next)).toMatchObject({ status: 200 })
})
