import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FakeAnswer } from '../json-rpc/fake-rpc.testing.ts'
import { buildErrorWith, PROGRAM, startChain, type TestChain, type TestWallet } from './testing.ts'

let harness: TestChain
let wallet: TestWallet
beforeAll(async () => {
  harness = await startChain()
  wallet = await harness.wallet()
})
afterAll(() => harness.stop())

const buildWhere = (method: string, answer: FakeAnswer, reply = false) =>
  buildErrorWith(harness, wallet, { method, answer, reply })

const GAS = 'gear_calculateHandleGas'

describe('gas', () => {
  test.each<[string, unknown, string]>([
    ["more than a block's", 750_000_000_001, 'gas_too_high'],
    ['2^53 - 1', 2 ** 53 - 1, 'gas_too_high'],
    ['10^30', 1e30, 'malformed'],
    ['less than nothing', -1, 'malformed'],
    ['a fraction', 0.5, 'malformed'],
    ['a text', '1000', 'malformed'],
    ['none', undefined, 'malformed'],
  ])('%s', async (_, min_limit, code) => {
    expect((await buildWhere(GAS, { result: { min_limit } })).code).toBe(code)
  })

  test('a value near the block’s limit is not raised above it, and must be affordable', async () => {
    const { code, message } = await buildWhere(GAS, { result: { min_limit: 750_000_000_000 } })
    // Gas for 75 VARA of the 1000 in the wallet.
    expect([code, message]).toEqual(['no error', undefined])
  })

  test('a response that is not a number', async () => {
    for (const result of [null, 7, 'plenty', []]) {
      expect((await buildWhere(GAS, { result })).code).toBe('malformed')
    }
  })

  const trap = `"Program terminated with a trap: 'Panic occurred: NotAdmin'"`
  const failed = (data: unknown): FakeAnswer => ({ error: { code: 8000, message: 'Runtime error', data } })

  test('a program’s failure is reported with its own text, for messages and replies', async () => {
    expect(await buildWhere(GAS, failed(trap))).toEqual({
      code: 'would_fail',
      message: `The program refuses this message; the node says: Program terminated with a trap: 'Panic occurred: NotAdmin'`,
    })
    const { code, message } = await buildWhere('gear_calculateReplyGas', failed(trap), true)
    expect([code, message]).toEqual(['would_fail', expect.stringMatching(/refuses this reply.*NotAdmin'$/)])
  })

  test('truncates and cleans text with control characters', async () => {
    const { message } = await buildWhere(GAS, failed(`\u001b[2J\n<script>${'x'.repeat(5000)}`))
    expect(message).toMatch(/^[\x20-\x7e]{1,260}$/)
  })

  test('a node without Gear’s methods is not reported as a failing program', async () => {
    const answer = { error: { code: -32_601, message: 'Method not found' } }
    expect((await buildWhere(GAS, answer)).code).toBe('refused')
  })
})

describe('fees, nonces and heads', () => {
  const fee = (planck: bigint): FakeAnswer => {
    const bytes = Buffer.alloc(19)
    bytes.writeBigUInt64LE(planck & (2n ** 64n - 1n), 3)
    bytes.writeBigUInt64LE(planck >> 64n, 11)
    return { result: `0x${bytes.toString('hex')}` }
  }
  test('an unaffordable fee', async () => {
    expect((await buildWhere('state_call', fee(10n ** 9n))).code).toBe('no error')
    expect((await buildWhere('state_call', fee(2n ** 128n - 1n))).code).toBe('insufficient_balance')
  })
  test.each([null, 7, '0x', '0x00', `0x${'00'.repeat(18)}`, `0x${'00'.repeat(20)}`, `0x000003${'00'.repeat(16)}`])(
    'rejects a fee of %s',
    async (result) => expect((await buildWhere('state_call', { result })).code).toBe('malformed'),
  )
  test.each([null, -1, 2 ** 32, 1.5, '0', {}])('rejects a nonce of %s', async (result) => {
    expect((await buildWhere('system_accountNextIndex', { result })).code).toBe('malformed')
  })
  test.each([null, 'head', 7, `0x${'12'.repeat(32)}`])('rejects a finalized head of %s', async (result) => {
    expect((await buildWhere('chain_getFinalizedHead', { result })).code).toBe('malformed')
  })

  test('rejects a header with another number, parent or digest, because its hash differs', async () => {
    const head = await harness.rpc.call('chain_getFinalizedHead', [])
    const header = (await harness.rpc.call('chain_getHeader', [head])) as Record<string, unknown>
    const where = (changed: object) => buildWhere('chain_getHeader', { result: { ...header, ...changed } })
    expect((await where({})).code).toBe('no error')
    const next = `0x${(Number(header.number) + 64).toString(16)}`
    const fakeAnswers = [{ number: next }, { number: '0x0' }, { parentHash: PROGRAM }, { digest: { logs: ['0x00'] } }]
    const shapes = [{ number: 7 }, { number: `0x${'f'.repeat(12)}` }, { stateRoot: null }, { digest: {} }]
    for (const fakeAnswer of [...fakeAnswers, ...shapes]) expect((await where(fakeAnswer)).code).toBe('malformed')
    expect((await buildWhere('chain_getHeader', { result: null })).code).toBe('malformed')
  })
})
