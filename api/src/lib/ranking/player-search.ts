import type { BlockDirectory } from './block-directory.ts'
import type { PlayerIds } from './player-ids.ts'
import type { Scores } from './segments.ts'

/** Finds places by binary search, first among the blocks and then within one. */
export interface PlayerSearch {
  /** The last block whose first player is not behind this one; the first if all are. */
  blockOf: (player: number, score: number) => number
  /** How many players of the block are ahead of this one. */
  slotOf: (at: number, player: number, score: number) => number
  /** Whether the place between its neighbours in the block fits the new score too. At a block's ends: no. */
  staysAt: (at: number, slot: number, player: number, score: number) => boolean
  /** How many players have a higher score. */
  countAbove: (score: number) => number
}

export const createPlayerSearch = (directory: BlockDirectory, scores: Scores, ids: PlayerIds): PlayerSearch => {
  /** Whether `other`, whose score is `otherScore`, comes before a player with this score. */
  const isAhead = (other: number, otherScore: number, player: number, score: number) =>
    otherScore > score || (otherScore === score && ids.isBefore(other, player))

  return {
    blockOf: (player, score) => {
      let [low, high] = [1, directory.count()]
      while (low < high) {
        const middle = (low + high) >>> 1
        if (isAhead(player, score, directory.block(middle)[0]!, directory.firstScoreOf(middle))) high = middle
        else low = middle + 1
      }
      return low - 1
    },
    slotOf: (at, player, score) => {
      const block = directory.block(at)
      let [low, high] = [0, directory.lengthOf(at)]
      while (low < high) {
        const middle = (low + high) >>> 1
        const other = block[middle]!
        if (isAhead(other, scores.get(other), player, score)) low = middle + 1
        else high = middle
      }
      return low
    },
    staysAt: (at, slot, player, score) => {
      if (slot === 0 || slot === directory.lengthOf(at) - 1) return false
      const block = directory.block(at)
      const [above, below] = [block[slot - 1]!, block[slot + 1]!]
      return isAhead(above, scores.get(above), player, score) && isAhead(player, score, below, scores.get(below))
    },
    countAbove: (score) => {
      let [low, high] = [0, directory.count()]
      while (low < high) {
        const middle = (low + high) >>> 1
        if (directory.firstScoreOf(middle) > score) low = middle + 1
        else high = middle
      }
      if (low === 0) return 0
      const at = low - 1
      const block = directory.block(at)
      ;[low, high] = [0, directory.lengthOf(at)]
      while (low < high) {
        const middle = (low + high) >>> 1
        if (scores.get(block[middle]!) > score) low = middle + 1
        else high = middle
      }
      return directory.before(at) + low
    },
  }
}
