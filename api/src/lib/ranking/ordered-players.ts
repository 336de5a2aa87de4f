import { createBlockDirectory } from './block-directory.ts'
import { append, BLOCK, insertAt, openLast, removeAt, slice, split } from './blocks.ts'
import type { PlayerIds } from './player-ids.ts'
import { createPlayerSearch } from './player-search.ts'
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

/**
 * Blocks of sorted player numbers, a directory of their first scores, and a Fenwick tree over their lengths: a B+ tree of two
 * levels, as Grant Jenks's sortedcontainers has it for Python (https://grantjenks.com/docs/sortedcontainers/implementation.html).
 * 4 bytes a player in full blocks, at most 10.7 on average beside scores.
 */
export const createOrderedPlayers = (scores: Scores, ids: PlayerIds): OrderedPlayers => {
  const directory = createBlockDirectory(scores)
  const { blockOf, slotOf, staysAt, countAbove } = createPlayerSearch(directory, scores, ids)

  const insert = (player: number) => {
    const score = scores.get(player)
    if (directory.count() === 0) return openLast(directory, player)
    let at = blockOf(player, score)
    let slot = slotOf(at, player, score)
    if (directory.lengthOf(at) === BLOCK) {
      // New players come last, with no score and the newest UUID: halves would stay half full.
      if (slot === BLOCK && at === directory.count() - 1) return openLast(directory, player)
      split(directory, at)
      at = blockOf(player, score)
      slot = slotOf(at, player, score)
    }
    insertAt(directory, at, slot, player)
  }

  return {
    append: (player) => append(directory, player),
    insert,
    remove: (player) => {
      const at = blockOf(player, scores.get(player))
      removeAt(directory, at, slotOf(at, player, scores.get(player)))
    },
    move: (player, score) => {
      const at = blockOf(player, scores.get(player))
      const slot = slotOf(at, player, scores.get(player))
      if (staysAt(at, slot, player, score)) return scores.set(player, score)
      removeAt(directory, at, slot)
      scores.set(player, score)
      insert(player)
    },
    countAbove,
    positionOf: (player) => {
      const at = blockOf(player, scores.get(player))
      return directory.before(at) + slotOf(at, player, scores.get(player))
    },
    slice: (position, count) => slice(directory, position, count),
    bytes: () => directory.count() * BLOCK * 4 + directory.bytes(),
  }
}
