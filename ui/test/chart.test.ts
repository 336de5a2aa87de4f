import { expect, it } from 'vitest'
import { greatestOf, greatestSum, seriesDash, wholeTicks } from '../src/charts/model.tsx'

it.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [2, [0, 1, 2]],
  [4, [0, 1, 2, 3, 4]],
  [5, [0, 2, 4, 6]],
  [40, [0, 10, 20, 30, 40]],
  [101, [0, 50, 100, 150]],
])('the axis of at most %i has whole ticks that end at or just above it', (greatest, ticks) =>
  expect(wholeTicks(greatest)).toEqual(ticks),
)

it('lines end at the greatest count, bars at the greatest sum', () => {
  const series = ['a', 'b'].map((id) => ({ id, title: id }))
  const points = [
    { at: 1, values: { a: 3, b: 2 } },
    { at: 2, values: { a: 1, b: 0 } },
  ]
  const data = { series, points, interval: 'day' } as const
  expect([greatestOf(data), greatestSum(data)]).toEqual([3, 5])
  expect(greatestOf({ ...data, points: [] })).toBe(0)
})

it('lines that coincide differ in their dashes; the first one, which is below the others, has none', () => {
  const dashes = [0, 1, 2, 3, 4, 5].map(seriesDash)
  expect(dashes[0]).toBeUndefined()
  expect(new Set(dashes).size).toBe(dashes.length)
})
