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

interface List {
  length: number
  /** The player at an index of the list. */
  at: (index: number) => number
}

/** The players of a list by group, in the order of the list within a group; `starts` has where each group begins, and the end. */
const distribute = async (list: List, groups: number, groupOf: (player: number) => number, inSlices: Slices) => {
  const groupAt = new Uint16Array(list.length)
  const starts = new Int32Array(groups + 1)
  await inSlices(list.length, 4096, (from, to) => {
    for (let index = from; index < to; index += 1) starts[(groupAt[index] = groupOf(list.at(index))) + 1]! += 1
  })
  for (let group = 0; group < groups; group += 1) starts[group + 1]! += starts[group]!
  const next = starts.slice()
  const players = new Int32Array(list.length)
  await inSlices(list.length, 16_384, (from, to) => {
    for (let index = from; index < to; index += 1) players[next[groupAt[index]!]!++] = list.at(index)
  })
  return { players, starts }
}

/** Players that divide those of a list into leaves of about equal size, in order. */
const pickSplitters = (list: List, leaves: number, sort: (players: Int32Array) => void): Int32Array => {
  // Fibonacci hashing spreads the sample over the list, whatever order the rows came in.
  const sample = Int32Array.from({ length: leaves * SAMPLES }, (_, index) =>
    list.at(Math.floor(((Math.imul(index, 0x9e3779b1) >>> 0) / 2 ** 32) * list.length)),
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

type Take = (player: number) => void

/**
 * Any list in steps of a few milliseconds, whatever the scores are. W. D. Frazer and A. C. McKellar, Samplesort: A Sampling Approach to
 * Minimal Storage Tree Sorting, Journal of the ACM 17 (1970).
 */
const sampleSort = async (all: Players, list: List, inSlices: Slices, take: Take): Promise<void> => {
  const sort = createLeafSort(all)
  const leaves = Math.min(MOST_LEAVES, Math.ceil(list.length / LEAF))
  if (leaves === 0) return
  const classify = createClassify(all, pickSplitters(list, leaves, sort))
  const { players, starts } = await distribute(list, leaves, classify, inSlices)
  await inSlices(leaves, 1, (leaf) => {
    const sorted = players.subarray(starts[leaf], starts[leaf + 1])
    sort(sorted)
    for (const player of sorted) take(player)
  })
}

/** Groups of an octave of scores: below 2 * OCTAVE each has scores of one value. */
const OCTAVE = 1024
const ONE = 0x3ff00000
/** Scores are below 2^53. */
const GROUPS = 53 * OCTAVE + 1

/** Groups of scores, the highest first: by exponent and ten bits of the fraction, of which a higher float64 has higher ones. */
const createGroupOf = () => {
  const view = new DataView(new ArrayBuffer(8))
  return (score: number): number => {
    if (score < 1) return GROUPS - 1
    view.setFloat64(0, score)
    return GROUPS - 2 - ((view.getUint32(0) - ONE) >>> 10)
  }
}

/** Players of a group that are sorted in one step. */
const MOST_AT_ONCE = 16_384

/** Players whose numbers are in the order of their UUIDs: each step keeps the order of equal scores. */
const groupSort = async (all: Players, total: number, inSlices: Slices, take: Take): Promise<void> => {
  const { scores } = all
  const sort = createLeafSort(all)
  const groupOf = createGroupOf()
  const list = { length: total, at: (index: number) => index }
  const { players, starts } = await distribute(list, GROUPS, (player) => groupOf(scores.get(player)), inSlices)
  for (let group = 0; group < GROUPS; group += 1) {
    const own = players.subarray(starts[group], starts[group + 1])
    if (own.length === 0) continue
    const isOneScore = scores.get(own[0]!) < 2 * OCTAVE
    if (!isOneScore && own.length > MOST_AT_ONCE) {
      await sampleSort(all, { length: own.length, at: (index) => own[index]! }, inSlices, take)
      continue
    }
    if (!isOneScore) sort(own)
    await inSlices(own.length, 4096, (from, to) => {
      for (let index = from; index < to; index += 1) take(own[index]!)
    })
  }
}

/**
 * Calls `take` with all players from 0 to `total` in order: higher scores first, then lower UUIDs. In steps of a few milliseconds; 6 bytes a
 * player meanwhile. O(n log n), and about O(n) for players whose numbers are in the order of their UUIDs.
 */
export const sortPlayers = (all: Players, total: number, inSlices: Slices, take: Take): Promise<void> =>
  all.ids.isInOrder()
    ? groupSort(all, total, inSlices, take)
    : sampleSort(all, { length: total, at: (index) => index }, inSlices, take)
