import { randomBytes } from 'node:crypto'
import { base58 } from '@scure/base'
import { expect, test } from 'vitest'
import { encodeBase58 } from './base58.ts'

test('encodes every length like @scure/base, with and without leading zeros', () => {
  for (let round = 0; round < 10_000; round++) {
    const bytes = randomBytes(round % 100)
    if (round % 3 === 0) bytes.fill(0, 0, Math.min(bytes.length, round % 7))
    if (round % 5 === 0) bytes.fill(255)
    expect(encodeBase58(bytes)).toBe(base58.encode(bytes))
  }
})
