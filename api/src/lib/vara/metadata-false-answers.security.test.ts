import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FakeAnswer } from '../json-rpc/fake-rpc.testing.ts'
import { buildErrorWith, startChain, type TestChain, type TestWallet } from './testing.ts'

let harness: TestChain
let wallet: TestWallet
let metadata: Buffer
beforeAll(async () => {
  harness = await startChain()
  wallet = await harness.wallet()
  metadata = Buffer.from(((await harness.rpc.call('state_getMetadata', [])) as string).slice(2), 'hex')
})
afterAll(() => harness.stop())

const buildWhere = (method: string, answer: FakeAnswer) => buildErrorWith(harness, wallet, { method, answer })

const withText = (from: string, to: string): FakeAnswer => {
  expect([to.length, metadata.includes(from)]).toEqual([from.length, true])
  return { result: `0x${Buffer.from(metadata.toString('latin1').replaceAll(from, to), 'latin1').toString('hex')}` }
}

test.each([
  ['a call of another name', 'send_message', 'send_massage'],
  ['an argument of another name', 'keep_alive', 'keep_alert'],
  ['another pallet', '\x10Gear', '\x10Fear'],
  ['an unknown extension that carries something', 'CheckNonce', 'CheckOnce!'],
  ['an extension in the place of another', 'CheckMortality', 'CheckTxVersion'],
  ['an extension missing', 'CheckSpecVersion', 'StakingBlackList'],
  ['no price of gas', 'GasMultiplier', 'GasMultiplied'],
  ['no limit of gas', 'BlockGasLimit', 'BlockGasLimbo'],
  ['no deposit', 'ExistentialDeposit', 'ExistentialistBit'.padEnd(18)],
])('builds nothing with %s', async (_, from, to) => {
  expect(await buildWhere('state_getMetadata', withText(from, to))).toMatchObject({
    code: 'unsupported_runtime',
    message: expect.stringMatching(/^[\x20-\x7e]{1,300}$/),
  })
})

const answerOf = (bytes: Buffer): FakeAnswer => ({ result: `0x${bytes.toString('hex')}` })
test('builds nothing when the signed extensions are in another order', async () => {
  const [one, other] = ['CheckMortality', 'CheckTxVersion']
  const parts = metadata.toString('latin1').split(one)
  const swapped = parts.map((part) => part.replaceAll(other, one)).join(other)
  expect(await buildWhere('state_getMetadata', answerOf(Buffer.from(swapped, 'latin1')))).toMatchObject({
    code: 'unsupported_runtime',
    message: expect.stringMatching(/would encode something other/),
  })
})

test('rejects an extension that had no signed content and now has some', async () => {
  // After its name come the numbers of its type and of its signed content; that of CheckSpecVersion is a u32.
  const after = (name: string) => metadata.lastIndexOf(name) + name.length
  const width = (place: number) => [1, 2, 4][metadata[place]! & 3]!
  const signedOf = (name: string) => {
    const start = after(name) + width(after(name))
    return [start, start + width(start)] as const
  }
  const [from, to] = signedOf('CheckWeight')
  const u32 = metadata.subarray(...signedOf('CheckSpecVersion'))
  const forged = Buffer.concat([metadata.subarray(0, from), u32, metadata.subarray(to)])
  expect(await buildWhere('state_getMetadata', answerOf(forged))).toMatchObject({
    code: 'unsupported_runtime',
    message: expect.stringMatching(/requires the unknown extension CheckWeight/),
  })
})

test('accepts an unknown extension without content', async () => {
  expect((await buildWhere('state_getMetadata', withText('CheckWeight', 'CheckHeight'))).code).toBe('no error')
})

test('rejects a type of another size in the call, because the encoding would differ from the request', async () => {
  // [u8; 32], the array in ids, hashes and accounts, becomes an array of 16 or of 33 bytes.
  const array = Buffer.from([3, 32, 0, 0, 0])
  const place = metadata.indexOf(array)
  expect(place).toBeGreaterThan(0)
  for (const length of [16, 33]) {
    const forged = Buffer.from(metadata)
    forged[place + 1] = length
    expect((await buildWhere('state_getMetadata', { result: `0x${forged.toString('hex')}` })).code).toBe(
      'unsupported_runtime',
    )
  }
})

test.each([null, 7, '0x', '0x00', 'metadata', `0x${'ff'.repeat(1000)}`, `0x6d6574610e${'ff'.repeat(99)}`])(
  'rejects metadata of %s',
  async (result) => expect((await buildWhere('state_getMetadata', { result })).code).toBe('malformed'),
)
test('rejects truncated metadata and metadata with trailing bytes', async () => {
  const half = `0x${metadata.subarray(0, metadata.length / 2).toString('hex')}`
  expect((await buildWhere('state_getMetadata', { result: half })).code).toMatch(/malformed|unsupported_runtime/)
  expect((await buildWhere('state_getMetadata', { result: `0x${'00'.repeat(2_000_000)}` })).code).toBe('malformed')
})
test.each([null, {}, { specVersion: '1', transactionVersion: 1 }, { specVersion: -1, transactionVersion: 1 }])(
  'rejects a version of %j',
  async (result) => expect((await buildWhere('state_getRuntimeVersion', { result })).code).toBe('malformed'),
)
