import { playFlags } from '@openauth/client'
import type { Context, Handlers } from '../../../handler.ts'
import type { PlayerFlagModel, PlayerReviewModel, Tx } from '../../../db.ts'
import type { Platform } from '../../../resources.ts'
import { Problem } from '../../../errors.ts'
import { DAY } from '../../../lib/anti-cheat/day.ts'
import { measure } from '../../../lib/anti-cheat/judge.ts'
import { thresholds } from '../../../lib/anti-cheat/thresholds.ts'
import { requireApp } from '../../apps/require-app.ts'
import { record } from '../../audit/record.ts'
import { findUser } from '../../users/find.ts'
import { dayNumber, type StoredDay } from './find-shared.ts'
import { isKnownFlag } from './flags.ts'
import { listFlagged } from './list-flagged.ts'
import { endReview, endTapLimit, openReview } from './reviews.ts'

/** How many flags of a player are shown. */
const MOST_FLAGS = 200

const timeOf = (at: bigint | null | undefined): Date | null =>
  at === null || at === undefined ? null : new Date(Number(at))

const presentFlag = ({ code, day, value, threshold, foundAt }: PlayerFlagModel) => {
  if (!isKnownFlag(code)) return []
  const times = { day: new Date(day * DAY), foundAt: new Date(Number(foundAt)) }
  return [{ code, isStrong: playFlags[code].strong, value, threshold, ...times }]
}

const presentDay = ({ day, statistics }: StoredDay, before: StoredDay | undefined) => ({
  day: new Date(day * DAY),
  taps: statistics.taps,
  batches: statistics.batches,
  sessions: statistics.sessions.length,
  addresses: statistics.addresses.length,
  calls: statistics.calls,
  values: measure({ day, today: statistics, yesterday: before?.statistics }, thresholds),
})

const presentReview = (review: PlayerReviewModel | null) => ({
  state: review?.state ?? null,
  since: timeOf(review?.since),
  appeal: review?.appeal ?? null,
  appealedAt: timeOf(review?.appealedAt),
  decidedAt: timeOf(review?.decidedAt),
  reason: review?.reason ?? null,
  ignoredCodes: review?.ignoredCodes ?? [],
  ignoredUntil: timeOf(review?.ignoredUntil),
})

/** A player's review with its flags and days. Throws `user_not_found` and `player_not_found`. */
const show = async (tx: Tx, { appId, id: userId }: { appId: string; id: string }) => {
  await findUser(tx, appId, userId)
  const player = await tx.player.findUnique({ where: { userId }, select: { payoutHeldSince: true, tapLimit: true } })
  if (!player) throw new Problem('player_not_found')
  const review = await tx.playerReview.findUnique({ where: { userId } })
  const flags = await tx.playerFlag.findMany({
    where: { userId },
    orderBy: [{ day: 'desc' }, { code: 'asc' }],
    take: MOST_FLAGS,
  })
  const rows = await tx.playerDay.findMany({ where: { userId }, orderBy: { day: 'desc' } })
  const days = rows as unknown as StoredDay[]
  return {
    ...presentReview(review),
    heldSince: timeOf(player.payoutHeldSince),
    tapLimit: player.tapLimit,
    flags: flags.flatMap(presentFlag),
    days: days.map((stored) =>
      presentDay(
        stored,
        days.find(({ day }) => day === stored.day - 1),
      ),
    ),
  }
}

interface Decision {
  appId: string
  id: string
  reason: string
}

/** Makes a decision on a player, audits it, and answers the review after it. */
const decide = (
  { db }: Pick<Platform, 'db'>,
  { appId, id, reason }: Decision,
  context: Context,
  {
    action,
    change,
    details = {},
  }: { action: string; change: (tx: Tx) => Promise<unknown>; details?: { tapLimit?: number | null } },
) =>
  db.transaction(async (tx) => {
    await show(tx, { appId, id })
    await change(tx)
    await record(tx, context, { action, appId, targetId: id, details: { reason, ...details } })
    return show(tx, { appId, id })
  })

const codesOfPlayer = async (tx: Tx, userId: string): Promise<string[]> => {
  const found = await tx.playerFlag.findMany({ where: { userId }, distinct: ['code'], select: { code: true } })
  return found.map(({ code }) => code)
}

export const gameReviewHandlers = (deps: Pick<Platform, 'db' | 'clock'>): Handlers<'gameReviews'> => {
  const { db, clock } = deps
  return {
    list: async ({ appId, ...filter }) => {
      await requireApp(db.prisma, appId)
      return listFlagged(db.prisma, appId, filter)
    },

    get: (player) => show(db.prisma, player),

    clear: ({ ignoreDays, ...decision }, context) => {
      const { id, reason } = decision
      const change = async (tx: Tx) => {
        const now = clock()
        const ignoredCodes = await codesOfPlayer(tx, id)
        const player = { userId: id, appId: decision.appId }
        await endReview(tx, player, { now, reason, ignoredCodes, ignoredUntil: now + ignoreDays * DAY })
        await endTapLimit(tx, id)
      }
      return decide(deps, decision, context, { action: 'game-review.clear', change })
    },

    hold: (decision, context) => {
      const { appId, id: userId, reason } = decision
      const change = async (tx: Tx) => {
        const now = clock()
        await openReview(tx, { userId, appId }, { now, day: dayNumber(now) })
        await tx.playerReview.update({ where: { userId }, data: { state: 'held', since: now, decidedAt: now, reason } })
      }
      return decide(deps, decision, context, { action: 'game-review.hold', change })
    },

    limitTaps: ({ tapsPerSecond: tapLimit, ...decision }, context) => {
      const change = (tx: Tx) =>
        tx.player.updateMany({ where: { userId: decision.id }, data: { tapLimit, tapLimitOn: null } })
      return decide(deps, decision, context, { action: 'game-review.limit-taps', change, details: { tapLimit } })
    },
  }
}
