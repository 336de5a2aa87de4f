import type { Deps } from '../../../deps.ts'
import type { BackgroundWork } from '../../../lib/background-work.ts'
import { judge } from '../../../lib/anti-cheat/judge.ts'
import { thresholds } from '../../../lib/anti-cheat/thresholds.ts'
import { readRules } from '../rules.ts'
import {
  dayNumber,
  findCommonTraces,
  findInvitedTogether,
  findRelay,
  storeAddresses,
  type StoredDay,
} from './find-shared.ts'
import { type FoundFlag, storeFlags } from './flags.ts'
import { actOnFlags, endOldLimits, endOldReviews } from './reviews.ts'
import { lockLiveUsers } from './store-days.ts'

/** How often days are judged. Milliseconds. */
const INTERVAL = 30_000
/** How many days each time. */
const DAYS = 200

/** For how many days statistics are kept, and flags. */
export const DAYS_KEPT = 14
export const FLAG_DAYS_KEPT = 90
/** A day's salt is needed while the day lasts, and for what is stored a little later. */
const SALT_DAYS_KEPT = 2

type WatchDeps = Pick<Deps, 'db' | 'clock' | 'playObserver' | 'gameRules'>

const dueDays = async ({ db }: WatchDeps): Promise<StoredDay[]> => {
  const where = { dueSince: { not: null } }
  const rows = await db.prisma.playerDay.findMany({ where, orderBy: { dueSince: 'asc' }, take: DAYS })
  return rows as unknown as StoredDay[]
}

/** The flags of a day by itself, with the day before. */
const ownFlags = ({ userId, appId, day, statistics }: StoredDay, before: StoredDay | undefined): FoundFlag[] =>
  judge({ day, today: statistics, yesterday: before?.statistics }, thresholds).map((flag) => ({
    userId,
    appId,
    day,
    ...flag,
  }))

/** Whoever has flags now, with the day of them. */
const actOnAll = async (deps: WatchDeps, flags: FoundFlag[]): Promise<void> => {
  const players = new Map(flags.map((flag) => [`${flag.userId} ${flag.day}`, flag]))
  for (const player of players.values())
    await deps.db.transaction(async (tx) => {
      const live = await lockLiveUsers(tx, [player.userId])
      const { rules } = await readRules(tx, player.appId)
      if (live.size > 0) await actOnFlags(tx, player, rules, deps.clock())
    })
}

/** Stores flags of users that are not deleted, and acts on them. */
const raise = async (deps: WatchDeps, flags: FoundFlag[]): Promise<void> => {
  if (flags.length === 0) return
  await deps.db.transaction(async (tx) => {
    const live = await lockLiveUsers(tx, [...new Set(flags.map(({ userId }) => userId))])
    const found = flags.filter(({ userId }) => live.has(userId))
    await storeFlags(tx, found, deps.clock())
  })
  await actOnAll(deps, flags)
}

/** Judges a day. It stays due if another part of it is stored meanwhile; two servers that judge it find the same. */
const judgeDay = async (deps: WatchDeps, stored: StoredDay): Promise<void> => {
  const { userId, day, version } = stored
  const { db } = deps
  const where = { userId_day: { userId, day: day - 1 } }
  const before = (await db.prisma.playerDay.findUnique({ where })) as unknown as StoredDay | null
  const common = await db.transaction(async (tx) => {
    if ((await lockLiveUsers(tx, [userId])).size === 0) return []
    await storeAddresses(tx, stored)
    return [...(await findCommonTraces(tx, stored)), ...(await findInvitedTogether(tx, stored))]
  })
  await raise(deps, [...ownFlags(stored, before ?? undefined), ...common])
  await db.prisma.playerDay.updateMany({ where: { userId, day, version }, data: { dueSince: null } })
}

const judgeAddresses = async (deps: WatchDeps, days: StoredDay[]): Promise<void> => {
  const all = days.flatMap(({ appId, day, statistics }) =>
    statistics.addresses.map((address) => ({ appId, day, address })),
  )
  const distinct = new Map(all.map((each) => [JSON.stringify(each), each]))
  for (const each of distinct.values()) await raise(deps, await findRelay(deps.db.prisma, each))
}

/** Judges the days that changed, the longest due first, until none is left or the server stops. */
export const judgeDueDays = async (deps: WatchDeps, signal?: AbortSignal): Promise<void> => {
  const days = await dueDays(deps)
  for (const day of days) {
    signal?.throwIfAborted()
    await judgeDay(deps, day)
  }
  await judgeAddresses(deps, days)
}

/** Ends reviews by time, and deletes what is no longer kept. */
export const sweepFairPlay = async (deps: WatchDeps): Promise<void> => {
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
export const watchFairPlay = async (deps: WatchDeps, signal?: AbortSignal): Promise<void> => {
  await deps.playObserver.flush()
  await judgeDueDays(deps, signal)
  await sweepFairPlay(deps)
}

/** Watches every half minute. A failure is logged; the next run tries again. Several servers may do it at once. */
export const startFairPlay = (background: BackgroundWork, deps: WatchDeps): void => {
  let isRunning = false
  background.repeat(INTERVAL, 'play was not judged', async (signal) => {
    if (isRunning) return
    isRunning = true
    await judgeDueDays(deps, signal).finally(() => (isRunning = false))
  })
  background.repeat(20 * INTERVAL, 'old statistics of play were not deleted', () => sweepFairPlay(deps))
}
