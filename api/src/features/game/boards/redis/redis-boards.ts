import { LRUCache } from 'lru-cache'
import type { Database } from '../../../../db.ts'
import { Problem } from '../../../../errors.ts'
import { uuidToBytes } from '../../../../lib/ranking/uuid.ts'
import { within } from '../../../../lib/within.ts'
import { weekOf } from '../../account.ts'
import type { Board } from '../board.ts'
import { countPlayers, readBoard } from '../read-board.ts'
import type { Boards, BoardsOptions } from '../boards.ts'
import { type BoardId, laterOf, type News, scoreOn } from '../score.ts'
import { type BoardName, createGenerations, type Marker, OtherBuilderError } from './generations.ts'
import { boardKeys, shardOf } from './keys.ts'
import { type BoardRedis, shardedBoard } from './sharded-board.ts'

/** How often scores are written. Milliseconds. */
const FLUSH_AFTER = 500
/** How long it is cached which generation is complete. Milliseconds. */
const MARKER_TTL = 500
/** Players whose scores wait while Redis is away. With more the boards of their apps are built again once it is back. */
const MOST_WAITING = 100_000
/** How long a read waits for a board that is being built. Milliseconds. */
const PATIENCE = 3000

const notReady = () => new Problem('boards_not_ready', { retryAfter: 2 })

interface Connection {
  redis: BoardRedis
  /** Tells apart installations that share a Redis. */
  installation: string
}

/** Scores that wait to be written, by app. */
const createQueue = () => {
  const waiting = new Map<string, Map<string, News>>()
  const lost = new Set<string>()
  const size = () => [...waiting.values()].reduce((all, { size: players }) => all + players, 0)
  const add = (appId: string, scores: Iterable<readonly [string, News]>, isOlder = false) => {
    const known = waiting.get(appId) ?? new Map<string, News>()
    waiting.set(appId, known)
    for (const [userId, news] of scores) {
      const before = known.get(userId)
      if (isOlder && before === null) continue
      known.set(userId, laterOf(before, news))
    }
    if (size() <= MOST_WAITING) return
    for (const each of waiting.keys()) lost.add(each)
    waiting.clear()
  }
  return {
    add,
    size,
    /** Takes everything out, and the apps of which some was dropped. */
    take: () => {
      const taken = { scores: [...waiting], lost: [...lost] }
      waiting.clear()
      lost.clear()
      return taken
    },
    lose: (appIds: string[]) => appIds.forEach((appId) => lost.add(appId)),
  }
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
  const queue = createQueue()
  const markers = new LRUCache<string, Promise<Marker>>({ max: 10_000, ttl: MARKER_TTL })
  const building = new Map<string, Promise<void>>()

  const currentBoards = (): BoardId[] => ['all', weekOf(clock()), weekOf(clock()) - 1]

  const build = (name: BoardName): Promise<void> => {
    const key = `${name.appId} ${name.board}`
    const known = building.get(key)
    if (known) return known
    const { appId, board } = name
    const source = { count: () => countPlayers(db, appId), columns: () => readBoard(db, appId, board) }
    const built = generations.build(name, source).finally(() => {
      building.delete(key)
      markers.delete(key)
    })
    built.catch((err: unknown) => {
      if (!(err instanceof OtherBuilderError))
        log.warn({ err, ...name }, 'a board was not built; the next read tries again')
    })
    building.set(key, built)
    return built
  }

  const cachedMarker = (name: BoardName): Promise<Marker> => {
    const key = `${name.appId} ${name.board}`
    const known = markers.get(key)
    if (known) return known
    const marker = generations.marker(name)
    markers.set(key, marker)
    marker.catch(() => markers.delete(key))
    return marker
  }

  const completeOf = async (name: BoardName): Promise<string> => {
    const { complete } = await cachedMarker(name)
    if (complete !== undefined) return complete
    await within(
      build(name).catch(() => undefined),
      PATIENCE,
    )
    const built = (await generations.marker(name)).complete
    if (built === undefined) throw notReady()
    return built
  }

  const boardIn = (name: BoardName, generation: string): Board =>
    shardedBoard(redis, generations.keyIn(name, generation))

  let isUnread = false
  /** Reads that fail because Redis is away are refused with the time to try again. One line is logged until a read succeeds. */
  const orNotReady = async <T>(work: () => Promise<T>): Promise<T> => {
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

  const guarded = (board: Board): Board => ({
    total: () => orNotReady(board.total),
    top: (count, below) => orNotReady(() => board.top(count, below)),
    placeOf: (userId) => orNotReady(() => board.placeOf(userId)),
    countFrom: (score) => orNotReady(() => board.countFrom(score)),
  })

  const writeApp = async (appId: string, scores: Map<string, News>) => {
    const weeks = new Set([...scores.values()].flatMap((news) => (news ? [news.week] : [])))
    const boards: BoardId[] = [...new Set<BoardId>([...currentBoards(), ...weeks])]
    for (const board of boards) {
      const name = { appId, board }
      const { complete, building: next } = await generations.marker(name)
      const live = new Set([complete, next].filter((each) => each !== undefined))
      const figures = [...scores].flatMap(([userId, news]) => {
        const score = news && scoreOn(board, news)
        return score === undefined ? [] : [[uuidToBytes(userId), score] as const]
      })
      if (figures.length > 0) for (const generation of live) await generations.write(name, generation, figures)
    }
  }

  const write = async (): Promise<void> => {
    const { scores, lost } = queue.take()
    try {
      for (const appId of lost) for (const board of currentBoards()) await generations.forget({ appId, board })
      for (const [appId, ofApp] of scores) await writeApp(appId, ofApp)
    } catch (error) {
      // What has changed since is newer. Scores may be written twice.
      for (const [appId, ofApp] of scores) queue.add(appId, ofApp, true)
      queue.lose(lost)
      throw error
    }
  }

  let writing: Promise<void> = Promise.resolve()
  let isAway = false
  const flush = (): Promise<void> => {
    const next = writing.catch(() => undefined).then(write)
    writing = next
    return next
  }
  const timer = setInterval(() => {
    flush().then(
      () => (isAway = false),
      (err: unknown) => {
        if (!isAway) log.warn({ err }, 'scores were not written to Redis; they wait for it')
        isAway = true
      },
    )
  }, FLUSH_AFTER).unref()

  return {
    engine: 'redis',
    get: (appId, board) =>
      orNotReady(async () => {
        const name = { appId, board }
        return guarded(boardIn(name, await completeOf(name)))
      }),
    set: (appId, userId, news) => queue.add(appId, [[userId, news]]),
    flush,
    scoresOf: async (appId, board, userIds) => {
      const { complete } = await generations.marker({ appId, board })
      if (complete === undefined) return undefined
      const keyOf = generations.keyIn({ appId, board }, complete)
      const members = userIds.map(uuidToBytes)
      const found = await Promise.all(members.map((member) => redis.zscore(keyOf(shardOf(member)), member)))
      return found.map((score) => (score === null ? undefined : -Number(score)))
    },
    correct: async (appId, board, scores) => {
      const { complete } = await generations.marker({ appId, board })
      if (complete === undefined) return
      const exact = scores.map(([userId, score]) => [uuidToBytes(userId), score] as const)
      await generations.write({ appId, board }, complete, exact, true)
    },
    rebuild: (appId) =>
      orNotReady(async () => {
        for (const board of currentBoards()) {
          const name = { appId, board }
          // Whoever holds the lock is the builder; the answer of this call shows it.
          if ((await generations.marker(name)).building === undefined) build(name).catch(() => undefined)
        }
      }),
    state: (appId) =>
      orNotReady(() =>
        Promise.all(
          currentBoards().map(async (board) => {
            const { complete, building: next, read, of } = await generations.marker({ appId, board })
            const players = complete === undefined ? null : await boardIn({ appId, board }, complete).total()
            return { board, players, building: next === undefined ? null : { read, of } }
          }),
        ),
      ),
    close: async () => {
      clearInterval(timer)
      await within(
        flush().catch(() => undefined),
        PATIENCE,
      )
    },
  }
}
