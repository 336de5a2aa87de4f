import { expect, test } from 'vitest'
import { createPlayerIds } from './player-ids.ts'
import { createScores } from './segments.ts'
import { createSlices } from './slices.ts'
import { sortPlayers } from './sort-players.ts'

const MOST = 2 ** 53 - 1
const idOf = (number: number) => `01890000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`

/** Numbers below 1, by a linear congruential generator. */
const generator = (seed: number) => () => (seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32

/** Of all magnitudes, those at the edges of octaves and of what a score may be among them, and many of a narrow range. */
const scoresOf = (count: number): number[] => {
  const random = generator(count)
  const edges = [0, 1, 2, 1023, 1024, 2047, 2048, 2049, 4095, 4096, 2 ** 31, 2 ** 32 + 1, 2 ** 52, MOST - 1, MOST]
  return Array.from({ length: count }, (_, index) => {
    if (index < edges.length) return edges[index]!
    if (index % 3 === 0) return Math.floor(2 ** (random() * 53))
    return index % 3 === 1 ? 1_000_000 + Math.floor(random() * 200) : Math.floor(random() * 40)
  })
}

const sorted = async (numbers: number[], scores: number[]): Promise<number[]> => {
  const all = { scores: createScores(), ids: createPlayerIds() }
  for (const [player, number] of numbers.entries()) all.scores.set(all.ids.add(idOf(number)), scores[player]!)
  const taken: number[] = []
  await sortPlayers(all, numbers.length, createSlices(), (player) => taken.push(player))
  return taken
}

const descending = (numbers: number[], scores: number[]): number[] =>
  [...numbers.keys()].toSorted((a, b) => scores[b]! - scores[a]! || numbers[a]! - numbers[b]!)

test.each([0, 1, 2, 60_000])('%i players whose numbers are in the order of their ids', async (count) => {
  const [numbers, scores] = [Array.from({ length: count }, (_, index) => index), scoresOf(count)]
  expect(await sorted(numbers, scores)).toEqual(descending(numbers, scores))
})

test.each([2, 60_000])('%i players in another order', async (count) => {
  const numbers = Array.from({ length: count }, (_, index) => (index * 7919) % count).toReversed()
  const scores = scoresOf(count)
  expect(await sorted(numbers, scores)).toEqual(descending(numbers, scores))
})
