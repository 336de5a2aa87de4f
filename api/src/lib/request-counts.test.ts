import { expect, test } from 'vitest'
import { createRequestCounts } from './request-counts.ts'

test('answers are counted for a minute, those with a status of 500 or more also as failed', () => {
  let now = 0
  const { count, lastMinute } = createRequestCounts(() => now)
  expect(lastMinute()).toEqual({ answered: 0, failed: 0 })
  for (const status of [200, 404, 500]) count(status)
  now = 59_999
  count(503)
  expect(lastMinute()).toEqual({ answered: 4, failed: 2 })
  now = 60_000
  expect(lastMinute()).toEqual({ answered: 1, failed: 1 })
  count(200)
  expect(lastMinute()).toEqual({ answered: 2, failed: 1 })
  now = 500_000
  expect(lastMinute()).toEqual({ answered: 0, failed: 0 })
})
