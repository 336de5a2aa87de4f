import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'
import type { Pool } from 'pg'
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
} from 'rate-limiter-flexible'

/** How many attempts within how many seconds, by what is counted. On by default; the scale setting multiplies them. */
const rules = {
  /** Wrong passwords for one account from one address. */
  passwordByAccountAndIp: { points: 10, duration: 15 * 60 },
  /** Wrong passwords for one account from anywhere, so that many addresses do not help. */
  passwordByAccount: { points: 100, duration: 60 * 60 },
  /** Wrong passwords from one address over all accounts. */
  passwordByIp: { points: 200, duration: 15 * 60 },
  /** New accounts from one address; each costs a password hash and three key derivations. */
  registrationByIp: { points: 120, duration: 60 * 60 },
} as const
export type LimitName = keyof typeof rules

/** Attempts used up; `seconds` until the next one counts. */
export class LimitExceededError extends Error {
  override readonly name = 'LimitExceededError'
  readonly seconds: number
  constructor(seconds: number) {
    super(`Too many attempts; try again in ${seconds} s`)
    this.seconds = seconds
  }
}

export interface Limits {
  /** Counts an attempt before it is made, in one atomic step. Throws LimitExceededError when none is left. */
  take: (name: LimitName, key: string) => Promise<void>
  /** Gives an attempt back that turned out to be rightful. */
  giveBack: (name: LimitName, key: string) => Promise<void>
}

/** Keys hold names and addresses of people: counters keep a digest, which also bounds their length. */
const digest = (key: string) => createHash('sha256').update(key).digest('base64url')

/** Counters in Redis where there is one, else in the database: shared by every instance either way. */
export const createLimits = (store: { pool: Pool; redis?: Redis | undefined }, scale: number): Limits => {
  if (scale === 0) return { take: async () => {}, giveBack: async () => {} }
  const limiters = Object.fromEntries(
    Object.entries(rules).map(([name, rule]) => [
      name,
      limiterFor(store, name, Math.ceil(rule.points * scale), rule.duration),
    ]),
  ) as Record<LimitName, RateLimiterAbstract>
  return {
    take: async (name, key) => {
      await limiters[name].consume(digest(key)).catch((refused: unknown) => {
        if (refused instanceof Error) throw refused
        throw new LimitExceededError(Math.ceil((refused as { msBeforeNext: number }).msBeforeNext / 1000))
      })
    },
    giveBack: async (name, key) => {
      await limiters[name].reward(digest(key))
    },
  }
}

const limiterFor = (
  { pool, redis }: { pool: Pool; redis?: Redis | undefined },
  keyPrefix: string,
  points: number,
  duration: number,
): RateLimiterAbstract => {
  if (redis) {
    // While Redis is away each instance counts for itself: logins go on, and guessing stays bounded.
    const insuranceLimiter = new RateLimiterMemory({ keyPrefix, points, duration })
    return new RateLimiterRedis({
      storeClient: redis,
      keyPrefix: `openauth:${keyPrefix}`,
      points,
      duration,
      insuranceLimiter,
    })
  }
  return new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limit',
    tableCreated: true,
    keyPrefix,
    points,
    duration,
    // Once used up, the answer is known without asking again.
    inMemoryBlockOnConsumed: points + 1,
  })
}
