import { ApiPromise, HttpProvider, Keyring } from '@polkadot/api'
import type { SubmittableExtrinsic } from '@polkadot/api/types'
import { compactToU8a, hexToU8a, u8aToHex } from '@polkadot/util'
import { blake2AsHex, cryptoWaitReady, sr25519Verify } from '@polkadot/util-crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressOf } from '../../custody/testing.ts'
import { readVaraAddress, varaAddressOf } from './addresses.ts'
import { broadcast } from './broadcast.ts'
import { type BuiltExtrinsic, buildMessage, buildReply } from './build.ts'
import { decodeCall, decodeExtrinsic, decodeExtrinsicPayload } from './decode.ts'
import { extrinsicHash } from './hex.ts'
import { compactOf, scaleReader } from './scale.ts'
import { signVaraPayload } from './sign.ts'
import { PROGRAM, signMessage, startChain, type TestChain, VARA } from './testing.ts'

let harness: TestChain
let api: ApiPromise
beforeAll(async () => {
  await cryptoWaitReady()
  harness = await startChain()
  const signedExtensions = { StakingBlackList: { extrinsic: {}, payload: {} } }
  api = await ApiPromise.create({ provider: new HttpProvider(harness.url), signedExtensions, noInitWarn: true })
})
afterAll(async () => {
  await api.disconnect()
  await harness.stop()
})

/** The same extrinsic, built by @polkadot/api. */
const referenceOf = async (built: BuiltExtrinsic, nonce: number) => {
  const name = built.kind === 'message' ? 'sendMessage' : 'sendReply'
  const make = api.tx.gear![name] as (...args: unknown[]) => SubmittableExtrinsic<'promise'>
  const tx = make(built.target, u8aToHex(built.payload), built.gasLimit, built.value, true)
  const options = {
    nonce,
    tip: 0,
    genesisHash: api.genesisHash,
    blockHash: await api.rpc.chain.getBlockHash(built.bornAt),
    runtimeVersion: api.runtimeVersion,
    era: api.createType('ExtrinsicEra', { current: built.bornAt, period: 64 }),
  }
  const signed = api.createType(
    'ExtrinsicPayload',
    { ...options, ...versions(), method: tx.method.toHex() },
    { version: 4 },
  )
  return { tx, options, payload: signed.toU8a({ method: true }) }
}
const versions = () => {
  const { specVersion, transactionVersion } = api.runtimeVersion
  return { specVersion, transactionVersion, mode: 0, metadataHash: null }
}

const builds: [string, (from: string) => Promise<BuiltExtrinsic>][] = [
  ['short', (from) => buildMessage(harness.rpc, { from, destination: PROGRAM, payload: Buffer.of(), value: 0n })],
  [
    'usual',
    (from) => buildMessage(harness.rpc, { from, destination: PROGRAM, payload: Buffer.from('PING'), value: VARA }),
  ],
  ['long', (from) => buildMessage(harness.rpc, { from, destination: PROGRAM, payload: Buffer.alloc(5000, 7) })],
  [
    'reply',
    (from) => buildReply(harness.rpc, { from, replyToId: PROGRAM, payload: Buffer.of(1, 2), value: 5n * VARA }),
  ],
]
describe.each(builds)('a %s extrinsic equals that of @polkadot/api', (_, build) => {
  test.each([0, 63, 64, 16_384, 2 ** 30, 2 ** 32 - 1])('with the nonce %i', async (nonce) => {
    const { secret, address } = await harness.wallet()
    harness.makeBlocks()
    const built = await build(address)
    const pair = new Keyring({ type: 'sr25519', ss58Format: 137 }).addFromSeed(secret)
    expect(pair.address).toBe(address)

    const { payload, assemble } = built.withNonce(nonce)
    const reference = await referenceOf(built, nonce)
    expect(u8aToHex(payload)).toBe(u8aToHex(reference.payload))

    // Signed here, verified by @polkadot/api.
    const signature = await signVaraPayload(payload, secret)
    const signed = payload.length > 256 ? hexToU8a(blake2AsHex(payload)) : payload
    expect(pair.verify(signed, signature, pair.publicKey)).toBe(true)
    expect(sr25519Verify(signed, signature, pair.publicKey)).toBe(true)

    // Signed by @polkadot/api, assembled here: bytes and hash are the same.
    const theirs = reference.tx.sign(pair, reference.options)
    const { extrinsic, hash } = assemble(hexToU8a(theirs.signature.toHex()))
    expect(u8aToHex(extrinsic)).toBe(theirs.toHex())
    expect(hash).toBe(theirs.hash.toHex())
    expect(extrinsicHash(extrinsic)).toBe(hash)
  })
})

test('the node accepts the keyring’s signature', async () => {
  const { secret, address } = await harness.wallet()
  const pair = new Keyring({ type: 'sr25519' }).addFromSeed(secret)
  const { withNonce } = await buildMessage(harness.rpc, {
    from: address,
    destination: PROGRAM,
    payload: Buffer.from('theirs'),
  })
  const { payload, assemble } = withNonce(0)
  const { extrinsic, hash } = assemble(pair.sign(payload))
  expect(await broadcast(harness.rpc, extrinsic)).toEqual({ outcome: 'sent', hash })
  await harness.included(address, 0)
  expect(harness.messages().at(-1)).toMatchObject({ source: address, payload: '0x746865697273' })
})

test('the signed payload decodes to the request', async () => {
  const wallet = await harness.wallet()
  const signed = await signMessage(harness.rpc, wallet, { nonce: 70, value: 9n * VARA })
  const asked = {
    kind: 'message',
    target: PROGRAM,
    payload: signed.payload,
    value: 9n * VARA,
    gasLimit: signed.gasLimit,
  }
  const decoded = decodeExtrinsicPayload(signed.withNonce(70).payload)
  expect(decoded).toEqual({
    ...asked,
    payload: new Uint8Array(signed.payload),
    nonce: 70,
    phase: signed.bornAt % 64,
    bornHash: (await api.rpc.chain.getBlockHash(signed.bornAt)).toHex(),
    specVersion: 1900,
    transactionVersion: 1,
    genesisHash: harness.genesisHash,
  })
  expect(decodeExtrinsic(signed.extrinsic)).toMatchObject({
    kind: 'message',
    from: readVaraAddress(wallet.address),
    nonce: 70,
  })
})

test('decodes calls of @polkadot/api, and rejects other calls', async () => {
  const { sendMessage, sendReply } = api.tx.gear as Record<
    string,
    (...args: unknown[]) => SubmittableExtrinsic<'promise'>
  >
  const call = (tx: SubmittableExtrinsic<'promise'>) => decodeCall(tx.method.toU8a())
  const expected = { target: PROGRAM, payload: Uint8Array.of(0, 255), gasLimit: 2n ** 64n - 1n, value: 2n ** 128n - 1n }
  const args = [PROGRAM, '0x00ff', 2n ** 64n - 1n, 2n ** 128n - 1n]
  expect(call(sendMessage!(...args, true))).toEqual({ kind: 'message', ...expected })
  expect(call(sendReply!(...args, true))).toEqual({ kind: 'reply', ...expected })
  // The payment could end the account.
  expect(call(sendMessage!(...args, false))).toBeUndefined()
  expect(call(api.tx.balances!.transferKeepAlive!(PROGRAM, 1))).toBeUndefined()
  expect(call(api.tx.system!.remark!('0x680301'))).toBeUndefined()
})

describe('vectors', () => {
  // Test vectors of substrate-bip39 and schnorrkel; Alice of every development chain.
  const ALICE = Buffer.from('e5be9a5092b81bca64be81d212e7f2f9eba183bb7a90954f7b76361f6edb5c0a', 'hex')
  const ALICE_ID = '0xd43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d'

  test('Alice’s secret gives Alice’s address', () => {
    expect(readVaraAddress(addressOf('polkadot', ALICE))).toBe(ALICE_ID)
    expect(addressOf('polkadot', ALICE)).toBe('5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY')
    const address = varaAddressOf('5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY')
    expect(address).toBe(new Keyring({ ss58Format: 137 }).encodeAddress(ALICE_ID))
  })

  test('the verifier of these tests accepts a schnorrkel signature, and rejects one with a changed bit', () => {
    const publicKey = hexToU8a('0x46ebddef8cd9bb167dc30878d7113b7e168e6f0646beffd77d69d39bad76b47a')
    const signature = hexToU8a(
      '0x4e172314444b8f820bb54c22e95076f220ed25373e5c178234aa6c211d29271244b947e3ff3418ff6b45fd1df1140c8cbff69fc58ee6dc96df70936a2bb74b82',
    )
    expect(sr25519Verify('this is a message', signature, publicKey)).toBe(true)
    signature[40]! ^= 1
    expect(sr25519Verify('this is a message', signature, publicKey)).toBe(false)
  })

  test('compact numbers equal those of @polkadot/util', () => {
    for (const value of [0, 1, 63, 64, 65, 16_383, 16_384, 2 ** 20, 2 ** 28, 2 ** 30 - 1]) {
      expect([value, ...compactOf(value)]).toEqual([value, ...compactToU8a(value)])
    }
    for (const bits of [6n, 14n, 30n, 32n, 40n, 53n, 64n, 127n, 128n, 500n]) {
      for (const value of [2n ** bits - 1n, 2n ** bits, 2n ** bits + 1n]) {
        const { compact, left } = scaleReader(compactToU8a(value))
        expect([compact(), left()]).toEqual([value, 0])
      }
    }
  })
})
