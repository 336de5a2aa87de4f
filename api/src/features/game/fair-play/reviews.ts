// The review of a player: what delays its payouts, and what ends the delay.
import type { GameRules } from '@openauth/client'
import type { PlayerModel, PlayerReviewModel, Tx } from '../../../db.ts'
import { DAY } from '../../../lib/anti-cheat/day.ts'
import { isSuspicious } from '../../../lib/anti-cheat/judge.ts'
import { findCodes } from './flags.ts'

export interface ReviewedPlayer {
  userId: string
  appId: string
}

/** Delays payouts from now on, unless they are delayed already. */
const holdPayouts = (tx: Tx, userId: string, now: number) =>
  tx.player.updateMany({ where: { userId, payoutHeldSince: null }, data: { payoutHeldSince: now } })

/** A review that begins. What was said and decided before is gone from it, and stays in the audit. */
const begun = { state: 'held', appeal: null, appealedAt: null, appeals: 0, decidedAt: null, reason: null } as const

/** The review of a player whose payouts are to be delayed: the present one, or a new one. */
export const openReview = async (
  tx: Tx,
  { userId, appId }: ReviewedPlayer,
  { now, day }: { now: number; day: number },
): Promise<PlayerReviewModel> => {
  await holdPayouts(tx, userId, now)
  const known = await tx.playerReview.findUnique({ where: { userId } })
  if (!known) return tx.playerReview.create({ data: { ...begun, userId, appId, since: now, suspectedOn: day } })
  const suspectedOn = Math.max(known.suspectedOn, day)
  const change = known.state === 'cleared' ? { ...begun, since: now, suspectedOn } : { suspectedOn }
  return tx.playerReview.update({ where: { userId }, data: change })
}

export interface SuspectedDay extends ReviewedPlayer {
  day: number
}

type Limits = Pick<PlayerModel, 'payoutHeldSince' | 'tapLimit' | 'tapLimitOn'>

const isHeldFor = (day: number, review: PlayerReviewModel | undefined, { payoutHeldSince }: Limits): boolean =>
  payoutHeldSince !== null && review !== undefined && review.state !== 'cleared' && review.suspectedOn >= day

/** An operator's limit stays, and so does that of a later day. */
const isLimitedFor = (day: number, { tapLimit, tapLimitOn }: Limits): boolean =>
  tapLimit !== null && (tapLimitOn === null || tapLimitOn >= day)

/** Which of these days' flags are a suspicion, and what the apps' rules ask for then and is not done yet. */
export const findActions = async (
  tx: Tx,
  days: SuspectedDay[],
  rules: Map<string, GameRules>,
  now: number,
): Promise<(SuspectedDay & { holds: boolean; limits: boolean })[]> => {
  const where = { userId: { in: days.map(({ userId }) => userId) } }
  const reviews = new Map((await tx.playerReview.findMany({ where })).map((review) => [review.userId, review]))
  const players = new Map((await tx.player.findMany({ where })).map((player) => [player.userId, player]))
  const flags = await findCodes(tx, days)
  return days.flatMap(({ userId, appId, day }) => {
    const [player, review, { antiCheat }] = [players.get(userId), reviews.get(userId), rules.get(appId)!]
    const ignored = Number(review?.ignoredUntil ?? 0) > now ? review!.ignoredCodes : []
    const own = flags.filter((flag) => flag.userId === userId && flag.day === day && !ignored.includes(flag.code))
    if (!player || !isSuspicious(own.map(({ code }) => code))) return []
    const holds = antiCheat.holds && !isHeldFor(day, review, player)
    const limits = antiCheat.tapLimit !== null && !isLimitedFor(day, player)
    return holds || limits ? [{ userId, appId, day, holds, limits }] : []
  })
}

/** Acts on the flags of a player's day, if they are a suspicion: by the app's rules it delays payouts and limits taps. */
export const actOnFlags = async (
  tx: Tx,
  suspected: SuspectedDay,
  rules: Map<string, GameRules>,
  now: number,
): Promise<void> => {
  const [action] = await findActions(tx, [suspected], rules, now)
  const { userId, appId, day } = suspected
  if (action?.holds) await openReview(tx, { userId, appId }, { now, day })
  if (!action?.limits) return
  const where = { userId, OR: [{ tapLimit: null }, { tapLimitOn: { lt: day } }] }
  const { tapLimit } = rules.get(appId)!.antiCheat
  await tx.player.updateMany({ where, data: { tapLimit, tapLimitOn: day } })
}

/** Ends the delay of payouts; what was decided is kept also of a player who had no review. */
export const endReview = async (
  tx: Tx,
  { userId, appId }: ReviewedPlayer,
  change: { now: number; reason: string; ignoredCodes?: string[]; ignoredUntil?: number },
): Promise<void> => {
  const { now, ...rest } = change
  await tx.player.updateMany({ where: { userId }, data: { payoutHeldSince: null } })
  const data = { state: 'cleared', since: now, decidedAt: now, ...rest } as const
  const create = { ...begun, userId, appId, suspectedOn: Math.floor(now / DAY), ...data }
  await tx.playerReview.upsert({ where: { userId }, create, update: data })
}

/** Ends the limit of a player's taps, whoever has set it. */
export const endTapLimit = (tx: Tx, userId: string) =>
  tx.player.updateMany({ where: { userId }, data: { tapLimit: null, tapLimitOn: null } })

/** Ends the limits that suspicions have set, after the days without suspicion that the app's rules ask for. */
export const endOldLimits = (tx: Tx, { appId, now }: { appId: string; now: number }, { antiCheat }: GameRules) =>
  tx.player.updateMany({
    where: { appId, tapLimitOn: { lte: Math.floor(now / DAY) - antiCheat.clearAfterDays } },
    data: { tapLimit: null, tapLimitOn: null },
  })

/** How many reviews end by time in one run. */
const MOST_ENDED = 500

/** Ends delays that nobody has decided on, after the days without suspicion that the app's rules ask for. */
export const endOldReviews = async (
  tx: Tx,
  { appId, now }: { appId: string; now: number },
  { antiCheat }: GameRules,
): Promise<number> => {
  const suspectedOn = { lte: Math.floor(now / DAY) - antiCheat.clearAfterDays }
  const due = await tx.playerReview.findMany({
    where: { appId, state: { in: ['held', 'appealed'] }, decidedAt: null, suspectedOn },
    select: { userId: true },
    take: MOST_ENDED,
  })
  for (const { userId } of due) await endReview(tx, { userId, appId }, { now, reason: 'Days without suspicion' })
  return due.length
}
