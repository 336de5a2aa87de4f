import { expect, test } from 'vitest'
import { areDecimals, decimalAmount, sendAmountOf } from '../src/index.ts'

const token = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const send = { network: 'solana', token, amount: '2500000', decimals: 6, tokenSymbol: 'USDC' } as const

test.each([
  ['1', 0, '1'],
  ['1', 2, '0.01'],
  ['0', 18, '0'],
  ['100', 2, '1'],
  ['123456789012345678901234567890', 18, '123456789012.34567890123456789'],
  ['-5', 1, '-0.5'],
  ['-1500', 3, '-1.5'],
])('%s smallest units with %i decimals are %s', (units, decimals, amount) => {
  expect(decimalAmount(units, decimals)).toBe(amount)
})

test('decimals that are none, or more than can be read, are not used', () => {
  expect([0, 18, 30].every(areDecimals)).toBe(true)
  expect([31, 255, -1, 1.5, Number.NaN, null, undefined].some(areDecimals)).toBe(false)
})

test.each([
  [{}, { amount: '2.5', isRaw: false, symbol: 'USDC' }],
  [{ tokenSymbol: null }, { amount: '2.5', isRaw: false, symbol: null }],
  [{ decimals: null }, { amount: '2500000', isRaw: true, symbol: 'USDC' }],
  [{ decimals: 255 }, { amount: '2500000', isRaw: true, symbol: 'USDC' }],
  [
    { token: null, tokenSymbol: null, decimals: null },
    { amount: '0.0025', isRaw: false, symbol: 'SOL' },
  ],
  [
    { network: 'vara', token: null, tokenSymbol: null, decimals: 12 },
    { amount: '0.0000025', isRaw: false, symbol: 'VARA' },
  ],
  [{ amount: null, decimals: null }, undefined],
] as const)('a send with %o has the amount %o', (more, shown) => {
  expect(sendAmountOf({ ...send, ...more })).toEqual(shown)
})

test.each(['\u202Ecba', 'US\u200BDC', '\u001b[2J', 'a\nb', '', 'x'.repeat(17)])(
  'the symbol %j, which no server would store, is none',
  (tokenSymbol) => {
    expect(sendAmountOf({ ...send, tokenSymbol })?.symbol).toBeNull()
  },
)
