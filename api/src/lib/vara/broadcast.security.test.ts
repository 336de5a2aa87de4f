import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { broadcast } from './broadcast.ts'
import { type FakeAnswer, startFakeRpc } from '../json-rpc/fake-rpc.testing.ts'
import { createVaraRpc, type VaraRpc } from './rpc.ts'
import { statusOf } from './status.ts'
import { sendAndInclude, send, signMessage, startChain, type TestChain, VARA } from './testing.ts'

let harness: TestChain
beforeAll(async () => {
  harness = await startChain()
})
afterEach(() => {
  harness.clear()
  harness.releaseBlocks()
})
afterAll(() => harness.stop())

const through = async <T>(
  lies: Record<string, FakeAnswer>,
  work: (rpc: VaraRpc, requestedMethods: string[]) => Promise<T>,
) => {
  const fake = await startFakeRpc(harness.url, ({ method }) => lies[method])
  return work(createVaraRpc({ url: fake.url, timeoutMs: 500 }), fake.requestedMethods).finally(fake.stop)
}
const signed = async () => signMessage(harness.rpc, await harness.wallet())
const countFrom = (address: string) => harness.messages().filter(({ source }) => source === address).length

describe('double send', () => {
  test('the same bytes broadcast again while pending, in a block and many blocks later count as sent, and are not executed twice', async () => {
    const one = await signed()
    const sent = { outcome: 'sent', hash: one.hash }
    harness.holdBlocks()
    expect(await broadcast(harness.rpc, one.extrinsic)).toEqual(sent)
    expect(await broadcast(harness.rpc, one.extrinsic)).toEqual(sent)
    expect(await Promise.all(Array.from({ length: 5 }, () => send(harness, one)))).toEqual(
      Array.from({ length: 5 }, () => sent),
    )
    harness.releaseBlocks()
    await harness.included(one.from, 0)
    // The node has banned it by now, as Substrate nodes do for half an hour.
    expect(await broadcast(harness.rpc, one.extrinsic)).toEqual(sent)
    harness.makeBlocks(50)
    expect(await broadcast(harness.rpc, one.extrinsic)).toEqual(sent)
    harness.makeBlocks(150)
    expect(await send(harness, one)).toEqual(sent)
    expect(countFrom(one.from)).toBe(1)
  })

  test.each<[string, FakeAnswer]>([
    ['no response in time', 'hang'],
    ['a dropped connection', 'cut'],
    ['a page of HTML', { status: 200, body: '<html>' }],
    ['a bad gateway', { status: 502, body: 'Bad gateway' }],
    ['too many requests', { status: 429, body: '' }],
    ['forbidden', { status: 403, body: '' }],
    ['an internal error', { error: { code: -32_603, message: 'Internal error' } }],
    ['another extrinsic’s hash', { result: `0x${'ab'.repeat(32)}` }],
    ['no hash', { result: null }],
  ])('after %s the outcome is unknown, the extrinsic is sent once and its hash is returned', async (_, answer) => {
    const { extrinsic, hash, from } = await signed()
    await through({ author_submitExtrinsic: answer }, async (rpc, requestedMethods) => {
      expect(await broadcast(rpc, extrinsic)).toMatchObject({ outcome: 'unknown', hash })
      expect(requestedMethods.filter((method) => method === 'author_submitExtrinsic')).toHaveLength(1)
    })
    expect(await broadcast(harness.rpc, extrinsic)).toEqual({ outcome: 'sent', hash })
    await harness.included(from, 0)
    expect(countFrom(from)).toBe(1)
  })

  test('after a lost response of a node that accepted it, the extrinsic is found by hash, and sending it again has no effect', async () => {
    const one = await signed()
    harness.set({ kind: 'lost', method: 'author_submitExtrinsic', times: 1 })
    expect(await send(harness, one)).toMatchObject({ outcome: 'unknown' })
    await harness.included(one.from, 0)
    expect(await statusOf(harness.rpc, one)).toMatchObject({ state: 'confirmed' })
    expect(await send(harness, one)).toEqual({ outcome: 'sent', hash: one.hash })
    expect(countFrom(one.from)).toBe(1)
  })

  test('a refusal that cannot be verified is unknown', async () => {
    const { extrinsic } = await signed()
    const stale = { error: { code: 1010, message: 'Invalid Transaction', data: 'Transaction is outdated' } }
    const lies = { author_submitExtrinsic: stale, chain_getBlock: { status: 503, body: '' } }
    expect(await through(lies, (rpc) => broadcast(rpc, extrinsic))).toMatchObject({ outcome: 'unknown' })
  })
})

describe('refusal reasons', () => {
  test('another extrinsic has used the nonce', async () => {
    const wallet = await harness.wallet()
    const [one, other] = [
      await signMessage(harness.rpc, wallet),
      await signMessage(harness.rpc, wallet, { value: VARA }),
    ]
    await sendAndInclude(harness, one)
    const { hash } = other
    expect(await send(harness, other)).toMatchObject({ outcome: 'refused', reason: 'nonce_used', hash })
    expect(await statusOf(harness.rpc, other)).toEqual({ state: 'replaced' })
  })

  test('another pending extrinsic has the nonce and remains', async () => {
    const wallet = await harness.wallet()
    const [one, other] = [
      await signMessage(harness.rpc, wallet),
      await signMessage(harness.rpc, wallet, { value: VARA }),
    ]
    harness.holdBlocks()
    await send(harness, one)
    expect(await send(harness, other)).toMatchObject({ outcome: 'refused', reason: 'nonce_taken' })
    harness.releaseBlocks()
    await harness.included(wallet.address, 0)
    expect(await statusOf(harness.rpc, one)).toMatchObject({ state: 'confirmed' })
    expect(await statusOf(harness.rpc, other)).toEqual({ state: 'replaced' })
  })

  test('the fee can no longer be paid', async () => {
    const wallet = await harness.wallet(10n * VARA)
    const [one, other] = [
      await signMessage(harness.rpc, wallet, { value: (17n * VARA) / 2n }),
      await signMessage(harness.rpc, wallet, { nonce: 1, payload: Buffer.alloc(60_000) }),
    ]
    // 0.4 VARA above the deposit remain then, and the fee is 0.6.
    await sendAndInclude(harness, one)
    expect(await send(harness, other)).toMatchObject({ outcome: 'refused', reason: 'insufficient_balance' })
  })

  test('its era has ended', async () => {
    const one = await signed()
    harness.makeBlocks(64)
    expect(await send(harness, one)).toMatchObject({ outcome: 'refused', reason: 'expired', hash: one.hash })
    harness.makeBlocks()
    expect(await statusOf(harness.rpc, one)).toEqual({ state: 'expired' })
    expect(countFrom(one.from)).toBe(0)
  })

  test('the last block of its era accepts it', async () => {
    const one = await signed()
    harness.makeBlocks(62)
    expect(await send(harness, one)).toMatchObject({ outcome: 'sent' })
    await harness.included(one.from, 0)
    expect(await statusOf(harness.rpc, one)).toMatchObject({ state: 'confirmed', block: one.validUntil })
  })

  const refusals: [number, string, string | undefined, string][] = [
    [1010, 'Invalid Transaction', 'Transaction is outdated', 'nonce_used'],
    [1010, 'Invalid Transaction', 'Custom error: stale', 'nonce_used'],
    [1010, 'Invalid Transaction', 'Inability to pay some fees (e.g. account balance too low)', 'insufficient_balance'],
    [1010, 'Invalid Transaction', 'Transaction has an ancient birth block', 'expired'],
    [1010, 'Invalid Transaction', 'Transaction has a bad signature', 'other'],
    [1010, 'Invalid Transaction', 'Transaction would exhaust the block limits', 'other'],
    [1012, 'Transaction is temporarily banned', undefined, 'other'],
    [1014, 'Priority is too low: (1 vs 1)', 'too low priority to replace another transaction', 'nonce_taken'],
    [1016, 'Immediately Dropped', 'The transaction could not enter the pool because of the limit', 'other'],
    [1002, 'Verification Error: Runtime error: Execution failed', undefined, 'other'],
    [-32_601, 'Method not found', undefined, 'other'],
  ]
  test.each(refusals)('%i %s: %s is %4$s', async (code, message, data, reason) => {
    const { extrinsic } = await signed()
    const answer = { author_submitExtrinsic: { error: { code, message, data } } }
    expect(await through(answer, (rpc) => broadcast(rpc, extrinsic))).toMatchObject({ outcome: 'refused', reason })
  })

  test('1013 means that it is already sent', async () => {
    const { extrinsic } = await signed()
    const error = { code: 1013, message: 'Transaction Already Imported' }
    expect(await through({ author_submitExtrinsic: { error } }, (rpc) => broadcast(rpc, extrinsic))).toMatchObject({
      outcome: 'sent',
    })
  })

  test('removes control characters from a node’s text', async () => {
    const { extrinsic } = await signed()
    const error = { code: 1010, message: 'Invalid\u001b[31m', data: '\n'.repeat(5000) }
    const outcome = await through({ author_submitExtrinsic: { error } }, (rpc) => broadcast(rpc, extrinsic))
    expect(outcome).toMatchObject({ message: expect.stringMatching(/^[\x20-\x7e]{1,260}$/) })
  })
})

test('changed bytes and bytes that are not an extrinsic are refused and move nothing', async () => {
  const one = await signed()
  for (const place of [5, 40, 60, one.extrinsic.length - 2]) {
    const changed = Uint8Array.from(one.extrinsic)
    changed[place]! ^= 4
    expect(await send(harness, { ...one, extrinsic: changed })).toMatchObject({ outcome: 'refused' })
  }
  expect(await send(harness, { ...one, extrinsic: Uint8Array.of(1, 2, 3) })).toMatchObject({ outcome: 'refused' })
  harness.makeBlocks()
  expect(countFrom(one.from)).toBe(0)
  expect((await sendAndInclude(harness, one)).status.state).toBe('confirmed')
})
