import type { Redis } from 'ioredis'
import type { Ranked } from '../../../../lib/ranking/ranking.ts'
import type { Board } from '../board.ts'
import { uuidFromBytes, uuidToBytes } from '../../../../lib/ranking/uuid.ts'
import { SHARDS, shardOf } from './keys.ts'

/** Commands that boards use. Each names one key, so that a cluster takes it. */
export type BoardRedis = Pick<
  Redis,
  | 'zadd'
  | 'zrem'
  | 'zcard'
  | 'zcount'
  | 'zscore'
  | 'zrangeBuffer'
  | 'get'
  | 'hgetall'
  | 'hset'
  | 'hdel'
  | 'del'
  | 'set'
  | 'eval'
> &
  Pick<Redis, 'expire' | 'persist'>

const shards = Array.from({ length: SHARDS }, (_, shard) => shard)
const sum = (numbers: number[]) => numbers.reduce((all, each) => all + each, 0)

interface Entry {
  player: string
  score: number
}

/** `ZRANGE … BYSCORE WITHSCORES` of negated scores: the best first, and equal ones by the bytes of their ids. */
const readFirst = async (
  redis: BoardRedis,
  key: string,
  below: number | undefined,
  count: number,
): Promise<Entry[]> => {
  const from = below === undefined ? '-inf' : `(${-below}`
  const found = await redis.zrangeBuffer(key, from, '+inf', 'BYSCORE', 'LIMIT', 0, count, 'WITHSCORES')
  return Array.from({ length: found.length / 2 }, (_, index) => ({
    player: uuidFromBytes(found[index * 2]!),
    score: -Number(found[index * 2 + 1]!.toString()) + 0,
  }))
}

const isAhead = (a: Entry, b: Entry) => b.score - a.score || (a.player < b.player ? -1 : 1)

/**
 * The first `limit` of all shards. Players are spread evenly, so a shard holds few of them: each is asked for a few, and only one whose
 * last answer is among the first of all is asked for as many as there could be.
 */
const readFirstOfAll = async (
  redis: BoardRedis,
  keyOf: (shard: number) => string,
  below: number | undefined,
  limit: number,
): Promise<Entry[]> => {
  const few = Math.min(limit, 4 + Math.ceil((2 * limit) / SHARDS))
  const lists = await Promise.all(shards.map((shard) => readFirst(redis, keyOf(shard), below, few)))
  const first = lists.flat().toSorted(isAhead).slice(0, limit)
  const among = new Set(first)
  const isCut = (list: Entry[]) => few < limit && list.length === few && among.has(list.at(-1)!)
  if (!lists.some(isCut)) return first
  const whole = await Promise.all(
    lists.map(async (list, shard) => (isCut(list) ? readFirst(redis, keyOf(shard), below, limit) : list)),
  )
  return whole.flat().toSorted(isAhead).slice(0, limit)
}

/**
 * A board in sorted sets, by shard. Scores are negated: Redis sorts equal ones upwards by their members, which is the order of
 * ranking.ts. A rank is one more than the players ahead, counted in every shard: O(SHARDS × log n).
 */
export const shardedBoard = (redis: BoardRedis, keyOf: (shard: number) => string): Board => {
  const count = async (each: (key: string) => Promise<number>) =>
    sum(await Promise.all(shards.map((shard) => each(keyOf(shard)))))
  const countFrom = (score: number) => count((key) => redis.zcount(key, '-inf', -score))
  const countAbove = (score: number) => count((key) => redis.zcount(key, '-inf', `(${-score}`))
  return {
    total: () => count((key) => redis.zcard(key)),
    countFrom,
    placeOf: async (userId) => {
      const member = uuidToBytes(userId)
      const found = await redis.zscore(keyOf(shardOf(member)), member)
      if (found === null) return undefined
      const score = -Number(found)
      return { rank: (await countAbove(score)) + 1, score }
    },
    top: async (limit, below) => {
      const [first, above] = await Promise.all([
        readFirstOfAll(redis, keyOf, below, limit),
        below === undefined ? 0 : countFrom(below),
      ])
      const ranked: Ranked[] = []
      for (const [index, each] of first.entries()) {
        const ahead = ranked.at(-1)
        ranked.push({ ...each, rank: ahead?.score === each.score ? ahead.rank : above + index + 1 })
      }
      return ranked
    },
  }
}
