import { expect, test } from 'vitest'
import { partOf } from '../../src/features/tap/progress.ts'

test.each([
  ['at its beginning', { from: 5000, to: 25_000 }, 5000, 0],
  ['half of the way', { from: 5000, to: 25_000 }, 15_000, 0.5],
  ['beyond the next, which the profile does not know yet', { from: 0, to: 5000 }, 5200, 1],
  ['below it, after a change of the rules', { from: 5000, to: 25_000 }, 4000, 0],
  ['of the last one', { from: 100_000, to: null }, 100_000, 1],
])('the progress of a level, %s', (_, span, earned, part) => {
  expect(partOf(span, earned)).toBe(part)
})
