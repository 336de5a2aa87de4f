import { expect, test } from 'vitest'
import { addressPageOf, nativeAmountOf, nativeUnitsOf, networks, transactionPageOf } from '../src/index.ts'

test.each(networks)(
  '%s: has explorer pages on https, and what is filled in stays one segment of the path',
  (network) => {
    for (const page of [transactionPageOf, addressPageOf]) {
      const url = new URL(page(network, '0xabc'))
      expect(url.protocol).toBe('https:')
      expect(url.pathname).toMatch(/^\/[a-z]+\/0xabc$/)
      expect(new URL(page(network, '../$&?#<')).pathname.split('/')).toHaveLength(3)
    }
  },
)

test.each([
  ['solana', '1500000000', '1.5'],
  ['solana', '1', '0.000000001'],
  ['mainnet', '0', '0'],
  ['base', '123456789012345678901', '123.456789012345678901'],
  ['vara', '5000000000000', '5'],
] as const)('%s: %s smallest units are %s, and the other way round', (network, units, amount) => {
  expect(nativeAmountOf(network, units)).toBe(amount)
  expect(nativeUnitsOf(network, amount)).toBe(units)
})

test.each(['', ' ', '-1', '1e9', '1,5', '.5', '1.', '0x1', '1.0000000001', '٣'])('%j is no amount of SOL', (amount) =>
  expect(nativeUnitsOf('solana', amount)).toBeUndefined(),
)

test('an amount is read with blanks around it, and with fewer digits than the network counts', () => {
  expect(nativeUnitsOf('solana', ' 0.50 ')).toBe('500000000')
})
