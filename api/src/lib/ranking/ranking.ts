import { createOrderedPlayers } from './ordered-players.ts'
import { createPlayerIds } from './player-ids.ts'
import { createScores } from './segments.ts'
import { createSlices } from './slices.ts'
import { sortPlayers } from './sort-players.ts'

/** Scores of many players, as the database sends them: without a text and an object for each. */
export interface ScoreColumns {
  /** The UUIDs, 16 bytes each. */
  ids: Buffer
  /** As many scores: whole numbers from 0 to 2^53 - 1. */
  scores: Float64Array
}

/** A player's place. */
export interface Ranked {
  /** UUID text, in lower case. */
  player: string
  score: number
  /** One more than the number of players with a higher score: equal scores share a rank, and the next one is left out (1, 2, 2, 4). */
  rank: number
}

export interface Neighbours {
  /** The players directly ahead, the best first. */
  above: Ranked[]
  own: Ranked
  /** The players directly behind, the best first. */
  below: Ranked[]
}

/**
 * Players in the order of their scores, the highest first. Players with equal scores are in the order of their UUIDs: the same
 * on every server and after each rebuild, and with UUIDv7 whoever registered first is first. Nothing depends on the order
 * of calls, so a score may be set again and again.
 *
 * Methods throw TypeError for a player that is no UUID, RangeError for a score or a count out of range.
 */
export interface Ranking {
  /** The number of players. */
  readonly total: number
  /** Inserts a player, or replaces its score. O(log n). */
  set: (player: string, score: number) => void
  /** Removes a player; false if it is not there. O(log n). */
  remove: (player: string) => boolean
  /** The player's score; undefined if it is not there. O(1). */
  scoreOf: (player: string) => number | undefined
  /** The player's exact rank, from 1; undefined if it is not there. O(log n). */
  rankOf: (player: string) => number | undefined
  /**
   * How many players have a score above this one, which may be any number. The rank in a league is the rank less the number
   * above the league's highest score. O(log n).
   */
  countAbove: (score: number) => number
  /** The first `count` players, at most 100. O(1) until a change of one that is or becomes one of the first 100, then O(log n). */
  top: (count: number) => readonly Ranked[]
  /** The first `count` players whose score is lower than this one, at most 100: those of a league. O(log n + count). */
  topBelow: (score: number, count: number) => readonly Ranked[]
  /** The player and up to `count` others on either side, at most 100; undefined if it is not there. O(log n + count). */
  around: (player: string, count: number) => Neighbours | undefined
  /** Bytes of typed arrays: of scores and order, and of the map from UUIDs to players. O(n / 1000). */
  bytes: () => { order: number; ids: number }
}

/** Players that a list has at most. */
const MOST_LISTED = 100

const checkScore = (score: number) => {
  if (!Number.isSafeInteger(score) || score < 0)
    throw new RangeError(`A score is a whole number from 0 to 2^53 - 1, not ${score}`)
}

const checkCount = (count: number) => {
  if (!Number.isSafeInteger(count) || count < 0 || count > MOST_LISTED)
    throw new RangeError(`A list has 0 to ${MOST_LISTED} players, not ${count}`)
}

const createParts = (expected?: number) => {
  const scores = createScores()
  const ids = createPlayerIds(expected)
  return { scores, ids, order: createOrderedPlayers(scores, ids) }
}

type Parts = ReturnType<typeof createParts>

/** The players from a position on, with their ranks. */
const listFrom = ({ scores, ids, order }: Parts, position: number, count: number): Ranked[] => {
  let rank = 0
  let previous = -1
  return order.slice(position, count).map((player, index) => {
    const score = scores.get(player)
    if (index === 0) rank = order.countAbove(score) + 1
    else if (score !== previous) rank = position + index + 1
    previous = score
    return { player: ids.idOf(player), score, rank }
  })
}

/** The first hundred players, cached until one that is or becomes one of them changes. */
const createTop = (parts: Parts) => {
  const { scores, ids } = parts
  let top: Ranked[] | undefined
  let lastOfTop = -1
  return {
    get: (): Ranked[] => {
      if (top) return top
      top = listFrom(parts, 0, MOST_LISTED)
      lastOfTop = top.length === 0 ? -1 : ids.find(top.at(-1)!.player)
      return top
    },
    /** Forgets the first hundred if a player with this score, at its place, is one of them. */
    invalidate: (player: number, score: number): void => {
      if (!top) return
      if (top.length < MOST_LISTED) {
        top = undefined
        return
      }
      const lastScore = scores.get(lastOfTop)
      const isBehind = lastScore > score || (lastScore === score && ids.isBefore(lastOfTop, player))
      if (!isBehind) top = undefined
    },
  }
}

/** The player at a position and up to `count` others on either side. */
const neighboursAt = (parts: Parts, position: number, count: number): Neighbours => {
  const start = Math.max(0, position - count)
  const listed = listFrom(parts, start, position - start + 1 + count)
  const own = position - start
  return { above: listed.slice(0, own), own: listed[own]!, below: listed.slice(own + 1) }
}

const rankingOf = (parts: Parts): Ranking => {
  const { scores, ids, order } = parts
  const top = createTop(parts)

  const insert = (id: string, score: number) => {
    const player = ids.add(id)
    top.invalidate(player, score)
    scores.set(player, score)
    order.insert(player)
  }

  const ranked = <Result>(id: string, result: (player: number) => Result): Result | undefined => {
    const player = ids.find(id)
    return player < 0 ? undefined : result(player)
  }

  return {
    get total() {
      return ids.size()
    },
    set: (id, newScore) => {
      checkScore(newScore)
      // Not -0, which JSON and comparisons in tests tell from 0.
      const score = newScore + 0
      const player = ids.find(id)
      if (player < 0) return insert(id, score)
      if (scores.get(player) === score) return
      top.invalidate(player, scores.get(player))
      top.invalidate(player, score)
      order.move(player, score)
    },
    remove: (id) =>
      ranked(id, (player) => {
        top.invalidate(player, scores.get(player))
        order.remove(player)
        ids.remove(player)
        return true
      }) ?? false,
    scoreOf: (id) => ranked(id, scores.get),
    rankOf: (id) => ranked(id, (player) => order.countAbove(scores.get(player)) + 1),
    countAbove: order.countAbove,
    top: (count) => {
      checkCount(count)
      return top.get().slice(0, count)
    },
    topBelow: (score, count) => {
      checkCount(count)
      return listFrom(parts, order.countAbove(score - 1), count)
    },
    around: (id, count) => {
      checkCount(count)
      return ranked(id, (player) => neighboursAt(parts, order.positionOf(player), count))
    },
    bytes: () => ({ order: scores.bytes() + order.bytes(), ids: ids.bytes() }),
  }
}

/** A ranking without players. */
export const createRanking = (): Ranking => rankingOf(createParts())

/**
 * A ranking of rows in any order, in batches of any size; of several rows of a player the last one counts. O(n log n). The event
 * loop has its turn about every 10 ms, so that a server answers meanwhile. Changes that are committed while the rows are
 * read are set afterwards: scores are absolute. `expected`: about how many players there are, for which room is made at once.
 */
export const buildRanking = async (
  batches: Iterable<ScoreColumns> | AsyncIterable<ScoreColumns>,
  expected?: number,
): Promise<Ranking> => {
  const parts = createParts(expected)
  const inSlices = createSlices()
  for await (const batch of batches) {
    const { ids, scores } = batch
    await inSlices(scores.length, 512, (from, to) => {
      for (let row = from; row < to; row += 1) {
        const score = scores[row]!
        checkScore(score)
        parts.scores.set(parts.ids.addBytes(ids, 16 * row), score + 0)
      }
    })
  }
  await sortPlayers(parts, parts.ids.size(), inSlices, parts.order.append)
  return rankingOf(parts)
}
