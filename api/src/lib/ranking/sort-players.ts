import type { PlayerIds } from './player-ids.ts'
import type { Scores } from './segments.ts'
import type { Slices } from './slices.ts'

interface Players {
  scores: Scores
  ids: PlayerIds
}

const RUN = 8
/** Players that are sorted at a time, on average: their UUIDs fit into a core's cache. */
const LEAF = 2048
const MOST_LEAVES = 8192
/** Players of the sample for each leaf: more make leaves more even. */
const SAMPLES = 8

/** Sorts few players in place, by merges of runs that insertion sorted. It reads each score once; UUIDs for ties only. */
const createLeafSort = ({ scores, ids }: Players) => {
  const isAhead = (a: number, aScore: number, b: number, bScore: number) =>
    aScore > bScore || (aScore === bScore && ids.isBefore(a, b))

  const insertionSort = (players: Int32Array, keys: Float64Array, from: number, to: number) => {
    for (let next = from + 1; next < to; next += 1) {
      const [player, key] = [players[next]!, keys[next]!]
      let slot = next
      for (; slot > from && isAhead(player, key, players[slot - 1]!, keys[slot - 1]!); slot -= 1) {
        players[slot] = players[slot - 1]!
        keys[slot] = keys[slot - 1]!
      }
      players[slot] = player
      keys[slot] = key
    }
  }

  interface Sorted {
    players: Int32Array
    keys: Float64Array
  }

  const merge = (source: Sorted, target: Sorted, from: number, middle: number, to: number) => {
    let [left, right] = [from, middle]
    for (let slot = from; slot < to; slot += 1) {
      const takesLeft =
        right === to ||
        (left < middle &&
          isAhead(source.players[left]!, source.keys[left]!, source.players[right]!, source.keys[right]!))
      const taken = takesLeft ? left++ : right++
      target.players[slot] = source.players[taken]!
      target.keys[slot] = source.keys[taken]!
    }
  }

  return (players: Int32Array): void => {
    const { length } = players
    let source: Sorted = { players, keys: Float64Array.from(players, scores.get) }
    let target: Sorted = { players: new Int32Array(length), keys: new Float64Array(length) }
    for (let from = 0; from < length; from += RUN)
      insertionSort(players, source.keys, from, Math.min(from + RUN, length))
    for (let width = RUN; width < length; width *= 2) {
      for (let from = 0; from < length; from += 2 * width)
        merge(source, target, from, Math.min(from + width, length), Math.min(from + 2 * width, length))
      ;[source, target] = [target, source]
    }
    if (source.players !== players) players.set(source.players)
  }
}

/** Players that divide all others into leaves of about equal size, in order. */
const pickSplitters = (total: number, leaves: number, sort: (players: Int32Array) => void): Int32Array => {
  // Fibonacci hashing spreads the sample over all numbers, whatever order the rows came in.
  const sample = Int32Array.from({ length: leaves * SAMPLES }, (_, index) =>
    Math.floor(((Math.imul(index, 0x9e3779b1) >>> 0) / 2 ** 32) * total),
  )
  sort(sample)
  return Int32Array.from({ length: leaves - 1 }, (_, index) => sample[(index + 1) * SAMPLES]!)
}

/** For each player, how many of the splitters are not behind it. */
const createClassify = ({ scores, ids }: Players, splitters: Int32Array) => {
  const keys = Float64Array.from(splitters, scores.get)
  return (player: number): number => {
    const score = scores.get(player)
    let [low, high] = [0, splitters.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      const key = keys[middle]!
      if (score > key || (score === key && ids.isBefore(player, splitters[middle]!))) high = middle
      else low = middle + 1
    }
    return low
  }
}

/**
 * Calls `take` with all players from 0 to `total` in order: higher scores first, then lower UUIDs. O(n log n), in steps of a
 * few milliseconds whatever the scores are; 6 bytes a player meanwhile. Sample sort: W. D. Frazer and A. C. McKellar,
 * Samplesort: A Sampling Approach to Minimal Storage Tree Sorting, Journal of the ACM 17 (1970).
 */
export const sortPlayers = async (
  players: Players,
  total: number,
  inSlices: Slices,
  take: (player: number) => void,
): Promise<void> => {
  const sort = createLeafSort(players)
  const leaves = Math.min(MOST_LEAVES, Math.ceil(total / LEAF))
  if (leaves === 0) return
  const classify = createClassify(players, pickSplitters(total, leaves, sort))
  const leafOf = new Uint16Array(total)
  // First the length of each leaf, then where it begins, then, once it is filled, where it ends.
  const ends = new Int32Array(leaves)
  await inSlices(total, 4096, (from, to) => {
    for (let player = from; player < to; player += 1) ends[(leafOf[player] = classify(player))]! += 1
  })
  ends.reduce((start, length, leaf) => {
    ends[leaf] = start
    return start + length
  }, 0)
  const byLeaf = new Int32Array(total)
  await inSlices(total, 16_384, (from, to) => {
    for (let player = from; player < to; player += 1) byLeaf[ends[leafOf[player]!]!++] = player
  })
  await inSlices(leaves, 1, (leaf) => {
    const sorted = byLeaf.subarray(leaf === 0 ? 0 : ends[leaf - 1], ends[leaf])
    sort(sorted)
    for (const player of sorted) take(player)
  })
}
