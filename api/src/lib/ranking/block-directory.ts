import { createPrefixCounts } from './prefix-counts.ts'
import type { Scores } from './segments.ts'

/** Blocks of player numbers in order, with the length and the first score of each, and how many players are before it. */
export interface BlockDirectory {
  /** How many blocks there are. */
  count: () => number
  block: (at: number) => Int32Array
  lengthOf: (at: number) => number
  /** The score of the block's first player. */
  firstScoreOf: (at: number) => number
  /** Inserts a block before the one at this place. O(blocks). */
  add: (at: number, block: Int32Array, length: number) => void
  /** O(blocks). */
  drop: (at: number) => void
  /** Notes that a block has more or fewer players than before, or another first one. O(log blocks). */
  resize: (at: number, change: number) => void
  /** How many players are in the blocks before this one. O(log blocks). */
  before: (at: number) => number
  /** The block of the player at a position. O(log blocks). */
  indexOf: (position: number) => number
  /** Bytes beside the blocks. */
  bytes: () => number
}

/** A directory without blocks; `scores` has the scores of the players in blocks. */
export const createBlockDirectory = (scores: Scores): BlockDirectory => {
  const blocks: Int32Array[] = []
  let lengths = new Int32Array(16)
  let firstScores = new Float64Array(16)
  const counts = createPrefixCounts()
  // A new block shifts those behind it, which the tree cannot follow: the next count makes it anew.
  let isStale = false

  const grow = () => {
    const [oldLengths, oldScores] = [lengths, firstScores]
    lengths = new Int32Array(oldLengths.length * 2)
    lengths.set(oldLengths)
    firstScores = new Float64Array(oldScores.length * 2)
    firstScores.set(oldScores)
  }

  const freshCounts = () => {
    if (isStale) counts.rebuild(lengths, blocks.length)
    isStale = false
    return counts
  }

  return {
    count: () => blocks.length,
    block: (at) => blocks[at]!,
    lengthOf: (at) => lengths[at]!,
    firstScoreOf: (at) => firstScores[at]!,
    add: (at, block, length) => {
      if (blocks.length === lengths.length) grow()
      lengths.copyWithin(at + 1, at, blocks.length)
      firstScores.copyWithin(at + 1, at, blocks.length)
      blocks.splice(at, 0, block)
      lengths[at] = length
      firstScores[at] = scores.get(block[0]!)
      isStale = true
    },
    drop: (at) => {
      lengths.copyWithin(at, at + 1, blocks.length)
      firstScores.copyWithin(at, at + 1, blocks.length)
      blocks.splice(at, 1)
      isStale = true
    },
    resize: (at, change) => {
      lengths[at]! += change
      firstScores[at] = scores.get(blocks[at]![0]!)
      if (!isStale) counts.add(at, change)
    },
    before: (at) => freshCounts().before(at),
    indexOf: (position) => freshCounts().indexOf(position),
    bytes: () => lengths.byteLength + firstScores.byteLength + counts.bytes(),
  }
}
