import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type FakeAnswer, startFakeRpc } from '../json-rpc/fake-rpc.testing.ts'
import { createVaraRpc } from './rpc.ts'
import { statusOf } from './status.ts'
import { codeOf, sendAndInclude, type Signed, signMessage, startChain, type TestChain } from './testing.ts'

// With a node that gives false answers or lacks data, the status stays unknown and is never expired.
let harness: TestChain
let one: Signed
let block: number
beforeAll(async () => {
  harness = await startChain()
  one = await signed()
  const { status } = await sendAndInclude(harness, one)
  block = (status as { block: number }).block
  harness.makeBlocks(70)
})
afterEach(() => harness.clear())
afterAll(() => harness.stop())

const signed = async () => signMessage(harness.rpc, await harness.wallet())

type FalseAnswer = (method: string, params: unknown[]) => FakeAnswer | undefined
const where = async (fakeAnswer: FalseAnswer, one: Signed) => {
  const fake = await startFakeRpc(harness.url, ({ method, params }) => fakeAnswer(method, params))
  return codeOf(statusOf(createVaraRpc({ url: fake.url, timeoutMs: 500 }), one)).finally(fake.stop)
}

const ANSWERS = ['hang', 'lost', 'error', 'html', '429'] as const
test.each(ANSWERS)('%s', async (kind) => {
  harness.set({ kind })
  const rpc = createVaraRpc({ url: harness.url, timeoutMs: 200 })
  expect(['timed_out', 'unavailable', 'refused', 'malformed', 'rate_limited']).toContain(
    await codeOf(statusOf(rpc, one)),
  )
})

test('blocks that the node lacks', async () => {
  expect(await where((method) => (method === 'chain_getBlock' ? { result: null } : undefined), one)).toBe('unavailable')
})
test('hashes that the node lacks, too few of them, or none', async () => {
  for (const result of [Array(63).fill(null), [], null, 'none']) {
    const fakeAnswer: FalseAnswer = (method, [list]) =>
      method === 'chain_getBlockHash' && Array.isArray(list) ? { result } : undefined
    expect(await where(fakeAnswer, one)).toBe('malformed')
  }
})
test('another block in place of the expected one, under its hash or its own', async () => {
  const hash = await harness.rpc.call('chain_getBlockHash', [block])
  const other = await harness.rpc.call('chain_getBlockHash', [block + 1])
  const result = await harness.rpc.call('chain_getBlock', [other])
  expect(
    await where((method, [of]) => (method === 'chain_getBlock' && of === hash ? { result } : undefined), one),
  ).toBe('malformed')
  const numbered: FalseAnswer = (method, [list]) =>
    method === 'chain_getBlockHash' && Array.isArray(list) ? { result: list.map(() => other) } : undefined
  expect(await where(numbered, one)).toBe('malformed')
})
test('extrinsics that are not hex', async () => {
  const hash = await harness.rpc.call('chain_getBlockHash', [block])
  const real = (await harness.rpc.call('chain_getBlock', [hash])) as { block: object }
  const answer = { result: { ...real, block: { ...real.block, extrinsics: ['0xzz'] } } }
  expect(await where((method, [of]) => (method === 'chain_getBlock' && of === hash ? answer : undefined), one)).toBe(
    'malformed',
  )
})
test.each([
  ['events that the node lacks', null, 'unavailable'],
  ['no events', '0x00', 'malformed'],
  ['truncated events', '0x08', 'malformed'],
  ['malformed events', `0x${'ff'.repeat(50)}`, 'malformed'],
  ['no hex', 'events', 'malformed'],
])('%s', async (_, result, code) => {
  const fakeAnswer: FalseAnswer = (method, [key]) =>
    method === 'state_getStorage' && String(key).endsWith('80d41e5e16056765bc8461851072c9d7') ? { result } : undefined
  expect(await where(fakeAnswer, one)).toBe(code)
})
test('events with an additional or a missing byte', async () => {
  const key = '0x26aa394eea5630e07c48ae0c9558cef780d41e5e16056765bc8461851072c9d7'
  const events = (await harness.rpc.call('state_getStorage', [
    key,
    await harness.rpc.call('chain_getBlockHash', [block]),
  ])) as string
  for (const result of [`${events}00`, events.slice(0, -2)]) {
    expect(
      await where((method, [of]) => (method === 'state_getStorage' && of === key ? { result } : undefined), one),
    ).toBe('malformed')
  }
})
test('a head that does not match its header: a later block cannot make the extrinsic expire', async () => {
  const fresh = await signed()
  const head = await harness.rpc.call('chain_getFinalizedHead', [])
  const header = (await harness.rpc.call('chain_getHeader', [head])) as object
  const result = { ...header, number: '0xffffff' }
  expect(await where((method) => (method === 'chain_getHeader' ? { result } : undefined), fresh)).toBe('malformed')
})
