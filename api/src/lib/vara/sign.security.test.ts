import { randomBytes } from 'node:crypto'
import { u8aConcat } from '@polkadot/util'
import { blake2AsU8a, sr25519Verify } from '@polkadot/util-crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readVaraAddress } from './addresses.ts'
import { broadcast } from './broadcast.ts'
import { decodeCall, decodeExtrinsic, decodeExtrinsicPayload } from './decode.ts'
import { fromHex } from './hex.ts'
import { signVaraPayload } from './sign.ts'
import { newWallet, signMessage, startChain, type Signed, type TestChain, type TestWallet } from './testing.ts'

let harness: TestChain
let wallet: TestWallet
let signed: Signed
let payload: Uint8Array
beforeAll(async () => {
  harness = await startChain()
  wallet = await harness.wallet()
  signed = await signMessage(harness.rpc, wallet)
  payload = signed.withNonce(0).payload
})
afterAll(() => harness.stop())

const NOT_SIGNABLE = { name: 'VaraError', code: 'not_signable' }

describe('blind signing', () => {
  test.each([
    ['nothing', () => Buffer.of()],
    ['a text', () => Buffer.from('Sign in to example.com')],
    ['a wrapped text', () => Buffer.from('<Bytes>Sign in to example.com</Bytes>')],
    ['a hash', () => randomBytes(32)],
    ['the hash of a payload', () => blake2AsU8a(payload)],
    ['a transfer', () => u8aConcat([5, 0], payload.subarray(2))],
    ['another call of Gear', () => u8aConcat([104, 5], payload.subarray(2))],
    ['another pallet', () => u8aConcat([103, 3], payload.subarray(2))],
    ['a call without the remaining fields', () => payload.subarray(0, payload.length - 74 - 4)],
    ['one missing byte', () => payload.subarray(0, -1)],
    ['one additional byte', () => u8aConcat(payload, [0])],
    ['a wrapped payload', () => u8aConcat(Buffer.from('<Bytes>'), payload, Buffer.from('</Bytes>'))],
  ])('does not sign %s', async (_, bytes) => {
    await expect(signVaraPayload(bytes(), wallet.secret)).rejects.toMatchObject(NOT_SIGNABLE)
  })

  // After the call: the era's two bytes, the nonce, the tip, the mode; 72 bytes; no metadata hash.
  test.each([
    ['a tip', -75, 4],
    ['a metadata hash that was not checked', -1, 1],
    ['the mode that requires one', -74, 1],
    ['an account that may end', -79, 0],
    ['an immortal era', -78, 0],
    ['an era of 128 blocks', -78, 6],
  ])('does not sign %s', async (_, harness, byte) => {
    const changed = Uint8Array.from(payload)
    changed[changed.length + harness] = byte
    expect(changed).not.toEqual(payload)
    await expect(signVaraPayload(changed, wallet.secret)).rejects.toMatchObject(NOT_SIGNABLE)
  })

  test('random bytes after a call of Gear are rejected', () => {
    for (let round = 0; round < 5000; round += 1) {
      const bytes = u8aConcat([104, 3 + (round % 2)], randomBytes(round % 300))
      expect(decodeExtrinsicPayload(bytes)).toBeUndefined()
      expect(decodeExtrinsic(bytes)).toBeUndefined()
    }
  })

  test('a length that would exhaust memory is rejected', () => {
    const start = u8aConcat([104, 3], new Uint8Array(32))
    expect(decodeCall(u8aConcat(start, [255], new Uint8Array(66).fill(255)))).toBeUndefined()
    expect(decodeCall(u8aConcat(start, [254, 255, 255, 255]))).toBeUndefined()
    // The same number in a longer encoding would give a call two encodings.
    const call = payload.subarray(0, payload.length - 78)
    expect(decodeCall(call)).toMatchObject({ kind: 'message' })
    expect(decodeCall(u8aConcat(call.subarray(0, 34), [(5 << 2) | 1, 0], call.subarray(35)))).toBeUndefined()
  })
})

test('does not decode an extrinsic that is truncated, extended, unsigned or signed with another scheme', () => {
  const { extrinsic } = signed
  expect(decodeExtrinsic(extrinsic)).toMatchObject({ kind: 'message' })
  for (const [harness, byte] of [
    [2, 0x04],
    [2, 0x85],
    [3, 1],
    [36, 0],
    [36, 2],
  ] as const) {
    const changed = Uint8Array.from(extrinsic)
    changed[harness] = byte
    expect(decodeExtrinsic(changed)).toBeUndefined()
  }
  expect(decodeExtrinsic(extrinsic.subarray(0, -1))).toBeUndefined()
  expect(decodeExtrinsic(u8aConcat(extrinsic, [0]))).toBeUndefined()
})

test.each([0, 31, 33, 64])('%i bytes are not a secret', async (length) => {
  await expect(signVaraPayload(payload, Buffer.alloc(length, 1))).rejects.toMatchObject(NOT_SIGNABLE)
})

test('the node refuses a signature of another secret', async () => {
  const other = newWallet()
  const forged = signed.withNonce(0).assemble(await signVaraPayload(payload, other.secret))
  expect(await broadcast(harness.rpc, forged.extrinsic)).toMatchObject({ outcome: 'refused', reason: 'other' })
})

test('every signature differs, verifies, and leaves the secret to the caller', async () => {
  const before = Buffer.from(wallet.secret)
  const signatures = await Promise.all(Array.from({ length: 5 }, () => signVaraPayload(payload, wallet.secret)))
  expect(new Set(signatures.map((one) => Buffer.from(one).toString('hex'))).size).toBe(5)
  const publicKey = fromHex(readVaraAddress(wallet.address))!
  expect(signatures.every((one) => sr25519Verify(payload, one, publicKey))).toBe(true)
  expect(wallet.secret.equals(before)).toBe(true)
})

test.each([0, 63, 65])('%i bytes are not a signature', (length) => {
  expect(() => signed.withNonce(0).assemble(new Uint8Array(length).fill(1))).toThrow(
    expect.objectContaining(NOT_SIGNABLE),
  )
})

test('nor are 64 zeros', () => {
  expect(() => signed.withNonce(0).assemble(new Uint8Array(64))).toThrow(expect.objectContaining(NOT_SIGNABLE))
})

test.each([-1, 2 ** 32, 1.5, NaN])('%d is not a nonce', (nonce) => {
  expect(() => signed.withNonce(nonce)).toThrow(RangeError)
})
