import { expect, test } from 'vitest'
import { evaluate } from './simulation/evaluate.ts'
import { thresholds } from './thresholds.ts'

const sizes = { people: 60, bots: 12, recordings: 4, copies: 3, farms: 1, accounts: 10 }
const rows = new Map(evaluate(5, sizes, thresholds).map((row) => [row.name, row.found / row.of]))

test('simulated people are not suspected', () => {
  expect(rows.get('people')).toBe(0)
})

test.each([
  'fixed',
  'jitter all day',
  'jitter with sleep',
  'random gaps',
  'random gaps, human day',
  'replay, 3 % noise',
  'replay, 10 % noise',
  'farm in turn',
])('simulated programs are suspected: %s', (name) => {
  expect(rows.get(name)).toBeGreaterThan(0.9)
})
