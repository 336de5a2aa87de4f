import type { PlayerIds } from './player-ids.ts'
import { createPrefixCounts } from './prefix-counts.ts'
import type { Scores } from './segments.ts'

/** Player numbers in order: higher scores first, and among equal scores the lower UUID. Positions count from 0. */
export interface OrderedPlayers {
  /** Puts a player behind all others, where it belongs. Amortized O(1). */
  append: (player: number) => void
  /** Inserts a player whose score is set. O(log n + B). */
  insert: (player: number) => void
  /** Removes a player whose score is still the one it was inserted with. O(log n + B). */
  remove: (player: number) => void
  /** Sets a player's score and moves it. O(log n + B), O(log n) if its neighbours stay the same. */
  move: (player: number, score: number) => void
  /** How many players have a higher score. O(log n). */
  countAbove: (score: number) => number
  /** The player's position. O(log n). */
  positionOf: (player: number) => number
  /** The players from a position on, at most `count`. O(log n + count). */
  slice: (position: number, count: number) => number[]
  bytes: () => number
}

/** B: players in a block at most. */
const BLOCK = 1024
/** Neighbours that have no more together are joined, so blocks are 3/8 full on average or more. */
const JOINED = (BLOCK * 3) / 4

/**
 * Blocks of sorted player numbers, a directory of their first scores, and a Fenwick tree over their lengths: a B+ tree of two
 * levels, as Grant Jenks's sortedcontainers has it for Python (https://grantjenks.com/docs/sortedcontainers/implementation.html).
 * 4 bytes a player in full blocks, at most 10.7 on average beside scores.
 */
export const createOrderedPlayers = (scores: Scores, ids: PlayerIds): OrderedPlayers => {
  const blocks: Int32Array[] = []
  let lengths = new Int32Array(16)
  let firstScores = new Float64Array(16)
  const counts = createPrefixCounts()
  // A new block shifts those behind it, which the tree cannot follow: the next count makes it anew.
  let isStale = false

  /** Whether `other`, whose score is `otherScore`, comes before a player with this score. */
  const isAhead = (other: number, otherScore: number, player: number, score: number) =>
    otherScore > score || (otherScore === score && ids.isBefore(other, player))

  /** The last block whose first player is not behind this one; the first if all are. */
  const blockOf = (player: number, score: number): number => {
    let [low, high] = [1, blocks.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (isAhead(player, score, blocks[middle]![0]!, firstScores[middle]!)) high = middle
      else low = middle + 1
    }
    return low - 1
  }

  /** How many players of the block are ahead of this one. */
  const slotOf = (at: number, player: number, score: number): number => {
    const block = blocks[at]!
    let [low, high] = [0, lengths[at]!]
    while (low < high) {
      const middle = (low + high) >>> 1
      const other = block[middle]!
      if (isAhead(other, scores.get(other), player, score)) low = middle + 1
      else high = middle
    }
    return low
  }

  const addBlock = (at: number, block: Int32Array, length: number) => {
    if (blocks.length === lengths.length) {
      const [oldLengths, oldScores] = [lengths, firstScores]
      lengths = new Int32Array(oldLengths.length * 2)
      lengths.set(oldLengths)
      firstScores = new Float64Array(oldScores.length * 2)
      firstScores.set(oldScores)
    }
    lengths.copyWithin(at + 1, at, blocks.length)
    firstScores.copyWithin(at + 1, at, blocks.length)
    blocks.splice(at, 0, block)
    lengths[at] = length
    firstScores[at] = scores.get(block[0]!)
    isStale = true
  }

  const dropBlock = (at: number) => {
    lengths.copyWithin(at, at + 1, blocks.length)
    firstScores.copyWithin(at, at + 1, blocks.length)
    blocks.splice(at, 1)
    isStale = true
  }

  /** A block with one player, behind all others. */
  const openLast = (player: number) => addBlock(blocks.length, new Int32Array(BLOCK).fill(player, 0, 1), 1)

  const split = (at: number) => {
    const upper = new Int32Array(BLOCK)
    upper.set(blocks[at]!.subarray(BLOCK / 2))
    lengths[at] = BLOCK / 2
    addBlock(at + 1, upper, BLOCK / 2)
  }

  /** Joins a block with the next, if there is one and both fit. */
  const joinNext = (at: number) => {
    if (at < 0 || at + 1 >= blocks.length) return
    const joined = lengths[at]! + lengths[at + 1]!
    if (joined > JOINED) return
    blocks[at]!.set(blocks[at + 1]!.subarray(0, lengths[at + 1]), lengths[at])
    lengths[at] = joined
    dropBlock(at + 1)
  }

  const changeLength = (at: number, change: number) => {
    lengths[at]! += change
    firstScores[at] = scores.get(blocks[at]![0]!)
    if (!isStale) counts.add(at, change)
  }

  const insert = (player: number) => {
    const score = scores.get(player)
    if (blocks.length === 0) return openLast(player)
    let at = blockOf(player, score)
    let slot = slotOf(at, player, score)
    if (lengths[at] === BLOCK) {
      // New players come last, with no score and the newest UUID: halves would stay half full.
      if (slot === BLOCK && at === blocks.length - 1) return openLast(player)
      split(at)
      at = blockOf(player, score)
      slot = slotOf(at, player, score)
    }
    blocks[at]!.copyWithin(slot + 1, slot, lengths[at])
    blocks[at]![slot] = player
    changeLength(at, 1)
  }

  const removeAt = (at: number, slot: number) => {
    if (lengths[at] === 1) return dropBlock(at)
    blocks[at]!.copyWithin(slot, slot + 1, lengths[at])
    changeLength(at, -1)
    joinNext(at)
    joinNext(at - 1)
  }

  /** Whether the place between its neighbours in the block fits the new score too. At a block's ends: no. */
  const staysAt = (at: number, slot: number, player: number, score: number) => {
    if (slot === 0 || slot === lengths[at]! - 1) return false
    const [above, below] = [blocks[at]![slot - 1]!, blocks[at]![slot + 1]!]
    return isAhead(above, scores.get(above), player, score) && isAhead(player, score, below, scores.get(below))
  }

  const freshCounts = () => {
    if (isStale) counts.rebuild(lengths, blocks.length)
    isStale = false
    return counts
  }

  const countAbove = (score: number): number => {
    let [low, high] = [0, blocks.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (firstScores[middle]! > score) low = middle + 1
      else high = middle
    }
    if (low === 0) return 0
    const at = low - 1
    const block = blocks[at]!
    ;[low, high] = [0, lengths[at]!]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (scores.get(block[middle]!) > score) low = middle + 1
      else high = middle
    }
    return freshCounts().before(at) + low
  }

  const slice = (position: number, count: number): number[] => {
    if (blocks.length === 0) return []
    const players: number[] = []
    let at = freshCounts().indexOf(position)
    let slot = position - counts.before(at)
    for (; at < blocks.length && players.length < count; at += 1, slot = 0) {
      const end = Math.min(lengths[at]!, slot + count - players.length)
      for (; slot < end; slot += 1) players.push(blocks[at]![slot]!)
    }
    return players
  }

  return {
    append: (player) => {
      const last = blocks.length - 1
      if (last < 0 || lengths[last]! >= JOINED) return openLast(player)
      blocks[last]![lengths[last]!] = player
      changeLength(last, 1)
    },
    insert,
    remove: (player) => {
      const at = blockOf(player, scores.get(player))
      removeAt(at, slotOf(at, player, scores.get(player)))
    },
    move: (player, score) => {
      const at = blockOf(player, scores.get(player))
      const slot = slotOf(at, player, scores.get(player))
      if (staysAt(at, slot, player, score)) return scores.set(player, score)
      removeAt(at, slot)
      scores.set(player, score)
      insert(player)
    },
    countAbove,
    positionOf: (player) => {
      const at = blockOf(player, scores.get(player))
      return freshCounts().before(at) + slotOf(at, player, scores.get(player))
    },
    slice,
    bytes: () => blocks.length * BLOCK * 4 + lengths.byteLength + firstScores.byteLength + counts.bytes(),
  }
}
