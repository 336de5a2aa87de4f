import { expect, test } from 'vitest'
import { readOptions } from './options.ts'

test('the defaults are ten minutes and three users', () => {
  expect(readOptions([])).toEqual({ minutes: 10, users: 3, failuresOnly: false })
  expect(readOptions(['--minutes', '2.5', '--users=5'])).toMatchObject({ minutes: 2.5, users: 5 })
  expect(readOptions(['--failures-only']).failuresOnly).toBe(true)
})

test.each([
  [['--minutes', '0'], /--minutes must be a number from 0.5 to 1440, not "0"/],
  [['--minutes', 'x'], /--minutes must be a number/],
  [['--minutes', '1e9'], /--minutes must be a number/],
  [['--minutes', ''], /--minutes must be a number/],
  [['--minutes=-1'], /--minutes must be a number/],
  [['--users', '51'], /--users must be a number from 1 to 50/],
  [['--users', '1.5'], /--users must be a whole number/],
  [['--minutes'], /argument missing/],
  [['--hours', '1'], /Unknown option/],
  [['10'], /Unexpected argument/],
])('%j is refused with a reason', (args, words) => {
  expect(() => readOptions(args)).toThrow(words)
})
