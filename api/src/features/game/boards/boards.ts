import type { Database, Statement } from '../../../db.ts'
import { buildRanking, type Ranking, type ScoreRow } from '../../../lib/ranking/ranking.ts'
import { type BoardNews, openBoardChannel } from './channel.ts'

/** Rows that one statement reads while a board is built. */
const ROWS = 20_000
/** How often what changed is told to the other servers. Milliseconds. */
const FLUSH_AFTER = 500

const readScores: Statement = {
  name: 'game-scores',
  text: `
    SELECT "userId" AS player, earned::float8 AS score FROM "Player"
    WHERE "appId" = $1 AND "userId" > $2 AND earned > 0 ORDER BY "userId" LIMIT ${ROWS}`,
}

const ZERO = '00000000-0000-0000-0000-000000000000'

/** All players of an app who have earned something. */
async function* scoresOf({ query }: Pick<Database, 'query'>, appId: string): AsyncGenerator<ScoreRow[]> {
  for (let last = ZERO; ;) {
    const rows = await query<ScoreRow>(readScores, [appId, last])
    yield rows
    if (rows.length < ROWS) return
    last = rows.at(-1)!.player
  }
}

/** Rings earned never fall, so the highest score that was seen is the latest: news may come in any order and twice. */
const apply = (ranking: Ranking, userId: string, earned: number | null): void => {
  if (earned === null) ranking.remove(userId)
  else if (earned > (ranking.scoreOf(userId) ?? 0)) ranking.set(userId, earned)
}

interface Board {
  ranking: Promise<Ranking>
  /** What changed while the board was being built; undefined once it is there. */
  meanwhile: Map<string, number | null> | undefined
}

export interface Boards {
  /** The players of an app by rings earned. The first call of an app reads them from the database. */
  get: (appId: string) => Promise<Ranking>
  /** A player has earned so much in all, in a change that is stored; null: the player is gone. */
  set: (appId: string, userId: string, earned: number | null) => void
  /** Tells the other servers now what changed since the last time. */
  flush: () => Promise<void>
  close: () => Promise<void>
}

/**
 * Boards in this server's memory: exact ranks without counting rows. Every server has its own, and tells the others what changed
 * twice a second. Nothing is stored: a board is built from the accounts.
 */
export const createBoards = (
  db: Pick<Database, 'query' | 'pool' | 'directUrl'>,
  log: { warn: (fields: object, message: string) => void },
): Boards => {
  const boards = new Map<string, Board>()
  const changed = new Map<string, Map<string, number | null>>()

  const build = (appId: string): Board => {
    const meanwhile = new Map<string, number | null>()
    // What is stored after the listening has begun is told; what was before is read.
    const read = async () => {
      await channel.listen()
      const ranking = await buildRanking(scoresOf(db, appId))
      for (const [userId, earned] of meanwhile) apply(ranking, userId, earned)
      board.meanwhile = undefined
      return ranking
    }
    const board: Board = { meanwhile, ranking: undefined as never }
    board.ranking = read()
    board.ranking.catch(() => boards.delete(appId))
    boards.set(appId, board)
    return board
  }

  const note = (appId: string, userId: string, earned: number | null): void => {
    const board = boards.get(appId)
    if (board?.meanwhile) board.meanwhile.set(userId, earned)
    else void board?.ranking.then((ranking) => apply(ranking, userId, earned))
  }

  const receive = ({ appId, scores }: BoardNews) => {
    for (const [userId, earned] of scores) note(appId, userId, earned)
  }
  // After a gap boards are built again when somebody next looks at them.
  const channel = openBoardChannel(db, { onNews: receive, onGap: () => boards.clear(), log })

  const flush = async (): Promise<void> => {
    const news = [...changed].map(([appId, scores]) => ({ appId, scores: [...scores] }))
    changed.clear()
    try {
      await channel.publish(news)
    } catch (error) {
      // What has changed since is newer.
      for (const { appId, scores } of news) changed.set(appId, new Map([...scores, ...(changed.get(appId) ?? [])]))
      throw error
    }
  }
  const timer = setInterval(() => {
    flush().catch((err: unknown) => log.warn({ err }, 'scores were not told to the other servers'))
  }, FLUSH_AFTER).unref()

  return {
    get: (appId) => (boards.get(appId) ?? build(appId)).ranking,
    set: (appId, userId, earned) => {
      const scores = changed.get(appId) ?? new Map<string, number | null>()
      changed.set(appId, scores.set(userId, earned))
      note(appId, userId, earned)
    },
    flush,
    close: async () => {
      clearInterval(timer)
      await flush().catch(() => undefined)
      await channel.close()
    },
  }
}
