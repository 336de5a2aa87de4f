import { createHash } from 'node:crypto'
import type { Cluster, Redis } from 'ioredis'
import type { Pool } from 'pg'
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible'

/**
 * The attempt counters: each counts attempts of one kind from one source and refuses those beyond its points, for
 * `duration` seconds. The scale setting (`OPENAUTH_RATE_LIMIT_SCALE`) multiplies the points.
 */
const rules = {
  /** Wrong passwords for one account from one address. */
  passwordByAccountAndIp: { points: 10, duration: 15 * 60 },
  /** Wrong passwords for one account from a browser with its device cookie. */
  passwordByDevice: { points: 10, duration: 15 * 60 },
  /**
   * Wrong passwords for one account from all addresses without an earlier login, so that many addresses do not help.
   */
  passwordByAccount: { points: 100, duration: 60 * 60 },
  /** Wrong passwords from one address over all accounts. */
  passwordByIp: { points: 200, duration: 15 * 60 },
  /** New accounts from one address; each costs a password hash and three key derivations. */
  registrationByIp: { points: 120, duration: 60 * 60 },
  /** Codes sent to one e-mail address of an app, by requests of one network and of all networks. */
  mailByAddressAndIp: { points: 5, duration: 15 * 60 },
  mailByAddress: { points: 20, duration: 60 * 60 },
  /** Codes requested from one address. */
  mailByIp: { points: 30, duration: 15 * 60 },
  /** Wrong e-mail codes from one address over all accounts. */
  codeByIp: { points: 50, duration: 15 * 60 },
  /** Wrong e-mail codes for one account from one network, and from all: a new code does not reset the count. */
  codeByAccountAndIp: { points: 50, duration: 86_400 },
  codeByAccount: { points: 500, duration: 86_400 },
  /**
   * Wrong codes of an admin's second factor, after the right password: from a browser with its device cookie, from an address of an earlier
   * login, and from all others. Of a million codes three are right at a time.
   */
  secondFactorByDevice: { points: 20, duration: 86_400 },
  secondFactorByAdminAndIp: { points: 20, duration: 86_400 },
  secondFactorByAdmin: { points: 20, duration: 86_400 },
  /** Passkey challenges of one admin. */
  passkeyByAdmin: { points: 30, duration: 15 * 60 },
  /** Device logins started from one address; each keeps a row until it expires. */
  deviceStartByIp: { points: 30, duration: 15 * 60 },
  /** Polls of device logins from one address, at a third of a second for ten minutes. */
  devicePollByIp: { points: 1800, duration: 10 * 60 },
  /** Codes of devices that an admin types; a wrong one is a guess at somebody else's. */
  deviceCodeByAdmin: { points: 20, duration: 15 * 60 },
  deviceCodeByIp: { points: 60, duration: 15 * 60 },
  /** Invitations of admins by one owner, and to one address: each is a mail that nobody asked for. */
  invitationByAdmin: { points: 30, duration: 60 * 60 },
  invitationByAddress: { points: 5, duration: 86_400 },
  /** Invitations that are looked at or accepted from one address; an acceptance costs a password hash. */
  invitationByIp: { points: 60, duration: 15 * 60 },
  /** Redirect logins started from one address; each keeps a row until it is finished. */
  redirectByIp: { points: 300, duration: 5 * 60 },
  /** Logins at clients of an app's OpenID provider that begin at one address, and codes of devices tried there. */
  oidcByIp: { points: 600, duration: 5 * 60 },
  /** Clients that register themselves from one address; each keeps a row for a day. */
  oidcRegistrationByIp: { points: 20, duration: 60 * 60 },
  /** Wallet messages and passkey challenges, likewise. */
  challengeByIp: { points: 300, duration: 5 * 60 },
  /** Invitations that pages ask about from one address. */
  inviterByIp: { points: 300, duration: 5 * 60 },
  /** Passkey registrations started by a user. */
  passkeyByUser: { points: 30, duration: 15 * 60 },
  /** Calls of a user that query a chain or sign: each causes several calls to a node, which may charge per call. */
  walletByUser: { points: 600, duration: 5 * 60 },
  /** Exports of everything about a user, by the user. */
  dataExportByUser: { points: 5, duration: 86_400 },
  /** Acceptances of terms by a user. */
  termsByUser: { points: 60, duration: 60 * 60 },
  /** Calls with one app secret; a partner's server normally stays far below it. */
  requestByAppSecret: { points: 30_000, duration: 5 * 60 },
  /** Of these, calls that sign for a user, limited so that a stolen secret works slowly enough to be noticed. */
  signByAppSecret: { points: 300, duration: 5 * 60 },
  /** Private key exports of a user. */
  exportByUser: { points: 10, duration: 60 * 60 },
  /** Squads that a player founds: each keeps a row and a name. */
  squadByUser: { points: 10, duration: 86_400 },
  /** Squads that a player joins: each time changes a row that all members share. */
  squadJoinByUser: { points: 60, duration: 60 * 60 },
  /** Changes of login methods: each is listed, kept for a month and announced to the user. */
  accountChangeByUser: { points: 60, duration: 60 * 60 },
  /** Tests of login methods by one admin: each asks a provider or the mail server. */
  methodTestByAdmin: { points: 60, duration: 5 * 60 },
  /** Test mails of one admin, and to one address: they are mails that nobody but an operator asked for. */
  testMailByAdmin: { points: 5, duration: 15 * 60 },
  testMailByAddress: { points: 10, duration: 86_400 },
  /** Rejected credentials from one address that cost a call to a provider or a chain. */
  remoteProofByIp: { points: 200, duration: 5 * 60 },
  /** The same for contract wallets, whose contract determines the cost of the verification on the chain. */
  contractProofByIp: { points: 10, duration: 5 * 60 },
  /** Checks of a task for one player that ask Telegram, a chain or a partner. */
  taskCheckByPlayer: { points: 1, duration: 5 },
  /** Codes of tasks that a player tries. */
  taskCodeByUser: { points: 10, duration: 15 * 60 },
} as const
export type AttemptRule = keyof typeof rules

/** The attempts are used up; `seconds` until the next one is allowed. */
export class LimitExceededError extends Error {
  override readonly name = 'LimitExceededError'
  readonly seconds: number
  constructor(seconds: number) {
    super(`Too many attempts; try again in ${seconds} s`)
    this.seconds = seconds
  }
}

/** One counter: a rule and its subject. */
export type Counted = readonly [rule: AttemptRule, key: string]

export interface AttemptCounters {
  /**
   * Counts attempts before they are made, each in one atomic step. Throws LimitExceededError when one of them is used
   * up.
   */
  consume: (...counted: Counted[]) => Promise<void>
  /** Refunds attempts that turned out to be legitimate. */
  refund: (...counted: Counted[]) => Promise<void>
}

/** Keys hold names and addresses of people, so counters store a digest, which also bounds their length. */
const digest = ([rule, key]: Counted) => `${rule}:${createHash('sha256').update(key).digest('base64url')}`

const pointsOf = (rule: AttemptRule, scale: number) => Math.ceil(rules[rule].points * scale)

/**
 * Counters in Redis if configured, else in the database; all instances share them. `installation` separates several
 * installations on one Redis.
 */
export const createAttemptCounters = (
  store: { pool: Pool; redis?: Redis | Cluster | undefined; installation: string },
  scale: number,
): AttemptCounters => {
  if (scale === 0) return { consume: async () => {}, refund: async () => {} }
  return store.redis ? countersInRedis(store.redis, store.installation, scale) : countersInPostgres(store.pool, scale)
}

const exceeded = (waitsMs: number[]) => new LimitExceededError(Math.max(1, Math.ceil(Math.max(...waitsMs) / 1000)))

const countersInRedis = (storeClient: Redis | Cluster, installation: string, scale: number): AttemptCounters => {
  const limiters = new Map(
    (Object.keys(rules) as AttemptRule[]).map((rule) => {
      const options = { points: pointsOf(rule, scale), duration: rules[rule].duration }
      // While Redis is unavailable each instance counts for itself: logins work, and guessing stays bounded.
      const insuranceLimiter = new RateLimiterMemory({ keyPrefix: rule, ...options })
      return [
        rule,
        new RateLimiterRedis({ storeClient, keyPrefix: `openauth:${installation}`, ...options, insuranceLimiter }),
      ]
    }),
  )
  return {
    consume: async (...counted) => {
      const outcomes = await Promise.allSettled(counted.map((each) => limiters.get(each[0])!.consume(digest(each))))
      const refusals = outcomes
        .filter((outcome) => outcome.status === 'rejected')
        .map(({ reason }) => reason as unknown)
      if (refusals.length === 0) return
      // A refused attempt is not made, so its other counters are refunded; otherwise a stranger who has used up the
      // attempts of one address would also use up the victim's.
      const made = counted.filter((_, index) => outcomes[index]!.status === 'fulfilled')
      await Promise.all(made.map((each) => limiters.get(each[0])!.reward(digest(each))))
      const broken = refusals.find((reason) => reason instanceof Error)
      if (broken) throw broken
      throw exceeded(refusals.map((reason) => (reason as { msBeforeNext: number }).msBeforeNext))
    },
    refund: async (...counted) => {
      await Promise.all(counted.map((each) => limiters.get(each[0])!.reward(digest(each))))
    },
  }
}

/** Sorted by key, so that two statements over the same counters wait for each other instead of deadlocking. */
const count = {
  name: 'limit-consume',
  text: `
    INSERT INTO rate_limit AS held (key, points, expire)
    SELECT key, 1, (extract(epoch FROM now()) + duration) * 1000
    FROM unnest($1::text[], $2::int[]) AS given (key, duration) ORDER BY key
    ON CONFLICT (key) DO UPDATE SET
      points = CASE WHEN held.expire > extract(epoch FROM now()) * 1000 THEN held.points + 1 ELSE 1 END,
      expire = CASE WHEN held.expire > extract(epoch FROM now()) * 1000 THEN held.expire ELSE excluded.expire END
    RETURNING key, points, (expire - extract(epoch FROM now()) * 1000)::float8 AS wait`,
}

const uncount = {
  name: 'limit-refund',
  text: `
    UPDATE rate_limit SET points = points - 1
    WHERE key IN (SELECT key FROM rate_limit WHERE key = ANY($1::text[]) ORDER BY key FOR UPDATE) AND points > 0`,
}

/**
 * All counters of one attempt in one prepared statement. The library's store would need a round trip for each of a
 * login's six counters, which cost as much as the password hash.
 */
const countersInPostgres = (pool: Pool, scale: number): AttemptCounters => ({
  consume: async (...counted) => {
    const values = [counted.map(digest), counted.map(([rule]) => rules[rule].duration)]
    const { rows } = await pool.query<{ key: string; points: number; wait: number }>({ ...count, values })
    const rowOf = (each: Counted) => rows.find(({ key }) => key === digest(each))!
    const isUsedUp = (each: Counted) => rowOf(each).points > pointsOf(each[0], scale)
    const usedUp = counted.filter(isUsedUp)
    if (usedUp.length === 0) return
    // As with Redis: a refused attempt counts only in the counter that refused it.
    const made = counted.filter((each) => !isUsedUp(each))
    if (made.length > 0) await pool.query({ ...uncount, values: [made.map(digest)] })
    throw exceeded(usedUp.map((each) => rowOf(each).wait))
  },
  refund: async (...counted) => {
    await pool.query({ ...uncount, values: [counted.map(digest)] })
  },
})
