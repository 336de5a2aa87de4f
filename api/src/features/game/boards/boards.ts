import type { Database } from '../../../db.ts'
import { buildRanking, type Ranking, type ScoreColumns } from '../../../lib/ranking/ranking.ts'
import { weekOf } from '../account.ts'
import { type Board, boardInMemory } from './board.ts'
import { type BoardNews, openBoardChannel } from './channel.ts'
import { countPlayers, readBoard } from './read-board.ts'
import { type BoardId, laterOf, type News, scoreOn } from './score.ts'

/** How often what changed is told to the other servers. Milliseconds. */
const FLUSH_AFTER = 500

/** The highest score that was seen is the latest. */
const apply = (ranking: Ranking, board: BoardId, userId: string, news: News): void => {
  const score = news && scoreOn(board, news)
  if (score === null) ranking.remove(userId)
  else if (score !== undefined && score > (ranking.scoreOf(userId) ?? 0)) ranking.set(userId, score)
}

async function* counted(batches: AsyncIterable<ScoreColumns>, progress: { read: number }) {
  for await (const batch of batches) {
    progress.read += batch.scores.length
    yield batch
  }
}

interface Held {
  ranking: Promise<Ranking>
  /** The ranking once it is there. */
  built: Ranking | undefined
  /** Players that were read for it, and how many there are. */
  progress: { read: number; of: number }
  /** What changed while the board was being built; undefined once it is there. */
  meanwhile: Map<string, News> | undefined
}

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

/**
 * Boards in this server's memory: exact ranks without counting rows. Every server has its own, and tells the others what changed
 * twice a second. Nothing is stored: a board is built from the accounts.
 */
export const createBoards = (
  db: Pick<Database, 'query' | 'pool' | 'directUrl'>,
  { clock, log }: BoardsOptions,
): Boards => {
  const held = new Map<string, Map<BoardId, Held>>()
  const replacing = new Map<string, { appId: string; id: BoardId; next: Held }>()
  const changed = new Map<string, Map<string, News>>()

  const build = (appId: string, id: BoardId): Held => {
    const meanwhile = new Map<string, News>()
    // What is stored after the listening has begun is told; what was before is read.
    const read = async () => {
      await channel.listen()
      board.progress.of = await countPlayers(db, appId)
      const ranking = await buildRanking(counted(readBoard(db, appId, id), board.progress), board.progress.of)
      for (const [userId, news] of meanwhile) apply(ranking, id, userId, news)
      board.meanwhile = undefined
      board.built = ranking
      return ranking
    }
    const board: Held = { meanwhile, built: undefined, progress: { read: 0, of: 0 }, ranking: undefined as never }
    board.ranking = read()
    return board
  }

  /** Builds a board that there is not. */
  const open = (appId: string, id: BoardId): Held => {
    const ofApp = held.get(appId) ?? new Map<BoardId, Held>()
    const board = build(appId, id)
    board.ranking.catch(() => ofApp.get(id) === board && ofApp.delete(id))
    held.set(appId, ofApp.set(id, board))
    return board
  }

  /** Builds a board that there is again; the present one answers until then. */
  const replace = (appId: string, id: BoardId): void => {
    const name = `${appId} ${id}`
    if (replacing.has(name)) return
    const next = build(appId, id)
    replacing.set(name, { appId, id, next })
    next.ranking
      .then(
        // After a gap, for which all boards were dropped, nobody told this one either.
        () => replacing.get(name)?.next === next && held.get(appId)?.set(id, next),
        (err: unknown) => log.warn({ err, appId }, 'a board was not built again'),
      )
      .finally(() => replacing.delete(name))
  }

  const note = (appId: string, userId: string, news: News): void => {
    const next = [...replacing.values()].filter((each) => each.appId === appId)
    const boards = [...(held.get(appId) ?? []), ...next.map((each) => [each.id, each.next] as const)]
    for (const [id, { meanwhile, ranking }] of boards) {
      if (meanwhile) meanwhile.set(userId, laterOf(meanwhile.get(userId), news))
      else void ranking.then((built) => apply(built, id, userId, news))
    }
  }

  const receive = ({ appId, scores }: BoardNews) => {
    for (const [userId, news] of scores) note(appId, userId, news)
  }
  // After a gap boards are built again when somebody next looks at them.
  const channel = openBoardChannel(db, {
    onNews: receive,
    onGap: () => [held, replacing].forEach((each) => each.clear()),
    log,
  })

  const currentBoards = (): BoardId[] => ['all', weekOf(clock()), weekOf(clock()) - 1]

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
    engine: 'memory',
    get: async (appId, id) => boardInMemory(await (held.get(appId)?.get(id) ?? open(appId, id)).ranking),
    set: (appId, userId, news) => {
      const scores = changed.get(appId) ?? new Map<string, News>()
      changed.set(appId, scores.set(userId, laterOf(scores.get(userId), news)))
      note(appId, userId, news)
    },
    flush,
    scoresOf: async (appId, id, userIds) => {
      const ranking = held.get(appId)?.get(id)?.built
      return ranking && userIds.map(ranking.scoreOf)
    },
    correct: async (appId, id, scores) => {
      const ranking = held.get(appId)?.get(id)?.built
      for (const [userId, score] of scores) {
        if (score === null) ranking?.remove(userId)
        else ranking?.set(userId, score)
      }
    },
    rebuild: async (appId) => {
      for (const id of currentBoards()) {
        if (held.get(appId)?.get(id)?.built) replace(appId, id)
        else if (!held.get(appId)?.has(id)) open(appId, id)
      }
    },
    state: async (appId) =>
      currentBoards().map((board) => {
        const found = held.get(appId)?.get(board)
        const builds = replacing.get(`${appId} ${board}`)?.next ?? (found?.built ? undefined : found)
        return { board, players: found?.built?.total ?? null, building: builds ? { ...builds.progress } : null }
      }),
    close: async () => {
      clearInterval(timer)
      await flush().catch(() => undefined)
      await channel.close()
    },
  }
}
