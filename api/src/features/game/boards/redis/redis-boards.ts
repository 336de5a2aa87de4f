import type { Database } from '../../../../db.ts'
import { Problem } from '../../../../errors.ts'
import { uuidToBytes } from '../../../../lib/ranking/uuid.ts'
import { within } from '../../../../lib/within.ts'
import { type Board, currentBoards } from '../board.ts'
import type { Boards, BoardsOptions, BoardState } from '../boards.ts'
import { createBoardBuilder, notReady, PATIENCE } from './build-boards.ts'
import { type BoardName, createGenerations } from './generations.ts'
import { boardKeys, shardOf } from './keys.ts'
import { createScoreWriter } from './score-writer.ts'
import { type BoardRedis, shardedBoard } from './sharded-board.ts'

interface Connection {
  redis: BoardRedis
  /** Tells apart installations that share a Redis. */
  installation: string
}

type Read = <T>(work: () => Promise<T>) => Promise<T>

/** Reads that fail because Redis is away are refused with the time to try again. One line is logged until a read succeeds. */
const readsWhileRedisIsThere = (log: BoardsOptions['log']): Read => {
  let isUnread = false
  return async (work) => {
    try {
      const answer = await work()
      isUnread = false
      return answer
    } catch (error) {
      if (error instanceof Problem) throw error
      if (!isUnread) log.warn({ err: error }, 'boards could not be read')
      isUnread = true
      throw notReady()
    }
  }
}

const guarded = (board: Board, read: Read): Board => ({
  total: () => read(board.total),
  top: (count, below) => read(() => board.top(count, below)),
  placeOf: (userId) => read(() => board.placeOf(userId)),
  countFrom: (score) => read(() => board.countFrom(score)),
})

const readScores = async (redis: BoardRedis, keyOf: (shard: number) => string, userIds: string[]) => {
  const members = userIds.map(uuidToBytes)
  const found = await Promise.all(members.map((member) => redis.zscore(keyOf(shardOf(member)), member)))
  return found.map((score) => (score === null ? undefined : -Number(score)))
}

/**
 * Boards in Redis, which all servers share: no server holds the players. Scores are written twice a second and never while a tap is
 * answered. Nothing is stored there alone: a board that Redis lost is read from the accounts again.
 */
export const createRedisBoards = (
  db: Pick<Database, 'query'>,
  { redis, installation }: Connection,
  { clock, log }: BoardsOptions,
): Boards => {
  const generations = createGenerations(redis, boardKeys(installation))
  const builder = createBoardBuilder(db, generations, log)
  const writer = createScoreWriter(generations, { clock, log })
  const orNotReady = readsWhileRedisIsThere(log)
  const boardIn = (name: BoardName, generation: string): Board =>
    shardedBoard(redis, generations.keyIn(name, generation))

  const stateOf = async (name: BoardName): Promise<BoardState> => {
    const { complete, building: next, read, of } = await generations.marker(name)
    const players = complete === undefined ? null : await boardIn(name, complete).total()
    return { board: name.board, players, building: next === undefined ? null : { read, of } }
  }

  return {
    engine: 'redis',
    get: (appId, board) =>
      orNotReady(async () => {
        const name = { appId, board }
        return guarded(boardIn(name, await builder.completeOf(name)), orNotReady)
      }),
    set: writer.add,
    flush: writer.flush,
    scoresOf: async (appId, board, userIds) => {
      const { complete } = await generations.marker({ appId, board })
      return complete === undefined
        ? undefined
        : readScores(redis, generations.keyIn({ appId, board }, complete), userIds)
    },
    correct: async (appId, board, scores) => {
      const { complete } = await generations.marker({ appId, board })
      if (complete === undefined) return
      const exact = scores.map(([userId, score]) => [uuidToBytes(userId), score] as const)
      await generations.write({ appId, board }, complete, exact, true)
    },
    rebuild: (appId) =>
      orNotReady(async () => {
        for (const board of currentBoards(clock())) {
          const name = { appId, board }
          // Whoever holds the lock is the builder; the answer of this call shows it.
          if ((await generations.marker(name)).building === undefined) builder.build(name).catch(() => undefined)
        }
      }),
    state: (appId) => orNotReady(() => Promise.all(currentBoards(clock()).map((board) => stateOf({ appId, board })))),
    close: async () => {
      writer.stop()
      await within(
        writer.flush().catch(() => undefined),
        PATIENCE,
      )
    },
  }
}
