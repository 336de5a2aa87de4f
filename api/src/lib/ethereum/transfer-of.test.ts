import { expect, test } from 'vitest'
import { newWallet } from './testing.ts'
import { transferOf } from './transfer-of.ts'

test('returns undefined for transactions that are not transfers', () => {
  const { address } = newWallet()
  const base = { chainId: 1, nonce: 0, to: address, value: 0n, gasLimit: 21_000n, fees: { gasPrice: 1n } }
  const approve = `0x095ea7b3${'0'.repeat(128)}`
  expect(transferOf({ ...base, data: approve })).toBeUndefined()
  const transfer = `0xa9059cbb${'0'.repeat(127)}1`
  expect(transferOf({ ...base, data: transfer })?.amount).toBe(1n)
  expect(transferOf({ ...base, data: `${transfer}00` })).toBeUndefined()
  expect(transferOf({ ...base, data: transfer, value: 1n })).toBeUndefined()
  expect(transferOf({ ...base, data: `0xa9059cbb${'f'.repeat(128)}` })).toBeUndefined()
})
