import type { Ranked, Ranking } from '../../../lib/ranking/ranking.ts'
import { weekOf } from '../account.ts'
import type { BoardId } from './score.ts'

/** The boards that are looked at: of all times, of this week and of the last one. */
export const currentBoards = (now: number): BoardId[] => ['all', weekOf(now), weekOf(now) - 1]

/** Players of an app by rings, all of a kind: of all times, or of a week. Equal rings share a rank. */
export interface Board {
  total: () => Promise<number>
  /** The best players, or the best of those with fewer rings than `below`; at most 100. Equal ones by their ids. */
  top: (count: number, below?: number) => Promise<readonly Ranked[]>
  placeOf: (userId: string) => Promise<{ rank: number; score: number } | undefined>
  /** How many players have so many rings or more. */
  countFrom: (score: number) => Promise<number>
}

/** A board in this server's memory. */
export const boardInMemory = (ranking: Ranking): Board => ({
  total: async () => ranking.total,
  top: async (count, below) => (below === undefined ? ranking.top(count) : ranking.topBelow(below, count)),
  placeOf: async (userId) => {
    const rank = ranking.rankOf(userId)
    return rank === undefined ? undefined : { rank, score: ranking.scoreOf(userId)! }
  },
  countFrom: async (score) => ranking.countAbove(score - 1),
})
