import type { Database } from '../../../db.ts'
import { buildRanking, type Ranking, type ScoreColumns } from '../../../lib/ranking/ranking.ts'
import { countPlayers, readBoard } from './read-board.ts'
import { type BoardId, laterOf, type News, scoreOn } from './score.ts'

export interface Held {
  ranking: Promise<Ranking>
  /** The ranking once it is there. */
  built: Ranking | undefined
  /** Players that were read for it, and how many there are. */
  progress: { read: number; of: number }
  /** What changed while the board was being built; undefined once it is there. */
  meanwhile: Map<string, News> | undefined
}

interface Source {
  db: Pick<Database, 'query'>
  /** Called before a board is read: what is stored after that must be noted. */
  listen: () => Promise<void>
  log: { warn: (fields: object, message: string) => void }
}

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

/** Begins to read a board from the database. */
const build = ({ db, listen }: Source, appId: string, id: BoardId): Held => {
  const meanwhile = new Map<string, News>()
  // What is stored after the listening has begun is told; what was before is read.
  const read = async () => {
    await listen()
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

/** The rankings that a server holds, by app and board: those that answer, and the new ones that will take their places. */
export const createHeldBoards = (source: Source) => {
  const held = new Map<string, Map<BoardId, Held>>()
  const replacing = new Map<string, { appId: string; id: BoardId; next: Held }>()
  const nameOf = (appId: string, id: BoardId) => `${appId} ${id}`

  return {
    /** The board that answers, or will; undefined where there is none. */
    find: (appId: string, id: BoardId): Held | undefined => held.get(appId)?.get(id),

    /** The one that will take the board's place; undefined where none is being built. */
    replacementOf: (appId: string, id: BoardId): Held | undefined => replacing.get(nameOf(appId, id))?.next,

    /** Builds a board that there is not. */
    open: (appId: string, id: BoardId): Held => {
      const ofApp = held.get(appId) ?? new Map<BoardId, Held>()
      const board = build(source, appId, id)
      board.ranking.catch(() => ofApp.get(id) === board && ofApp.delete(id))
      held.set(appId, ofApp.set(id, board))
      return board
    },

    /** Builds a board that there is again; the present one answers until then. */
    replace: (appId: string, id: BoardId): void => {
      const name = nameOf(appId, id)
      if (replacing.has(name)) return
      const next = build(source, appId, id)
      replacing.set(name, { appId, id, next })
      next.ranking
        .then(
          // After a gap, for which all boards were dropped, nobody told this one either.
          () => replacing.get(name)?.next === next && held.get(appId)?.set(id, next),
          (err: unknown) => source.log.warn({ err, appId }, 'a board was not built again'),
        )
        .finally(() => replacing.delete(name))
    },

    /** Applies a player's score to all boards of an app, those being built included. */
    note: (appId: string, userId: string, news: News): void => {
      const next = [...replacing.values()].filter((each) => each.appId === appId)
      const boards = [...(held.get(appId) ?? []), ...next.map((each) => [each.id, each.next] as const)]
      for (const [id, { meanwhile, ranking }] of boards) {
        if (meanwhile) meanwhile.set(userId, laterOf(meanwhile.get(userId), news))
        else void ranking.then((built) => apply(built, id, userId, news))
      }
    },

    /** Drops the boards of weeks before this one. */
    dropBefore: (week: number): void => {
      for (const boards of held.values())
        for (const id of boards.keys()) if (id !== 'all' && id < week) boards.delete(id)
    },

    /** Drops all boards; they are built again when somebody next looks at them. */
    clear: (): void => [held, replacing].forEach((each) => each.clear()),
  }
}
export type HeldBoards = ReturnType<typeof createHeldBoards>
