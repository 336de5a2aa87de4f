import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type FakeAnswer, startFakeRpc } from '../json-rpc/fake-rpc.testing.ts'
import { createVaraRpc, type VaraRpc } from './rpc.ts'
import { statusOf } from './status.ts'
import { codeOf, sendAndInclude, send, signMessage, startChain, type TestChain, VARA } from './testing.ts'

let at: TestChain
beforeAll(async () => {
  at = await startChain()
})
afterEach(() => {
  at.clear()
  at.releaseBlocks()
})
afterAll(() => at.stop())

const signed = async () => signMessage(at.rpc, await at.wallet())

type FalseAnswer = (method: string, params: unknown[]) => FakeAnswer | undefined
const through = async <T>(lie: FalseAnswer, work: (rpc: VaraRpc, requestedMethods: string[]) => Promise<T>) => {
  const fake = await startFakeRpc(at.url, ({ method, params }) => lie(method, params))
  return work(createVaraRpc({ url: fake.url, timeoutMs: 500 }), fake.requestedMethods).finally(fake.stop)
}

describe('the status', () => {
  test('is submitted before the send, while pending and in a block that is not final', async () => {
    const one = await signed()
    expect(await statusOf(at.rpc, one)).toEqual({ state: 'submitted' })
    at.holdBlocks()
    await send(at, one)
    at.makeBlocks(3)
    expect(await statusOf(at.rpc, one)).toEqual({ state: 'submitted' })
    at.releaseBlocks()
    await at.included(one.from, 0)
    const message = at.messages().find(({ source }) => source === one.from)
    const confirmed = { state: 'confirmed', blockHash: message!.blockHash, messageId: message!.id, finalized: true }
    expect(await statusOf(at.rpc, one)).toMatchObject(confirmed)
    at.makeBlocks(70)
    expect(await statusOf(at.rpc, one)).toMatchObject(confirmed)
  })

  test('is failed with the pallet’s error name when the block cannot execute it', async () => {
    const wallet = await at.wallet(10n * VARA)
    const [one, other] = [
      await signMessage(at.rpc, wallet, { value: 5n * VARA }),
      await signMessage(at.rpc, wallet, { value: 5n * VARA, nonce: 1 }),
    ]
    at.holdBlocks()
    await Promise.all([send(at, one), send(at, other)])
    at.releaseBlocks()
    await at.included(wallet.address, 1)
    expect(await statusOf(at.rpc, one)).toMatchObject({ state: 'confirmed' })
    expect(await statusOf(at.rpc, other)).toEqual({
      state: 'failed',
      reason: 'gear.InsufficientBalance',
      block: expect.any(Number),
    })
  })

  test('is separate for each of several extrinsics in one block', async () => {
    const wallets = await Promise.all(Array.from({ length: 6 }, () => at.wallet()))
    const all = await Promise.all(wallets.map((wallet) => signMessage(at.rpc, wallet)))
    at.holdBlocks()
    await Promise.all(all.map((one) => send(at, one)))
    at.releaseBlocks()
    await Promise.all(all.map((one) => at.included(one.from, 0)))
    const statuses = await Promise.all(all.map((one) => statusOf(at.rpc, one)))
    const ids = all.map(({ from }) => at.messages().find(({ source }) => source === from)!.id)
    expect(new Set(statuses.map((status) => 'block' in status && status.block)).size).toBe(1)
    expect(statuses).toMatchObject(ids.map((messageId) => ({ state: 'confirmed', messageId })))
  })

  test('is not expired before a final block is beyond the era', async () => {
    const one = await signed()
    at.makeBlocks(63)
    expect(await statusOf(at.rpc, one)).toEqual({ state: 'submitted' })
    at.makeBlocks(1)
    expect(await statusOf(at.rpc, one)).toEqual({ state: 'expired' })
    at.makeBlocks(100)
    expect(await statusOf(at.rpc, one)).toEqual({ state: 'expired' })
  })

  test('is replaced at once and for good', async () => {
    const wallet = await at.wallet()
    const [one, other] = [await signMessage(at.rpc, wallet), await signMessage(at.rpc, wallet, { value: VARA })]
    await sendAndInclude(at, one)
    expect(await statusOf(at.rpc, other)).toEqual({ state: 'replaced' })
    at.makeBlocks(70)
    expect(await statusOf(at.rpc, other)).toEqual({ state: 'replaced' })
  })
})

test('monitoring reads each block once, and only those of the era', async () => {
  const one = await signed()
  await through(
    () => undefined,
    async (rpc, requestedMethods) => {
      const reads = () => requestedMethods.splice(0).filter((method) => method === 'chain_getBlock').length
      at.makeBlocks(10)
      await statusOf(rpc, one)
      expect(reads()).toBe(10)
      await statusOf(rpc, one)
      expect(reads()).toBe(0)
      at.makeBlocks(3)
      await statusOf(rpc, one)
      expect(reads()).toBe(3)
      at.makeBlocks(500)
      expect(await statusOf(rpc, one)).toEqual({ state: 'expired' })
      expect(reads()).toBe(50)
      await statusOf(rpc, one)
      expect(reads()).toBe(0)
    },
  )
})

test('a block that could not be read is read again, and the extrinsic is not expired meanwhile', async () => {
  const one = await signed()
  const { status } = await sendAndInclude(at, one)
  at.makeBlocks(70)
  let isDown = true
  const lie: FalseAnswer = (method) => (isDown && method === 'chain_getBlock' ? { status: 503, body: '' } : undefined)
  await through(lie, async (rpc) => {
    expect(await codeOf(statusOf(rpc, one))).toBe('unavailable')
    isDown = false
    expect(await statusOf(rpc, one)).toEqual(status)
  })
})
