import type { AttentionItem } from '@openauth/client'
import type { Platform } from '../../resources.ts'
import { problemOf } from '../game/payouts/treasury.ts'
import { readRules } from '../game/rules.ts'

/** Problems that pass by themselves within a day, so that nobody need act. */
const passing = new Set(['daily_limit', 'node_unreachable'])

/** How many claims of an app are due and above what its rules pay in a day, so that they wait until the rules change. */
const countAboveLimit = async ({ db: { prisma }, clock }: Pick<Platform, 'db' | 'clock'>, appId: string) => {
  const { dailyUnits } = (await readRules(prisma, appId)).rules.payouts
  if (dailyUnits === null) return 0
  return prisma.ringClaim.count({
    where: { appId, status: 'queued', dueAt: { lte: clock() }, amount: { gt: dailyUnits } },
  })
}

/** Apps with claims that are due and not paid, because the treasury is missing, paused or cannot pay, or the rules allow no such claim. */
const stoppedItems = async (deps: Pick<Platform, 'db' | 'clock'>): Promise<AttentionItem[]> => {
  const { prisma } = deps.db
  const waiting = await prisma.ringClaim.groupBy({
    by: ['appId'],
    where: { status: 'queued', dueAt: { lte: deps.clock() } },
    _count: true,
  })
  const treasuries = await prisma.treasury.findMany({ where: { appId: { in: waiting.map(({ appId }) => appId) } } })
  const live = await prisma.app.findMany({
    where: { id: { in: waiting.map(({ appId }) => appId) }, deletedAt: null },
    select: { id: true },
  })
  const items = waiting.map(async ({ appId, _count: claims }): Promise<AttentionItem[]> => {
    if (!live.some(({ id }) => id === appId)) return []
    const treasury = treasuries.find((each) => each.appId === appId)
    const about = { code: 'payouts_stopped', appId, subject: treasury?.address ?? null } as const
    const stored = treasury && problemOf(treasury)
    const problem = !treasury ? 'none' : treasury.pausedBecause !== null ? 'paused' : stored?.code
    const aboveLimit = problem === undefined || passing.has(problem) ? await countAboveLimit(deps, appId) : 0
    if (aboveLimit > 0)
      return [{ ...about, severity: 'error', data: { problem: 'above_daily_limit', claims: aboveLimit, missing: '' } }]
    if (problem === undefined) return []
    const severity = passing.has(problem) || problem === 'paused' ? 'warning' : 'error'
    return [{ ...about, severity, data: { problem, claims, missing: stored?.missing ?? '' } }]
  })
  return (await Promise.all(items)).flat()
}

/** Apps with claims that have failed and wait for an operator. */
const failedItems = async ({ db: { prisma } }: Pick<Platform, 'db'>): Promise<AttentionItem[]> => {
  const where = { status: 'failed' } as const
  const counts = await prisma.ringClaim.groupBy({ by: ['appId'], where, _count: true })
  return Promise.all(
    counts.map(async ({ appId, _count: claims }): Promise<AttentionItem> => {
      const first = await prisma.ringClaim.findFirst({ where: { ...where, appId }, orderBy: { createdAt: 'asc' } })
      return { code: 'claims_failed', severity: 'warning', appId, subject: first?.userId ?? null, data: { claims } }
    }),
  )
}

/** What keeps claims of players from being paid. */
export const claimItems = async (deps: Pick<Platform, 'db' | 'clock'>): Promise<AttentionItem[]> =>
  (await Promise.all([stoppedItems(deps), failedItems(deps)])).flat()
