import type { Database, Statement } from '../../../db.ts'
import type { Ranked, Ranking, ScoreColumns } from '../../../lib/ranking/ranking.ts'
import { uuidFromBytes } from '../../../lib/ranking/uuid.ts'
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

/** Rows that one statement reads while a board is built: between two, the database waits for this server. */
const ROWS = 50_000

/** The columns of rows with `player` and `score` as bytes: 16 a UUID, 8 a float64, each with the most significant byte first. */
const asColumns = (rows: string) => `
  SELECT string_agg(uuid_send(player), '' ORDER BY player) AS ids, string_agg(float8send(score), '' ORDER BY player) AS scores
  FROM (${rows} ORDER BY player LIMIT ${ROWS}) AS rows`

const readScores: Statement = {
  name: 'game-scores',
  text: asColumns(`
    SELECT "userId" AS player, earned::float8 AS score FROM "Player"
    WHERE "appId" = $1 AND "userId" > $2 AND earned > 0 AND NOT "isHidden"`),
}

/** A player who has earned since has the week before in a column of its own. */
const readWeek: Statement = {
  name: 'game-week-scores',
  text: asColumns(`
    SELECT "userId" AS player, (CASE week WHEN $3 THEN "weekEarned" ELSE "lastWeekEarned" END)::float8 AS score FROM "Player"
    WHERE "appId" = $1 AND "userId" > $2 AND NOT "isHidden"
      AND (week = $3 AND "weekEarned" > 0 OR week = $3 + 1 AND "lastWeekEarned" > 0)`),
}

const count: Statement = {
  name: 'game-players-count',
  text: `SELECT count(*)::float8 AS players FROM "Player" WHERE "appId" = $1`,
}

/** How many accounts an app has: as many as a board has players at most. */
export const countPlayers = async ({ query }: Pick<Database, 'query'>, appId: string): Promise<number> =>
  (await query<{ players: number }>(count, [appId]))[0]!.players

const ZERO = '00000000-0000-0000-0000-000000000000'

const noScores: ScoreColumns = { ids: Buffer.alloc(0), scores: new Float64Array(0) }

const decode = ({ ids, scores }: { ids: Buffer | null; scores: Buffer | null }): ScoreColumns => {
  if (!ids || !scores) return noScores
  const view = new DataView(scores.buffer, scores.byteOffset, scores.byteLength)
  const numbers = new Float64Array(scores.byteLength / 8)
  for (let row = 0; row < numbers.length; row += 1) numbers[row] = view.getFloat64(8 * row)
  return { ids, scores: numbers }
}

/** All players of an app that stand on a board, in batches in the order of their ids. The next batch is read while one is worked on. */
export async function* readBoard(
  { query }: Pick<Database, 'query'>,
  appId: string,
  board: BoardId,
): AsyncGenerator<ScoreColumns> {
  const [statement, ...week] = board === 'all' ? [readScores] : [readWeek, board]
  const readAfter = async (last: string): Promise<ScoreColumns> => {
    const [columns] = await query<{ ids: Buffer | null; scores: Buffer | null }>(statement, [appId, last, ...week])
    return decode(columns!)
  }
  for (let next = readAfter(ZERO); ;) {
    const batch = await next
    const isLast = batch.scores.length < ROWS
    if (!isLast) {
      next = readAfter(uuidFromBytes(batch.ids.subarray(-16)))
      // It is awaited after this batch, or not at all if the caller stops.
      next.catch(() => undefined)
    }
    yield batch
    if (isLast) return
  }
}
