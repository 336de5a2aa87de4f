import type { GameRules } from '@openauth/client'
import type { Statement, Tx } from '../../../db.ts'
import type { BackgroundWork } from '../../../lib/background-work.ts'
import type { DayStatistics } from '../../../lib/anti-cheat/day.ts'
import { judge } from '../../../lib/anti-cheat/judge.ts'
import { thresholds } from '../../../lib/anti-cheat/thresholds.ts'
import type { Platform } from '../../../resources.ts'
import { lockLiveUsers } from '../../users/lock-user.ts'
import { readRules, type RulesCache } from '../rules.ts'
import type { PlayObserver } from './observer.ts'
import {
  dayNumber,
  findCommonTraces,
  findInvitedTogether,
  findRelay,
  storeAddresses,
  type StoredDay,
} from './find-shared.ts'
import { type FoundFlag, storeFlags } from './flags.ts'
import { actOnFlags, endOldLimits, endOldReviews, findActions } from './reviews.ts'
import { keyOf, readDays } from './store-days.ts'

/** How often days are judged. Milliseconds. */
const INTERVAL = 30_000
/** How many days each time, and how many of them in one transaction. */
const DAYS = 200
const TOGETHER = 25

/** For how many days statistics are kept, and flags. */
export const DAYS_KEPT = 14
export const FLAG_DAYS_KEPT = 90
/** A day's salt is needed while the day lasts, and for what is stored a little later. */
const SALT_DAYS_KEPT = 2

interface WatchNeeds extends Pick<Platform, 'db' | 'clock'> {
  playObserver: PlayObserver
  gameRules: RulesCache
}

const dueDays = async ({ db }: WatchNeeds): Promise<StoredDay[]> => {
  const where = { dueSince: { not: null } }
  const rows = await db.prisma.playerDay.findMany({ where, orderBy: { dueSince: 'asc' }, take: DAYS })
  return rows as unknown as StoredDay[]
}

/** The flags of a day by itself, with the day before. */
const ownFlags = ({ userId, appId, day, statistics }: StoredDay, yesterday: DayStatistics | undefined): FoundFlag[] =>
  judge({ day, today: statistics, yesterday }, thresholds).map((flag) => ({
    userId,
    appId,
    day,
    ...flag,
  }))

/** Delays payouts and limits taps of whoever has flags now, where the rules of the app say so. */
const actOnAll = async ({ db, clock }: WatchNeeds, flags: FoundFlag[]): Promise<void> => {
  const days = [...new Map(flags.map((flag) => [keyOf(flag), flag])).values()]
  const rules = new Map<string, GameRules>()
  for (const { appId } of days) if (!rules.has(appId)) rules.set(appId, (await readRules(db.prisma, appId)).rules)
  for (const suspected of await findActions(db.prisma, days, rules, clock()))
    await db.transaction(async (tx) => {
      const live = await lockLiveUsers(tx, [suspected.userId])
      if (live.size > 0) await actOnFlags(tx, suspected, rules, clock())
    })
}

/** Stores flags of users that are not deleted, and acts on them. */
const raise = async (deps: WatchNeeds, flags: FoundFlag[]): Promise<void> => {
  if (flags.length === 0) return
  await deps.db.transaction(async (tx) => {
    const live = await lockLiveUsers(tx, [...new Set(flags.map(({ userId }) => userId))])
    const found = flags.filter(({ userId }) => live.has(userId))
    await storeFlags(tx, found, deps.clock())
  })
  await actOnAll(deps, flags)
}

const dayBefore = ({ userId, day }: StoredDay) => ({ userId, day: day - 1 })

/** The statistics of the days before these. */
const findDaysBefore = async ({ db }: WatchNeeds, days: StoredDay[]): Promise<Map<string, DayStatistics>> =>
  new Map((await readDays(db.prisma, days.map(dayBefore))).map((row) => [keyOf(row), row.statistics]))

/** Keeps days from other servers' judging until the transaction ends. Returns those that no other server judges at this moment. */
export const lockDays = async <Day extends Pick<StoredDay, 'userId' | 'day'>>(tx: Tx, days: Day[]): Promise<Day[]> => {
  const rows = await tx.$queryRaw<Pick<StoredDay, 'userId' | 'day'>[]>`
    SELECT "userId", day FROM unnest(${days.map(({ userId }) => userId)}::uuid[], ${days.map(({ day }) => day)}::int[]) AS k("userId", day)
    WHERE pg_try_advisory_xact_lock(hashtextextended("userId"::text, day))`
  const locked = new Set(rows.map(keyOf))
  return days.filter((day) => locked.has(keyOf(day)))
}

const markJudged: Statement = {
  name: 'play-judged',
  text: `UPDATE "PlayerDay" SET "dueSince" = NULL WHERE "userId" = $1 AND day = $2 AND version = $3`,
}

/**
 * Judges days. One that another server judges stays due. A day of a deleted user is done, without flags.
 */
const judgeDays = async (deps: WatchNeeds, due: StoredDay[]): Promise<void> => {
  const before = await findDaysBefore(deps, due)
  const { days, done, common } = await deps.db.transaction(async (tx) => {
    const live = await lockLiveUsers(
      tx,
      due.map(({ userId }) => userId),
    )
    const days = await lockDays(
      tx,
      due.filter(({ userId }) => live.has(userId)),
    )
    const done = [...days, ...due.filter(({ userId }) => !live.has(userId))]
    if (days.length === 0) return { days, done, common: [] }
    await storeAddresses(tx, days)
    const common = [...(await findCommonTraces(tx, days)), ...(await findInvitedTogether(tx, days))]
    return { days, done, common }
  })
  await raise(deps, [...days.flatMap((each) => ownFlags(each, before.get(keyOf(dayBefore(each))))), ...common])
  // A day that has changed since it was read stays due.
  for (const { userId, day, version } of done) await deps.db.query(markJudged, [userId, day, version])
}

const judgeAddresses = async (deps: WatchNeeds, days: StoredDay[]): Promise<void> => {
  const all = days.flatMap(({ appId, day, statistics }) =>
    statistics.addresses.map((address) => ({ appId, day, address })),
  )
  const distinct = new Map(all.map((each) => [JSON.stringify(each), each]))
  for (const each of distinct.values()) await raise(deps, await findRelay(deps.db.prisma, each))
}

/** Judges the days that changed, the longest due first, until none is left or the server stops. */
export const judgeDueDays = async (deps: WatchNeeds, signal?: AbortSignal): Promise<void> => {
  const days = await dueDays(deps)
  for (let index = 0; index < days.length; index += TOGETHER) {
    signal?.throwIfAborted()
    await judgeDays(deps, days.slice(index, index + TOGETHER))
  }
  await judgeAddresses(deps, days)
}

/** Ends reviews by time, and deletes what is no longer kept. */
export const sweepFairPlay = async (deps: WatchNeeds): Promise<void> => {
  const { prisma } = deps.db
  const now = deps.clock()
  const before = (days: number) => ({ where: { day: { lt: dayNumber(now) - days } } })
  await prisma.playerDay.deleteMany(before(DAYS_KEPT))
  await prisma.playerTrace.deleteMany(before(DAYS_KEPT))
  await prisma.playerAddress.deleteMany(before(DAYS_KEPT))
  await prisma.addressSalt.deleteMany(before(SALT_DAYS_KEPT))
  await prisma.playerFlag.deleteMany(before(FLAG_DAYS_KEPT))
  const open = await prisma.playerReview.groupBy({ by: ['appId'], where: { state: { in: ['held', 'appealed'] } } })
  const limited = await prisma.player.groupBy({ by: ['appId'], where: { tapLimitOn: { not: null } } })
  for (const appId of new Set([...open, ...limited].map((each) => each.appId))) {
    const { rules } = await readRules(prisma, appId)
    await deps.db.transaction((tx) => endOldReviews(tx, { appId, now }, rules))
    await endOldLimits(prisma, { appId, now }, rules)
  }
}

/** Stores what this server has observed, judges what is due, and sweeps. */
export const watchFairPlay = async (deps: WatchNeeds, signal?: AbortSignal): Promise<void> => {
  await deps.playObserver.flush()
  await judgeDueDays(deps, signal)
  await sweepFairPlay(deps)
}

/** Watches every half minute. A failure is logged; the next run tries again. Several servers may do it at once. */
export const startFairPlay = (background: BackgroundWork, deps: WatchNeeds): void => {
  let isRunning = false
  background.repeat(INTERVAL, 'play was not judged', async (signal) => {
    if (isRunning) return
    isRunning = true
    await judgeDueDays(deps, signal).finally(() => (isRunning = false))
  })
  background.repeat(20 * INTERVAL, 'old statistics of play were not deleted', () => sweepFairPlay(deps))
}
