import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressOf } from '../custody/derive.ts'
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

let at: TestChain
beforeAll(async () => {
  at = await startChain()
})
afterAll(() => at.stop())

describe('a message', () => {
  test('is confirmed as requested, and its value moves', async () => {
    const wallet = await at.wallet()
    const signed = await signMessage(at.rpc, wallet, { payload: Uint8Array.of(0, 255), value: 3n * VARA })
    const { sent, status } = await sendAndInclude(at, signed)
    expect(sent).toEqual({ outcome: 'sent', hash: signed.hash })
    const message = at.messages().at(-1)!
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
    const { status } = await sendAndInclude(at, await signMessage(at.rpc, await at.wallet(), { payload }))
    expect(status.state).toBe('confirmed')
    expect(at.messages().at(-1)?.payload).toBe(`0x${payload.toString('hex')}`)
  })

  test('accepts a sender address with any prefix', async () => {
    const wallet = await at.wallet()
    const from = addressOf('polkadot', wallet.secret)
    expect(from).not.toBe(wallet.address)
    const built = await buildMessage(at.rpc, {
      from,
      destination: PROGRAM.toUpperCase().replace('0X', '0x'),
      payload: Buffer.of(),
    })
    expect(built).toMatchObject({ from: wallet.address, target: PROGRAM, kind: 'message', value: 0n })
    expect((await sendAndInclude(at, await sign(built, wallet))).status.state).toBe('confirmed')
  })

  test('has the node’s gas estimate plus a quarter, and costs no more than its maximum fee', async () => {
    const wallet = await at.wallet()
    const before = at.balanceOf(wallet.address)
    const signed = await signMessage(at.rpc, wallet, { payload: Buffer.alloc(2), value: VARA })
    expect(signed).toMatchObject({ gasLimit: (1_000_200_000n * 5n) / 4n, transferable: before, mustStay: VARA })
    await sendAndInclude(at, signed)
    const cost = before - at.balanceOf(wallet.address) - VARA
    expect(cost).toBeGreaterThan(1_000_200_000n * 100n)
    expect(cost).toBeLessThanOrEqual(signed.maxFee)
  })

  test('is mortal for 64 blocks', async () => {
    const built = await signMessage(at.rpc, await at.wallet())
    expect(built.validUntil - built.bornAt).toBe(63)
  })
})

test('a reply succeeds once; the second fails with the pallet’s error name', async () => {
  const wallet = await at.wallet()
  await sendAndInclude(at, await signMessage(at.rpc, wallet))
  const { id } = at.messages().at(-1)!
  const first = await signReply(at.rpc, wallet, { replyToId: id, payload: Buffer.from('yes'), value: 2n * VARA })
  expect(first).toMatchObject({ kind: 'reply', target: id })
  const { status } = await sendAndInclude(at, first)
  expect(at.messages().at(-1)).toMatchObject({ kind: 'reply', replyTo: id, payload: '0x796573', value: 2n * VARA })
  expect(status).toMatchObject({ state: 'confirmed', messageId: at.messages().at(-1)!.id })
  const again = await sendAndInclude(
    at,
    await signReply(at.rpc, wallet, { replyToId: id, payload: Buffer.from('yes') }),
  )
  expect(again.status).toEqual({ state: 'failed', reason: 'gear.MessageNotFound', block: expect.any(Number) })
})

describe('nonces', () => {
  test('twenty in sequence, built and sent at once, are all confirmed', async () => {
    const wallet = await at.wallet()
    const nonces = Array.from({ length: 20 }, (_, nonce) => nonce).toReversed()
    const all = await Promise.all(
      nonces.map((nonce) => signMessage(at.rpc, wallet, { nonce, payload: Buffer.of(nonce) })),
    )
    const sent = await Promise.all(all.map((one) => send(at, one)))
    expect(sent.map(({ outcome }) => outcome)).toEqual(nonces.map(() => 'sent'))
    await at.included(wallet.address, 19)
    const statuses = await Promise.all(all.map((one) => statusOf(at.rpc, one)))
    expect(statuses.map(({ state }) => state)).toEqual(nonces.map(() => 'confirmed'))
    const payloads = at.messages().filter(({ source }) => source === wallet.address)
    expect(payloads.map(({ payload }) => Number(payload))).toEqual(nonces.toReversed())
  })

  test('one draft gives any number of extrinsics, each with its own nonce, without a call', async () => {
    const wallet = await at.wallet()
    const built = await buildMessage(at.rpc, { from: wallet.address, destination: PROGRAM, payload: Buffer.of(1) })
    at.set({ kind: 'error' })
    const hashes = await Promise.all([0, 1, 2].map(async (nonce) => (await sign(built, wallet, nonce)).hash))
    at.clear()
    expect(new Set(hashes).size).toBe(3)
  })

  test('an extrinsic after a gap is pending until the gap is filled', async () => {
    const wallet = await at.wallet()
    const [first, second] = [await signMessage(at.rpc, wallet), await signMessage(at.rpc, wallet, { nonce: 1 })]
    expect(await send(at, second)).toMatchObject({ outcome: 'sent' })
    at.makeBlocks(2)
    expect(at.nonceOf(wallet.address)).toBe(0)
    expect(await statusOf(at.rpc, second)).toEqual({ state: 'submitted' })
    await broadcast(at.rpc, first.extrinsic)
    await at.included(wallet.address, 1)
    expect(await statusOf(at.rpc, second)).toMatchObject({ state: 'confirmed' })
  })

  test('the next nonce counts pending extrinsics', async () => {
    const wallet = await at.wallet()
    at.holdBlocks()
    await send(at, await signMessage(at.rpc, wallet))
    expect((await signMessage(at.rpc, wallet)).nextNonce).toBe(1)
    at.releaseBlocks()
    await at.included(wallet.address, 0)
  })
})
