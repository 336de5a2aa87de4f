import type { Database, Statement } from '../../../db.ts'
import type { Ranked, Ranking, ScoreRow } from '../../../lib/ranking/ranking.ts'
import type { BoardId } from './score.ts'

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

/** Rows that one statement reads while a board is built. */
const ROWS = 20_000

const readScores: Statement = {
  name: 'game-scores',
  text: `
    SELECT "userId" AS player, earned::float8 AS score FROM "Player"
    WHERE "appId" = $1 AND "userId" > $2 AND earned > 0 AND NOT "isHidden" ORDER BY "userId" LIMIT ${ROWS}`,
}

/** A player who has earned since has the week before in a column of its own. */
const readWeek: Statement = {
  name: 'game-week-scores',
  text: `
    SELECT "userId" AS player, (CASE week WHEN $3 THEN "weekEarned" ELSE "lastWeekEarned" END)::float8 AS score FROM "Player"
    WHERE "appId" = $1 AND "userId" > $2 AND NOT "isHidden"
      AND (week = $3 AND "weekEarned" > 0 OR week = $3 + 1 AND "lastWeekEarned" > 0) ORDER BY "userId" LIMIT ${ROWS}`,
}

const count: Statement = {
  name: 'game-players-count',
  text: `SELECT count(*)::float8 AS players FROM "Player" WHERE "appId" = $1`,
}

/** How many accounts an app has: as many as a board has players at most. */
export const countPlayers = async ({ query }: Pick<Database, 'query'>, appId: string): Promise<number> =>
  (await query<{ players: number }>(count, [appId]))[0]!.players

const ZERO = '00000000-0000-0000-0000-000000000000'

/** All players of an app that stand on a board, in batches by their ids. */
export async function* readBoard(
  { query }: Pick<Database, 'query'>,
  appId: string,
  board: BoardId,
  after = ZERO,
): AsyncGenerator<ScoreRow[]> {
  for (let last = after; ;) {
    const rows = await (board === 'all'
      ? query<ScoreRow>(readScores, [appId, last])
      : query<ScoreRow>(readWeek, [appId, last, board]))
    yield rows
    if (rows.length < ROWS) return
    last = rows.at(-1)!.player
  }
}
