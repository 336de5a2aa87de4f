import type { Database, Statement } from '../../../db.ts'
import type { ScoreColumns } from '../../../lib/ranking/ranking.ts'
import { uuidFromBytes } from '../../../lib/ranking/uuid.ts'
import type { BoardId } from './score.ts'

/** Rows that one statement reads while a board is built: between two, the database waits for this server. */
const ROWS = 50_000
/** Batches of the second half that wait for the first half, 1.2 MB each. */
const BATCHES_AHEAD = 80

/** The columns of rows with `player` and `score` as bytes: 16 a UUID, 8 a float64, each with the most significant byte first. */
const asColumns = (rows: string) => `
  SELECT string_agg(uuid_send(player), '' ORDER BY player) AS ids, string_agg(float8send(score), '' ORDER BY player) AS scores
  FROM (${rows} ORDER BY player LIMIT ${ROWS}) AS rows`

const readScores: Statement = {
  name: 'game-scores',
  text: asColumns(`
    SELECT "userId" AS player, earned::float8 AS score FROM "Player"
    WHERE "appId" = $1 AND "userId" > $2 AND "userId" <= $3 AND earned > 0 AND NOT "isHidden"`),
}

/** A player who has earned since has the week before in a column of its own. */
const readWeek: Statement = {
  name: 'game-week-scores',
  text: asColumns(`
    SELECT "userId" AS player, (CASE week WHEN $4 THEN "weekEarned" ELSE "lastWeekEarned" END)::float8 AS score FROM "Player"
    WHERE "appId" = $1 AND "userId" > $2 AND "userId" <= $3 AND NOT "isHidden"
      AND (week = $4 AND "weekEarned" > 0 OR week = $4 + 1 AND "lastWeekEarned" > 0)`),
}

const count: Statement = {
  name: 'game-players-count',
  text: `SELECT count(*)::float8 AS players FROM "Player" WHERE "appId" = $1`,
}

/** How many accounts an app has: as many as a board has players at most. */
export const countPlayers = async ({ query }: Pick<Database, 'query'>, appId: string): Promise<number> =>
  (await query<{ players: number }>(count, [appId]))[0]!.players

/** An id with about half of the players before it, by what the planner knows. https://www.postgresql.org/docs/current/view-pg-stats.html */
const middle: Statement = {
  name: 'game-players-middle',
  text: `
    SELECT bounds[cardinality(bounds) / 2]::text AS id FROM (
      SELECT histogram_bounds::text::uuid[] AS bounds FROM pg_stats
      WHERE schemaname = current_schema() AND tablename = 'Player' AND attname = 'userId'
    ) AS known WHERE cardinality(bounds) > 1`,
}

interface Range {
  /** The id before the first. */
  after: string
  last: string
}

const ALL: Range = { after: '00000000-0000-0000-0000-000000000000', last: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }

/** Two ranges of about as many players, in order; one where the database does not know how the ids are spread. */
const divide = async ({ query }: Pick<Database, 'query'>): Promise<Range[]> => {
  const [known] = await query<{ id: string }>(middle, [])
  return known
    ? [
        { ...ALL, last: known.id },
        { ...ALL, after: known.id },
      ]
    : [ALL]
}

const noScores: ScoreColumns = { ids: Buffer.alloc(0), scores: new Float64Array(0) }

const decode = ({ ids, scores }: { ids: Buffer | null; scores: Buffer | null }): ScoreColumns => {
  if (!ids || !scores) return noScores
  const view = new DataView(scores.buffer, scores.byteOffset, scores.byteLength)
  const numbers = new Float64Array(scores.byteLength / 8)
  for (let row = 0; row < numbers.length; row += 1) numbers[row] = view.getFloat64(8 * row)
  return { ids, scores: numbers }
}

interface Question {
  appId: string
  board: BoardId
}

async function* readRange(
  { query }: Pick<Database, 'query'>,
  { appId, board }: Question,
  { after, last }: Range,
): AsyncGenerator<ScoreColumns, void> {
  const [statement, ...week] = board === 'all' ? [readScores] : [readWeek, board]
  for (let next = after; ;) {
    const values = [appId, next, last, ...week]
    const [columns] = await query<{ ids: Buffer | null; scores: Buffer | null }>(statement, values)
    const batch = decode(columns!)
    yield batch
    if (batch.scores.length < ROWS) return
    next = uuidFromBytes(batch.ids.subarray(-16))
  }
}

/** Asks for batches before they are taken, at most so many. */
const ahead = (batches: AsyncGenerator<ScoreColumns, void>, most: number): AsyncGenerator<ScoreColumns, void> => {
  const ask = () => {
    const batch = batches.next()
    // It is awaited below, or not at all if the caller stops.
    batch.catch(() => undefined)
    return batch
  }
  const waiting = Array.from({ length: most }, ask)
  const take = async function* () {
    for (;;) {
      const { done, value } = await waiting.shift()!
      if (done) return
      waiting.push(ask())
      yield value
    }
  }
  return take()
}

/**
 * All players of an app that stand on a board, in batches in the order of their ids. The database reads two halves at once, ahead of the
 * caller.
 */
export async function* readBoard(
  db: Pick<Database, 'query'>,
  appId: string,
  board: BoardId,
): AsyncGenerator<ScoreColumns, void> {
  const ranges = await divide(db)
  const halves = ranges.map((range, half) =>
    ahead(readRange(db, { appId, board }, range), half === 0 ? 1 : BATCHES_AHEAD),
  )
  for (const half of halves) yield* half
}
