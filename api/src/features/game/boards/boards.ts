import type { Database } from '../../../db.ts'
import { weekOf } from '../account.ts'
import { type Board, boardInMemory, currentBoards } from './board.ts'
import { type BoardNews, openBoardChannel } from './channel.ts'
import { createHeldBoards, type HeldBoards } from './held-boards.ts'
import { type BoardId, laterOf, type News } from './score.ts'

/** How often what changed is told to the other servers. Milliseconds. */
const FLUSH_AFTER = 500

/** A board as operators see it. */
export interface BoardState {
  board: BoardId
  /** Null where it is not in memory, or not in Redis. */
  players: number | null
  /** How far it is built; null while nobody builds it. */
  building: { read: number; of: number } | null
}

export interface Boards {
  engine: 'memory' | 'redis'
  /** A board of an app. The first call reads its players from the database. */
  get: (appId: string, board: BoardId) => Promise<Board>
  /** A player's score after a change that is stored; null: the player is gone or hidden. */
  set: (appId: string, userId: string, news: News) => void
  /** What a board says of players; undefined where it is not built. */
  scoresOf: (appId: string, board: BoardId, userIds: string[]) => Promise<(number | undefined)[] | undefined>
  /** Sets scores of a board to what the database says, even to lower ones; null: not on it. */
  correct: (appId: string, board: BoardId, scores: readonly (readonly [string, number | null])[]) => Promise<void>
  /** Begins to read the boards of an app from the database again. Those there are answer until then. */
  rebuild: (appId: string) => Promise<void>
  /** The boards of all times, of this week and of the last one. */
  state: (appId: string) => Promise<BoardState[]>
  /** Tells the other servers now what changed since the last time. */
  flush: () => Promise<void>
  close: () => Promise<void>
}

export interface BoardsOptions {
  clock: () => number
  log: { warn: (fields: object, message: string) => void }
}

/** What changed here and is not told to the other servers yet. */
const createUntold = (publish: (news: BoardNews[]) => Promise<void>) => {
  const changed = new Map<string, Map<string, News>>()
  return {
    add: (appId: string, userId: string, news: News): void => {
      const scores = changed.get(appId) ?? new Map<string, News>()
      changed.set(appId, scores.set(userId, laterOf(scores.get(userId), news)))
    },
    tell: async (): Promise<void> => {
      const news = [...changed].map(([appId, scores]) => ({ appId, scores: [...scores] }))
      changed.clear()
      try {
        await publish(news)
      } catch (error) {
        // What has changed since is newer.
        for (const { appId, scores } of news) changed.set(appId, new Map([...scores, ...(changed.get(appId) ?? [])]))
        throw error
      }
    },
  }
}

const stateOf = (held: HeldBoards, appId: string, board: BoardId): BoardState => {
  const found = held.find(appId, board)
  const builds = held.replacementOf(appId, board) ?? (found?.built ? undefined : found)
  return { board, players: found?.built?.total ?? null, building: builds ? { ...builds.progress } : null }
}

/**
 * Boards in this server's memory: exact ranks without counting rows. Every server has its own, and tells the others what changed
 * twice a second. Nothing is stored: a board is built from the accounts.
 */
export const createBoards = (
  db: Pick<Database, 'query' | 'pool' | 'directUrl'>,
  { clock, log }: BoardsOptions,
): Boards => {
  const held = createHeldBoards({ db, listen: () => channel.listen(), log })
  // After a gap boards are built again when somebody next looks at them.
  const channel = openBoardChannel(db, {
    onNews: ({ appId, scores }) => {
      for (const [userId, news] of scores) held.note(appId, userId, news)
    },
    onGap: held.clear,
    log,
  })
  const untold = createUntold(channel.publish)

  const flush = (): Promise<void> => {
    // Weeks before the last are looked at no more.
    held.dropBefore(weekOf(clock()) - 1)
    return untold.tell()
  }
  const timer = setInterval(() => {
    flush().catch((err: unknown) => log.warn({ err }, 'scores were not told to the other servers'))
  }, FLUSH_AFTER).unref()

  return {
    engine: 'memory',
    get: async (appId, id) => boardInMemory(await (held.find(appId, id) ?? held.open(appId, id)).ranking),
    set: (appId, userId, news) => {
      untold.add(appId, userId, news)
      held.note(appId, userId, news)
    },
    flush,
    scoresOf: async (appId, id, userIds) => {
      const ranking = held.find(appId, id)?.built
      return ranking && userIds.map(ranking.scoreOf)
    },
    correct: async (appId, id, scores) => {
      const ranking = held.find(appId, id)?.built
      for (const [userId, score] of scores) {
        if (score === null) ranking?.remove(userId)
        else ranking?.set(userId, score)
      }
    },
    rebuild: async (appId) => {
      for (const id of currentBoards(clock())) {
        const board = held.find(appId, id)
        if (board?.built) held.replace(appId, id)
        else if (!board) held.open(appId, id)
      }
    },
    state: async (appId) => currentBoards(clock()).map((board) => stateOf(held, appId, board)),
    close: async () => {
      clearInterval(timer)
      await flush().catch(() => undefined)
      await channel.close()
    },
  }
}
