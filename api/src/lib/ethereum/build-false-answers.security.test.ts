import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTransfer } from './build.ts'
import { type FakeAnswer, startFakeRpc } from '../json-rpc/fake-rpc.testing.ts'
import { createEvmRpc } from './rpc.ts'
import { newWallet, startChain, type TestChain } from './testing.ts'

let harness: TestChain
beforeAll(async () => {
  harness = await startChain('sepolia')
})
afterAll(() => harness.stop())

/** Code (or kind) and message of a build's error, where the endpoint gives this answer to this method. */
const buildWhere = async (fakedMethod: string, answer: FakeAnswer): Promise<{ code: string; message: string }> => {
  const { address: from } = await harness.wallet()
  const fake = await startFakeRpc(harness.url, ({ method }) => (method === fakedMethod ? answer : undefined))
  const rpc = createEvmRpc({ url: fake.url, chain: harness.chain })
  const request = { from, to: newWallet().address, amount: '1', nonce: 0 }
  const error: unknown = await buildTransfer(rpc, request).catch((error: unknown) => error)
  await fake.stop()
  const { code, kind, message } = error as { code?: string; kind?: string; message: string }
  return { code: code ?? kind ?? 'no error', message }
}

test.each([
  ['30 million', '0x1c9c380', 'fee_too_high'],
  ['2^256 - 1', `0x${'f'.repeat(64)}`, 'fee_too_high'],
  ['1', '0x1', 'malformed'],
  ['more than 256 bits', `0x${'f'.repeat(65)}`, 'malformed'],
  ['no number', 'plenty', 'malformed'],
])('a gas estimate of %s cannot raise the fee beyond the limit', async (_, result, code) => {
  expect((await buildWhere('eth_estimateGas', { result })).code).toBe(code)
})

test('a balance that is not a number', async () => {
  expect((await buildWhere('eth_getBalance', { result: null })).code).toBe('malformed')
  expect((await buildWhere('eth_getBalance', { result: '0x0' })).code).toBe('insufficient_balance')
})

const reverted = (message: string, code: number, data?: unknown) =>
  buildWhere('eth_estimateGas', { error: { code, message, data } })

/** Error(string) */
const text = (reason: string): string => {
  const bytes = Buffer.from(reason)
  const length = bytes.length.toString(16).padStart(64, '0')
  const words = bytes.toString('hex').padEnd(64 * Math.ceil(bytes.length / 32), '0')
  return `0x08c379a0${'20'.padStart(64, '0')}${length}${words}`
}
const word = (value: bigint): string => value.toString(16).padStart(64, '0')

test.each<[string, string, number, unknown, RegExp]>([
  ['geth', 'execution reverted: closed', 3, text('closed'), /saying: closed$/],
  ['Nethermind', 'VM execution error.', -32_015, `Reverted ${text('closed')}`, /saying: closed$/],
  ['a proxy', 'execution reverted', -32_000, { data: { data: text('closed') } }, /saying: closed$/],
  ['a node that omits the data', 'execution reverted', 3, undefined, /without a reason$/],
  ['a node that truncates the data', 'execution reverted', 3, '0x08c379a0ff', /cannot be decoded$/],
  ['a panic', 'execution reverted', 3, `0x4e487b71${word(0x99n)}`, /in a panic: code 153$/],
  ['a paused token', 'execution reverted', 3, '0xd93c0665', /with EnforcedPause$/],
  ['ERC-6093', 'execution reverted', 3, `0xec442f05${word(7n)}`, /with ERC20InvalidReceiver \(receiver 0x0{39}7\)$/],
])('reports the reason of a revert from %s', async (_, message, code, data, expected) => {
  expect(await reverted(message, code, data)).toMatchObject({
    code: 'reverted',
    message: expect.stringMatching(expected),
  })
})

test('a contract’s revert reason about balances is not reported as the wallet’s balance', async () => {
  const { code } = await reverted('execution reverted: insufficient balance', -32_000, text('insufficient balance'))
  expect(code).toBe('reverted')
})

test('a revert reason with control characters is cleaned and truncated', async () => {
  const { message } = await reverted('execution reverted', 3, text(`\u001b[2J\n${'x'.repeat(5000)}`))
  expect(message).toMatch(/^[\x20-\x7e]{1,300}$/)
})

test('geth reports insufficient funds, not a revert, when the amount was spent meanwhile', async () => {
  expect((await reverted('insufficient funds for transfer', -32_000)).code).toBe('insufficient_balance')
})
