import { expect, test } from 'vitest'
import { createLargeCache } from './large-cache.ts'

test('keeps the most recently used entries, and no more than it may', () => {
  const cache = createLargeCache<number>(3)
  for (let entry = 1; entry <= 3; entry += 1) cache.set(`${entry}`, entry)
  cache.get('1')
  cache.set('3', 33).set('4', 4)
  expect([...cache.entries()].toSorted()).toEqual([
    ['1', 1],
    ['3', 33],
    ['4', 4],
  ])
  cache.clear()
  expect(cache.set('5', 5).get('5')).toBe(5)
})
