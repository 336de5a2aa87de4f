import { PublicKey, Keypair } from '@solana/web3.js'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ledgerOf, waitForStatuses } from '../../../wallets/testing.ts'
import { pay, type SolanaHarness, startSolanaHarness } from './solana-harness.testing.ts'

/** The next random numbers of extra compute units; real random numbers follow. */
const fixedDraws = vi.hoisted((): number[] => [])
vi.mock('node:crypto', async (original) => {
  const real = await original<typeof import('node:crypto')>()
  const randomInt = (max: number) => (max === 4096 ? (fixedDraws.shift() ?? real.randomInt(max)) : real.randomInt(max))
  return { ...real, randomInt }
})

let harness: SolanaHarness
beforeAll(async () => {
  harness = await startSolanaHarness()
})
afterAll(() => harness.stop())

const newAddress = () => Keypair.generate().publicKey.toBase58()

test('equal payments with one blockhash are separate transactions, even with equal random units', async () => {
  const user = await harness.fundedUser()
  const address = newAddress()
  const value = await harness.connection.getLatestBlockhash('confirmed')
  const context = { slot: 1 }
  harness.proxy.replies.set('getLatestBlockhash', { result: { context, value } })
  fixedDraws.push(7, 7, 7)
  const send = (idempotencyKey: string) => {
    const payment = { address, token: 'SOL', amount: '5000000', idempotencyKey }
    return user.client.solana.sendToken({ rpcUrl: harness.proxy.url, ...payment })
  }
  const answers = await Promise.all(['one', 'two', 'three'].map(send))
  harness.proxy.replies.clear()
  expect(fixedDraws).toEqual([])
  expect(new Set(answers.map(({ signature }) => signature)).size).toBe(3)
  await waitForStatuses(user, ['confirmed'])
  expect(await harness.connection.getBalance(new PublicKey(address), 'confirmed')).toBe(15_000_000)
})

test.each(['!'.repeat(40), '1'.repeat(44), '1'.repeat(31), '', 'z'.repeat(44), 'é'.repeat(32), '1'.repeat(5000)])(
  'the blockhash %s of a node is refused as chain_answer_unusable, and nothing is signed',
  async (blockhash) => {
    const user = await harness.fundedUser()
    const tx = await harness.build(user.key, pay(user.key, new PublicKey(newAddress()), 5_000_000n))
    const value = { blockhash, lastValidBlockHeight: 1 }
    harness.proxy.replies.set('getLatestBlockhash', { result: { context: { slot: 1 }, value } })
    const body = { rpcUrl: harness.proxy.url, address: newAddress(), token: 'SOL', amount: '1000000' }
    const answers = [
      await harness.server.send('POST', '/user/solana/send-token', { token: user.token, body }),
      await harness.sign(user, tx, { rpcUrl: harness.proxy.url }),
    ]
    harness.proxy.replies.clear()
    expect(answers.map((answer) => [answer.status, answer.body.code])).toEqual([
      [502, 'chain_answer_unusable'],
      [502, 'chain_answer_unusable'],
    ])
    expect(await ledgerOf(user)).toEqual([])
  },
)
