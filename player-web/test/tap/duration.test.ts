import { expect, test } from 'vitest'
import { durationText } from '../../src/features/tap/duration.ts'

test.each([
  [900, '1s'],
  [14_000, '14s'],
  [59_001, '1 min'],
  [60_000, '1 min'],
  [61_000, '2 min'],
  [3_599_000, '1 hr'],
  [7_200_001, '3 hr'],
])('%i milliseconds are %s', (milliseconds, text) => {
  expect(durationText(milliseconds, 'en')).toBe(text)
})
