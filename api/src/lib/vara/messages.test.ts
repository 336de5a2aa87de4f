import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressOf } from '../../custody/testing.ts'
import { broadcast } from './broadcast.ts'
import { buildMessage } from './build.ts'
import { statusOf } from './status.ts'
import {
  sendAndInclude,
  PROGRAM,
  send,
  sign,
  signMessage,
  signReply,
  startChain,
  type TestChain,
  VARA,
} from './testing.ts'

let harness: TestChain
beforeAll(async () => {
  harness = await startChain()
})
afterAll(() => harness.stop())

describe('a message', () => {
  test('is confirmed as requested, and its value moves', async () => {
    const wallet = await harness.wallet()
    const signed = await signMessage(harness.rpc, wallet, { payload: Uint8Array.of(0, 255), value: 3n * VARA })
    const { sent, status } = await sendAndInclude(harness, signed)
    expect(sent).toEqual({ outcome: 'sent', hash: signed.hash })
    const message = harness.messages().at(-1)!
    expect(message).toEqual({
      id: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      source: wallet.address,
      destination: PROGRAM,
      payload: '0x00ff',
      gasLimit: signed.gasLimit,
      value: 3n * VARA,
      kind: 'send',
      blockHash: expect.any(String),
    })
    expect(status).toEqual({
      state: 'confirmed',
      block: expect.any(Number),
      blockHash: message.blockHash,
      messageId: message.id,
      finalized: true,
    })
  })

  test.each([0, 1, 63, 64, 100, 16_383, 16_384, 65_536])('of %i bytes arrives whole', async (length) => {
    const payload = Buffer.alloc(length, 0x5a)
    const { status } = await sendAndInclude(
      harness,
      await signMessage(harness.rpc, await harness.wallet(), { payload }),
    )
    expect(status.state).toBe('confirmed')
    expect(harness.messages().at(-1)?.payload).toBe(`0x${payload.toString('hex')}`)
  })

  test('accepts a sender address with any prefix', async () => {
    const wallet = await harness.wallet()
    const from = addressOf('polkadot', wallet.secret)
    expect(from).not.toBe(wallet.address)
    const built = await buildMessage(harness.rpc, {
      from,
      destination: PROGRAM.toUpperCase().replace('0X', '0x'),
      payload: Buffer.of(),
    })
    expect(built).toMatchObject({ from: wallet.address, target: PROGRAM, kind: 'message', value: 0n })
    expect((await sendAndInclude(harness, await sign(built, wallet))).status.state).toBe('confirmed')
  })

  test('has the node’s gas estimate plus a quarter, and costs no more than its maximum fee', async () => {
    const wallet = await harness.wallet()
    const before = harness.balanceOf(wallet.address)
    const signed = await signMessage(harness.rpc, wallet, { payload: Buffer.alloc(2), value: VARA })
    expect(signed).toMatchObject({ gasLimit: (1_000_200_000n * 5n) / 4n, transferable: before, mustStay: VARA })
    await sendAndInclude(harness, signed)
    const cost = before - harness.balanceOf(wallet.address) - VARA
    expect(cost).toBeGreaterThan(1_000_200_000n * 100n)
    expect(cost).toBeLessThanOrEqual(signed.maxFee)
  })

  test('is mortal for 64 blocks', async () => {
    const built = await signMessage(harness.rpc, await harness.wallet())
    expect(built.validUntil - built.bornAt).toBe(63)
  })
})

test('a reply succeeds once; the second fails with the pallet’s error name', async () => {
  const wallet = await harness.wallet()
  await sendAndInclude(harness, await signMessage(harness.rpc, wallet))
  const { id } = harness.messages().at(-1)!
  const first = await signReply(harness.rpc, wallet, { replyToId: id, payload: Buffer.from('yes'), value: 2n * VARA })
  expect(first).toMatchObject({ kind: 'reply', target: id })
  const { status } = await sendAndInclude(harness, first)
  expect(harness.messages().at(-1)).toMatchObject({ kind: 'reply', replyTo: id, payload: '0x796573', value: 2n * VARA })
  expect(status).toMatchObject({ state: 'confirmed', messageId: harness.messages().at(-1)!.id })
  const again = await sendAndInclude(
    harness,
    await signReply(harness.rpc, wallet, { replyToId: id, payload: Buffer.from('yes') }),
  )
  expect(again.status).toEqual({ state: 'failed', reason: 'gear.MessageNotFound', block: expect.any(Number) })
})

describe('nonces', () => {
  test('twenty in sequence, built and sent at once, are all confirmed', async () => {
    const wallet = await harness.wallet()
    const nonces = Array.from({ length: 20 }, (_, nonce) => nonce).toReversed()
    const all = await Promise.all(
      nonces.map((nonce) => signMessage(harness.rpc, wallet, { nonce, payload: Buffer.of(nonce) })),
    )
    const sent = await Promise.all(all.map((one) => send(harness, one)))
    expect(sent.map(({ outcome }) => outcome)).toEqual(nonces.map(() => 'sent'))
    await harness.included(wallet.address, 19)
    const statuses = await Promise.all(all.map((one) => statusOf(harness.rpc, one)))
    expect(statuses.map(({ state }) => state)).toEqual(nonces.map(() => 'confirmed'))
    const payloads = harness.messages().filter(({ source }) => source === wallet.address)
    expect(payloads.map(({ payload }) => Number(payload))).toEqual(nonces.toReversed())
  })

  test('one draft gives any number of extrinsics, each with its own nonce, without a call', async () => {
    const wallet = await harness.wallet()
    const built = await buildMessage(harness.rpc, { from: wallet.address, destination: PROGRAM, payload: Buffer.of(1) })
    harness.set({ kind: 'error' })
    const hashes = await Promise.all([0, 1, 2].map(async (nonce) => (await sign(built, wallet, nonce)).hash))
    harness.clear()
    expect(new Set(hashes).size).toBe(3)
  })

  test('an extrinsic after a gap is pending until the gap is filled', async () => {
    const wallet = await harness.wallet()
    const [first, second] = [
      await signMessage(harness.rpc, wallet),
      await signMessage(harness.rpc, wallet, { nonce: 1 }),
    ]
    expect(await send(harness, second)).toMatchObject({ outcome: 'sent' })
    harness.makeBlocks(2)
    expect(harness.nonceOf(wallet.address)).toBe(0)
    expect(await statusOf(harness.rpc, second)).toEqual({ state: 'submitted' })
    await broadcast(harness.rpc, first.extrinsic)
    await harness.included(wallet.address, 1)
    expect(await statusOf(harness.rpc, second)).toMatchObject({ state: 'confirmed' })
  })

  test('the next nonce counts pending extrinsics', async () => {
    const wallet = await harness.wallet()
    harness.holdBlocks()
    await send(harness, await signMessage(harness.rpc, wallet))
    expect((await signMessage(harness.rpc, wallet)).nextNonce).toBe(1)
    harness.releaseBlocks()
    await harness.included(wallet.address, 0)
  })
})
