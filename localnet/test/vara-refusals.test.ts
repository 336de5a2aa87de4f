import type { ApiPromise } from '@polkadot/api'
import type { KeyringPair } from '@polkadot/keyring/types'
import type { SignatureOptions } from '@polkadot/types/types'
import { compactAddLength, compactStripLength, hexToU8a, u8aConcat, u8aToHex } from '@polkadot/util'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { VaraNode } from '../src/vara/index.ts'
import { VARA } from '../src/vara/parameters.ts'
import { refusal, send, startWorld, type World } from './vara-client.ts'

const BAD_SIGNATURE = '1010: Invalid Transaction: Transaction has a bad signature'
const STALE = '1010: Invalid Transaction: Transaction is outdated'
const UNPAYABLE = '1010: Invalid Transaction: Inability to pay some fees (e.g. account balance too low)'
const OTHER_GENESIS = `0x${'11'.repeat(32)}`

/** Where an extrinsic's parts begin, after its length: version, address kind, id, signature kind, signature. */
const SIGNER = 2
const SIGNATURE = SIGNER + 33

let world: World
let node: VaraNode
let api: ApiPromise
let from: KeyringPair
let to: KeyringPair
beforeAll(async () => {
  world = await startWorld()
  ;({ node, api } = world)
  from = await world.account(1_000n)
  to = await world.account(1n)
})
// Nothing stays pending.
afterEach(() => {
  node.releaseBlocks()
  node.makeBlocks()
})
afterAll(() => world.stop())

const transfer = (value = VARA) => api.tx.balances.transferKeepAlive(to.address, value)
const nonce = () => node.nonceOf(from.address)
/** A transfer that nothing is wrong with but what the options say. */
const signed = (options: Partial<SignatureOptions> = {}, pair = from): string => {
  const { genesisHash, runtimeVersion } = api
  const usual = { nonce: node.nonceOf(pair.address), genesisHash, blockHash: genesisHash, runtimeVersion }
  return api.registry
    .createType('Extrinsic', transfer().method)
    .sign(pair, { ...usual, ...options })
    .toHex()
}

const versions = (changed: { specVersion?: number; transactionVersion?: number }) =>
  api.registry.createType('RuntimeVersion', { ...api.runtimeVersion.toJSON(), ...changed })

/** The extrinsic with its content changed, and its length after it. */
const changed = (hex: string, change: (content: Uint8Array) => Uint8Array): string =>
  u8aToHex(compactAddLength(change(compactStripLength(hexToU8a(hex))[1])))

const flip = (hex: string, at: number): string =>
  changed(hex, (content) => {
    const copy = new Uint8Array(content)
    const index = at < 0 ? copy.length + at : at
    // Not the lowest bits, which tell how long a compact number is.
    copy[index] = copy[index]! ^ 4
    return copy
  })

describe('signatures', () => {
  test('what is tampered with is refused, and nothing moves', async () => {
    const before = [node.balanceOf(from.address), node.balanceOf(to.address), nonce()]
    const hex = signed()
    expect(await refusal(node, flip(hex, SIGNATURE + 5))).toBe(BAD_SIGNATURE)
    // The amount, the recipient and the nonce.
    expect(await refusal(node, flip(hex, -2))).toBe(BAD_SIGNATURE)
    expect(await refusal(node, flip(hex, -10))).toBe(BAD_SIGNATURE)
    const next = signed({ nonce: nonce() + 1 })
    expect(await refusal(node, flip(next, SIGNATURE + 65))).toBe(BAD_SIGNATURE)
    node.makeBlocks()
    expect([node.balanceOf(from.address), node.balanceOf(to.address), nonce()]).toEqual(before)
  })

  test("another's signature under the sender's address is refused", async () => {
    const other = await world.account(10n)
    const hex = changed(signed({ nonce: nonce() }, other), (content) =>
      u8aConcat(content.subarray(0, SIGNER), from.publicKey, content.subarray(SIGNER + 32)),
    )
    expect(await refusal(node, hex)).toBe(BAD_SIGNATURE)
  })

  test('none at all, or one of zeros, is refused', async () => {
    expect(await refusal(node, transfer().toHex())).toBe(
      '1011: Unknown Transaction Validity: Could not find an unsigned validator for the unsigned transaction',
    )
    const zeros = changed(signed(), (content) =>
      u8aConcat(content.subarray(0, SIGNATURE), new Uint8Array(64), content.subarray(SIGNATURE + 64)),
    )
    expect(await refusal(node, zeros)).toBe(BAD_SIGNATURE)
  })

  test.each([
    ['genesis', () => ({ genesisHash: OTHER_GENESIS })],
    ['specification', () => ({ runtimeVersion: versions({ specVersion: 1 }) })],
    ['transaction version', () => ({ runtimeVersion: versions({ transactionVersion: 2 }) })],
    ['metadata hash', () => ({ mode: 1, metadataHash: OTHER_GENESIS })],
  ] as [string, () => Partial<SignatureOptions>][])('one for another %s is refused', async (_, options) => {
    node.holdBlocks()
    expect(await refusal(node, signed(options()))).toBe(BAD_SIGNATURE)
  })
})

describe('mortality', () => {
  const mortal = (block: { number: number; hash: string }, period = 4) =>
    signed({ era: api.registry.createType('ExtrinsicEra', { current: block.number, period }), blockHash: block.hash })
  const head = async () => {
    const header = await api.rpc.chain.getHeader()
    return { number: header.number.toNumber(), hash: header.hash.toHex() }
  }

  test('an era is over after its period, and signed over a block that is on the chain', async () => {
    const block = await head()
    const hex = mortal(block)
    expect(await refusal(node, mortal({ ...block, hash: OTHER_GENESIS }))).toBe(BAD_SIGNATURE)
    node.makeBlocks(4)
    expect(await refusal(node, hex)).toBe(BAD_SIGNATURE)
    expect(await refusal(node, mortal(await head()))).toBe('accepted')
  })

  test('a birth that is forgotten is too long ago', async () => {
    const block = await head()
    const hex = mortal(block, 4_096)
    node.makeBlocks(2_500)
    expect(await refusal(node, hex)).toBe('1010: Invalid Transaction: Transaction has an ancient birth block')
    // What never ends is signed over genesis, which is not forgotten.
    expect(await refusal(node, signed())).toBe('accepted')
  })

  test('what is pending as its era ends is dropped', async () => {
    node.holdBlocks()
    const hex = mortal(await head())
    expect(await refusal(node, hex)).toBe('accepted')
    node.makeBlocks(4)
    const before = nonce()
    node.releaseBlocks()
    node.makeBlocks()
    expect([nonce(), (await api.rpc.author.pendingExtrinsics()).length]).toEqual([before, 0])
  })
})

describe('nonces', () => {
  test('one that was used is outdated', async () => {
    await send(transfer(), from)
    expect(await refusal(node, signed({ nonce: nonce() - 1, tip: 7n }))).toBe(STALE)
  })

  test('one to come waits for those before it', async () => {
    const before = { nonce: nonce(), balance: node.balanceOf(to.address) }
    const [first, second] = [signed(), signed({ nonce: before.nonce + 1 })]
    expect(await refusal(node, second)).toBe('accepted')
    expect((await api.rpc.author.pendingExtrinsics()).length).toBe(0)
    expect((await api.rpc.system.accountNextIndex(from.address)).toNumber()).toBe(before.nonce)
    node.makeBlocks()
    expect(nonce()).toBe(before.nonce)
    expect(await refusal(node, first)).toBe('accepted')
    expect((await api.rpc.system.accountNextIndex(from.address)).toNumber()).toBe(before.nonce + 2)
    await vi.waitUntil(() => nonce() === before.nonce + 2, 30_000)
    expect(node.balanceOf(to.address)).toBe(before.balance + 2n * VARA)
  })

  test('the same bytes are refused while they are pending and after, and count once', async () => {
    node.holdBlocks()
    const [before, hex] = [nonce(), signed()]
    const { hash } = api.registry.createType('Extrinsic', hex)
    expect(await refusal(node, hex)).toBe('accepted')
    expect(await refusal(node, hex)).toBe(`1013: Transaction Already Imported: ${hash.toHex()}`)
    expect(nonce()).toBe(before)
    node.releaseBlocks()
    await vi.waitUntil(() => nonce() === before + 1, 30_000)
    expect(await refusal(node, hex)).toMatch(/^1012: Transaction is temporarily banned/)
  })

  test('another one with a pending nonce must tip more, and then takes its place', async () => {
    node.holdBlocks()
    const statuses: string[] = []
    await transfer().signAndSend(from, { nonce: nonce(), era: 0 }, ({ status }) => void statuses.push(status.type))
    expect(await refusal(node, signed({ genesisHash: OTHER_GENESIS }))).toBe(BAD_SIGNATURE)
    const rival = await api.tx.system.remark('0x01').signAsync(from, { nonce: nonce(), era: 0 })
    expect(await refusal(node, rival.toHex())).toMatch(/^1014: Priority is too low: \(0 vs 0\)/)
    expect(await refusal(node, signed({ tip: 1n }))).toBe('accepted')
    await vi.waitUntil(() => statuses.length === 2, 30_000)
    expect(statuses).toEqual(['Ready', 'Usurped'])
    expect((await api.rpc.author.pendingExtrinsics()).length).toBe(1)
  })
})

describe('fees', () => {
  test('who cannot pay is refused, by the tip too', async () => {
    const poor = await world.account(1n)
    const nobody = await world.account()
    expect(await refusal(node, signed({}, poor))).toBe(UNPAYABLE)
    expect(await refusal(node, signed({}, nobody))).toBe(UNPAYABLE)
    expect(await refusal(node, signed({ tip: 1_000_000n * VARA }))).toBe(UNPAYABLE)
    expect(node.balanceOf(poor.address)).toBe(VARA)
  })

  test('what becomes unpayable while it is pending is dropped', async () => {
    const account = await world.account(3n)
    node.holdBlocks()
    const drain = api.tx.balances.transferKeepAlive(to.address, 2n * VARA - 5_000_000_000n)
    await drain.signAndSend(account, { nonce: 0, era: 0 })
    const statuses: string[] = []
    await transfer().signAndSend(account, { nonce: 1, era: 0 }, ({ status }) => void statuses.push(status.type))
    node.releaseBlocks()
    await vi.waitUntil(() => statuses.includes('Invalid'), 30_000)
    expect(node.nonceOf(account.address)).toBe(1)
  })
})

describe('what is no extrinsic', () => {
  test('it is refused for the encoding', async () => {
    const hex = signed()
    const undecodable = /^1002: Verification Error: Runtime error: Execution failed/
    const unknownPallet = changed(
      transfer().toHex(),
      ([version, , ...rest]) => new Uint8Array([version!, 250, ...rest]),
    )
    expect(await refusal(node, unknownPallet)).toMatch(undecodable)
    expect(
      await refusal(
        node,
        changed(hex, (content) => u8aConcat(content, [0])),
      ),
    ).toMatch(undecodable)
    expect(
      await refusal(
        node,
        changed(hex, (content) => content.subarray(0, -1)),
      ),
    ).toMatch(undecodable)
    expect(await refusal(node, `${hex}00`)).toMatch(undecodable)
    expect(
      await refusal(
        node,
        changed(hex, (content) => u8aConcat([0x85], content.subarray(1))),
      ),
    ).toMatch(undecodable)
    expect(await refusal(node, '0x')).toMatch(undecodable)
    expect(await refusal(node, 'transfer')).toBe('-32602: Invalid params: The extrinsic must be hex')
  })
})
