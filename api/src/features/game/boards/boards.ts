import type { Database } from '../../../db.ts'
import { buildRanking, type Ranking } from '../../../lib/ranking/ranking.ts'
import { weekOf } from '../account.ts'
import { type Board, boardInMemory, readBoard } from './board.ts'
import { type BoardNews, openBoardChannel } from './channel.ts'
import { type BoardId, laterOf, type News, scoreOn } from './score.ts'

/** How often what changed is told to the other servers. Milliseconds. */
const FLUSH_AFTER = 500

/** The highest score that was seen is the latest. */
const apply = (ranking: Ranking, board: BoardId, userId: string, news: News): void => {
  const score = news && scoreOn(board, news)
  if (score === null) ranking.remove(userId)
  else if (score !== undefined && score > (ranking.scoreOf(userId) ?? 0)) ranking.set(userId, score)
}

interface Held {
  ranking: Promise<Ranking>
  /** What changed while the board was being built; undefined once it is there. */
  meanwhile: Map<string, News> | undefined
}

export interface Boards {
  /** A board of an app. The first call reads its players from the database. */
  get: (appId: string, board: BoardId) => Promise<Board>
  /** A player's score after a change that is stored; null: the player is gone or hidden. */
  set: (appId: string, userId: string, news: News) => void
  /** Tells the other servers now what changed since the last time. */
  flush: () => Promise<void>
  close: () => Promise<void>
}

interface BoardsOptions {
  clock: () => number
  log: { warn: (fields: object, message: string) => void }
}

/**
 * Boards in this server's memory: exact ranks without counting rows. Every server has its own, and tells the others what changed
 * twice a second. Nothing is stored: a board is built from the accounts.
 */
export const createBoards = (
  db: Pick<Database, 'query' | 'pool' | 'directUrl'>,
  { clock, log }: BoardsOptions,
): Boards => {
  const held = new Map<string, Map<BoardId, Held>>()
  const changed = new Map<string, Map<string, News>>()

  const build = (appId: string, id: BoardId): Held => {
    const meanwhile = new Map<string, News>()
    const ofApp = held.get(appId) ?? new Map<BoardId, Held>()
    // What is stored after the listening has begun is told; what was before is read.
    const read = async () => {
      await channel.listen()
      const ranking = await buildRanking(readBoard(db, appId, id))
      for (const [userId, news] of meanwhile) apply(ranking, id, userId, news)
      board.meanwhile = undefined
      return ranking
    }
    const board: Held = { meanwhile, ranking: undefined as never }
    board.ranking = read()
    board.ranking.catch(() => ofApp.delete(id))
    held.set(appId, ofApp.set(id, board))
    return board
  }

  const note = (appId: string, userId: string, news: News): void => {
    for (const [id, { meanwhile, ranking }] of held.get(appId) ?? []) {
      if (meanwhile) meanwhile.set(userId, laterOf(meanwhile.get(userId), news))
      else void ranking.then((built) => apply(built, id, userId, news))
    }
  }

  const receive = ({ appId, scores }: BoardNews) => {
    for (const [userId, news] of scores) note(appId, userId, news)
  }
  // After a gap boards are built again when somebody next looks at them.
  const channel = openBoardChannel(db, { onNews: receive, onGap: () => held.clear(), log })

  /** Weeks before the last are looked at no more. */
  const dropOldWeeks = () => {
    const last = weekOf(clock()) - 1
    for (const boards of held.values()) for (const id of boards.keys()) if (id !== 'all' && id < last) boards.delete(id)
  }

  const flush = async (): Promise<void> => {
    const news = [...changed].map(([appId, scores]) => ({ appId, scores: [...scores] }))
    changed.clear()
    dropOldWeeks()
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
    get: async (appId, id) => boardInMemory(await (held.get(appId)?.get(id) ?? build(appId, id)).ranking),
    set: (appId, userId, news) => {
      const scores = changed.get(appId) ?? new Map<string, News>()
      changed.set(appId, scores.set(userId, laterOf(scores.get(userId), news)))
      note(appId, userId, news)
    },
    flush,
    close: async () => {
      clearInterval(timer)
      await flush().catch(() => undefined)
      await channel.close()
    },
  }
}
