import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type FakeAnswer, startFakeRpc } from '../json-rpc/fake-rpc.testing.ts'
import { createVaraRpc, type VaraRpc } from './rpc.ts'
import { statusOf } from './status.ts'
import { codeOf, sendAndInclude, send, signMessage, startChain, type TestChain, VARA } from './testing.ts'

let harness: TestChain
beforeAll(async () => {
  harness = await startChain()
})
afterEach(() => {
  harness.clear()
  harness.releaseBlocks()
})
afterAll(() => harness.stop())

const signed = async () => signMessage(harness.rpc, await harness.wallet())

type FalseAnswer = (method: string, params: unknown[]) => FakeAnswer | undefined
const through = async <T>(lie: FalseAnswer, work: (rpc: VaraRpc, requestedMethods: string[]) => Promise<T>) => {
  const fake = await startFakeRpc(harness.url, ({ method, params }) => lie(method, params))
  return work(createVaraRpc({ url: fake.url, timeoutMs: 500 }), fake.requestedMethods).finally(fake.stop)
}

describe('the status', () => {
  test('is submitted before the send, while pending and in a block that is not final', async () => {
    const one = await signed()
    expect(await statusOf(harness.rpc, one)).toEqual({ state: 'submitted' })
    harness.holdBlocks()
    await send(harness, one)
    harness.makeBlocks(3)
    expect(await statusOf(harness.rpc, one)).toEqual({ state: 'submitted' })
    harness.releaseBlocks()
    await harness.included(one.from, 0)
    const message = harness.messages().find(({ source }) => source === one.from)
    const confirmed = { state: 'confirmed', blockHash: message!.blockHash, messageId: message!.id, finalized: true }
    expect(await statusOf(harness.rpc, one)).toMatchObject(confirmed)
    harness.makeBlocks(70)
    expect(await statusOf(harness.rpc, one)).toMatchObject(confirmed)
  })

  test('is failed with the pallet’s error name when the block cannot execute it', async () => {
    const wallet = await harness.wallet(10n * VARA)
    const [one, other] = [
      await signMessage(harness.rpc, wallet, { value: 5n * VARA }),
      await signMessage(harness.rpc, wallet, { value: 5n * VARA, nonce: 1 }),
    ]
    harness.holdBlocks()
    await Promise.all([send(harness, one), send(harness, other)])
    harness.releaseBlocks()
    await harness.included(wallet.address, 1)
    expect(await statusOf(harness.rpc, one)).toMatchObject({ state: 'confirmed' })
    expect(await statusOf(harness.rpc, other)).toEqual({
      state: 'failed',
      reason: 'gear.InsufficientBalance',
      block: expect.any(Number),
    })
  })

  test('is separate for each of several extrinsics in one block', async () => {
    const wallets = await Promise.all(Array.from({ length: 6 }, () => harness.wallet()))
    const all = await Promise.all(wallets.map((wallet) => signMessage(harness.rpc, wallet)))
    harness.holdBlocks()
    await Promise.all(all.map((one) => send(harness, one)))
    harness.releaseBlocks()
    await Promise.all(all.map((one) => harness.included(one.from, 0)))
    const statuses = await Promise.all(all.map((one) => statusOf(harness.rpc, one)))
    const ids = all.map(({ from }) => harness.messages().find(({ source }) => source === from)!.id)
    expect(new Set(statuses.map((status) => 'block' in status && status.block)).size).toBe(1)
    expect(statuses).toMatchObject(ids.map((messageId) => ({ state: 'confirmed', messageId })))
  })

  test('is not expired before a final block is beyond the era', async () => {
    const one = await signed()
    harness.makeBlocks(63)
    expect(await statusOf(harness.rpc, one)).toEqual({ state: 'submitted' })
    harness.makeBlocks(1)
    expect(await statusOf(harness.rpc, one)).toEqual({ state: 'expired' })
    harness.makeBlocks(100)
    expect(await statusOf(harness.rpc, one)).toEqual({ state: 'expired' })
  })

  test('is replaced at once and for good', async () => {
    const wallet = await harness.wallet()
    const [one, other] = [
      await signMessage(harness.rpc, wallet),
      await signMessage(harness.rpc, wallet, { value: VARA }),
    ]
    await sendAndInclude(harness, one)
    expect(await statusOf(harness.rpc, other)).toEqual({ state: 'replaced' })
    harness.makeBlocks(70)
    expect(await statusOf(harness.rpc, other)).toEqual({ state: 'replaced' })
  })
})

test('monitoring reads each block once, and only those of the era', async () => {
  const one = await signed()
  await through(
    () => undefined,
    async (rpc, requestedMethods) => {
      const reads = () => requestedMethods.splice(0).filter((method) => method === 'chain_getBlock').length
      harness.makeBlocks(10)
      await statusOf(rpc, one)
      expect(reads()).toBe(10)
      await statusOf(rpc, one)
      expect(reads()).toBe(0)
      harness.makeBlocks(3)
      await statusOf(rpc, one)
      expect(reads()).toBe(3)
      harness.makeBlocks(500)
      expect(await statusOf(rpc, one)).toEqual({ state: 'expired' })
      expect(reads()).toBe(50)
      await statusOf(rpc, one)
      expect(reads()).toBe(0)
    },
  )
})

test('a block that could not be read is read again, and the extrinsic is not expired meanwhile', async () => {
  const one = await signed()
  const { status } = await sendAndInclude(harness, one)
  harness.makeBlocks(70)
  let isDown = true
  const lie: FalseAnswer = (method) => (isDown && method === 'chain_getBlock' ? { status: 503, body: '' } : undefined)
  await through(lie, async (rpc) => {
    expect(await codeOf(statusOf(rpc, one))).toBe('unavailable')
    isDown = false
    expect(await statusOf(rpc, one)).toEqual(status)
  })
})
