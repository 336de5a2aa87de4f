import { randomUUID } from 'node:crypto'
import type { ScoreColumns } from '../../../../lib/ranking/ranking.ts'
import type { BoardId } from '../score.ts'
import { type BoardKeys, SHARDS, shardOf } from './keys.ts'
import type { BoardRedis } from './sharded-board.ts'

/** Seconds that sets stay which nobody reads any more, so that a server that has just read the marker finds its generation. */
const OLD_STAYS = 60
/** Seconds after which sets end whose building was abandoned. */
const UNFINISHED_STAYS = 3600
/** Seconds after which a week's board ends: it is looked at for two weeks. */
const WEEK_STAYS = 21 * 86_400
/** Players whose scores one command sets: Redis takes less than a millisecond for them. */
const AT_A_TIME = 250
/** Milliseconds for which a builder that stopped holds the lock, which names the generation being built. */
const LOCK = 15_000

/** The state of a board in Redis. A board without a complete generation was never built, or Redis lost it. */
export interface Marker {
  complete: string | undefined
  building: string | undefined
  /** How many players the builder has read, and of how many. */
  read: number
  of: number
}

/** Whose board, and which. */
export interface BoardName {
  appId: string
  board: BoardId
}

/** Extends the lock while it is held by this token. */
const extendLock = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end return 0`
const endLock = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`

/** A player, as 16 bytes of its UUID: less memory than its text, and the same order; and its score. */
export type MemberScore = readonly [member: Buffer, score: number | null]

/** The list at a key, which begins empty. */
const listIn = <Value>(lists: Map<number, Value[]>, key: number): Value[] => {
  const list = lists.get(key) ?? []
  lists.set(key, list)
  return list
}

function* membersOf({ ids, scores }: ScoreColumns): Generator<MemberScore> {
  for (const [row, score] of scores.entries()) yield [ids.subarray(16 * row, 16 * row + 16), score]
}

/** Thrown where another server builds the board now. */
export class OtherBuilderError extends Error {
  override readonly name = 'OtherBuilderError'
}

const eachShard = async (work: (shard: number) => Promise<unknown>) => {
  await Promise.all(Array.from({ length: SHARDS }, (_, shard) => work(shard)))
}

/** The key of each shard's sorted set. */
type KeyOfShard = (shard: number) => string

/** Adds scores of which the highest counts; null removes the player. `isExact` replaces whatever is there. */
const writeScores = async (
  redis: BoardRedis,
  keyOf: KeyOfShard,
  scores: Iterable<MemberScore>,
  isExact: boolean,
): Promise<void> => {
  const [set, gone] = [new Map<number, (number | Buffer)[]>(), new Map<number, Buffer[]>()]
  for (const [member, score] of scores) {
    const shard = shardOf(member)
    if (score === null) listIn(gone, shard).push(member)
    else listIn(set, shard).push(-score, member)
  }
  // One after another, a few at a time: neither this server's event loop nor Redis stops for long.
  for (const [shard, pairs] of set)
    for (let from = 0; from < pairs.length; from += 2 * AT_A_TIME) {
      const some = pairs.slice(from, from + 2 * AT_A_TIME)
      await (isExact ? redis.zadd(keyOf(shard), ...some) : redis.zadd(keyOf(shard), 'LT', ...some))
    }
  await Promise.all([...gone].map(([shard, members]) => redis.zrem(keyOf(shard), ...members)))
}

/** The lock of each board, which its builder holds: it names the generation being built. */
const createBuildLocks = (redis: BoardRedis, keys: BoardKeys) => {
  const keyOf = ({ appId, board }: BoardName) => keys.lock(appId, board)
  return {
    holder: (name: BoardName) => redis.get(keyOf(name)),
    /** Throws OtherBuilderError where another one holds it. */
    take: async (name: BoardName, generation: string): Promise<void> => {
      if ((await redis.set(keyOf(name), generation, 'PX', LOCK, 'NX')) === null) throw new OtherBuilderError()
    },
    /** Throws OtherBuilderError where it was lost meanwhile. */
    extend: async (name: BoardName, generation: string): Promise<void> => {
      if ((await redis.eval(extendLock, 1, keyOf(name), generation, LOCK)) === 0) throw new OtherBuilderError()
    },
    end: async (name: BoardName, generation: string): Promise<void> => {
      await redis.eval(endLock, 1, keyOf(name), generation).catch(() => undefined)
    },
  }
}

/** Boards in Redis by generation: a rebuild fills new sorted sets beside the complete ones, and then takes their place. */
export const createGenerations = (redis: BoardRedis, keys: BoardKeys) => {
  const locks = createBuildLocks(redis, keys)
  const keyIn =
    ({ appId, board }: BoardName, generation: string): KeyOfShard =>
    (shard) =>
      keys.scores(appId, board, generation, shard)

  /** In this order: a generation that is complete a moment later is still the one being built, or already complete. */
  const marker = async (name: BoardName): Promise<Marker> => {
    const [building, { complete, read, of }] = await Promise.all([
      locks.holder(name),
      redis.hgetall(keys.marker(name.appId, name.board)),
    ])
    return { complete, building: building ?? undefined, read: Number(read ?? 0), of: Number(of ?? 0) }
  }

  const write = (name: BoardName, generation: string, scores: Iterable<MemberScore>, isExact = false) =>
    writeScores(redis, keyIn(name, generation), scores, isExact)

  const finish = async (name: BoardName, generation: string, before: string | undefined) => {
    const { appId, board } = name
    const [keyOf, marked] = [keyIn(name, generation), keys.marker(appId, board)]
    await eachShard((shard) => (board === 'all' ? redis.persist(keyOf(shard)) : redis.expire(keyOf(shard), WEEK_STAYS)))
    await redis.hset(marked, 'complete', generation)
    await redis.hdel(marked, 'read', 'of')
    if (board !== 'all') await redis.expire(marked, WEEK_STAYS)
    if (before !== undefined) await eachShard((shard) => redis.expire(keyIn(name, before)(shard), OLD_STAYS))
  }

  /** What other servers write from now on goes to both generations, and what they wrote before is read here. */
  const fill = async (name: BoardName, generation: string, source: Source) => {
    const marked = keys.marker(name.appId, name.board)
    const { complete } = await marker(name)
    await redis.hset(marked, { read: 0, of: await source.count() })
    let read = 0
    for await (const columns of source.columns()) {
      await write(name, generation, membersOf(columns))
      await eachShard((shard) => redis.expire(keyIn(name, generation)(shard), UNFINISHED_STAYS))
      read += columns.scores.length
      await redis.hset(marked, 'read', read)
      await locks.extend(name, generation)
    }
    await finish(name, generation, complete)
  }

  return {
    marker,
    keyIn,
    /** Adds scores of which the highest counts; null removes the player. `isExact` replaces whatever is there. */
    write,
    /** Makes reads build the board again. */
    forget: ({ appId, board }: BoardName) => redis.hdel(keys.marker(appId, board), 'complete'),
    /** Builds a board anew from the database. Throws OtherBuilderError where another server does. */
    build: async (name: BoardName, source: Source): Promise<void> => {
      const generation = randomUUID()
      await locks.take(name, generation)
      try {
        await fill(name, generation, source)
      } finally {
        await locks.end(name, generation)
      }
    },
  }
}
export type Generations = ReturnType<typeof createGenerations>

/** Where a board is read from. */
export interface Source {
  count: () => Promise<number>
  columns: () => AsyncIterable<ScoreColumns>
}
