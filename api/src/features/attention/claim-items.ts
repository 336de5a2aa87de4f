import type { AttentionItem } from '@openauth/client'
import type { Deps } from '../../deps.ts'
import { problemOf } from '../game/payouts/treasury.ts'

/** Problems that pass by themselves within a day, so that nobody need act. */
const passing = new Set(['daily_limit', 'node_unreachable'])

/** Apps with claims that are due and not paid, because the treasury is missing, paused or cannot pay. */
const stoppedItems = async ({ db: { prisma }, clock }: Pick<Deps, 'db' | 'clock'>): Promise<AttentionItem[]> => {
  const waiting = await prisma.ringClaim.groupBy({
    by: ['appId'],
    where: { status: 'queued', dueAt: { lte: clock() } },
    _count: true,
  })
  const treasuries = await prisma.treasury.findMany({ where: { appId: { in: waiting.map(({ appId }) => appId) } } })
  const live = await prisma.app.findMany({
    where: { id: { in: waiting.map(({ appId }) => appId) }, deletedAt: null },
    select: { id: true },
  })
  return waiting.flatMap(({ appId, _count: claims }): AttentionItem[] => {
    if (!live.some(({ id }) => id === appId)) return []
    const treasury = treasuries.find((each) => each.appId === appId)
    const stored = treasury && problemOf(treasury)
    const problem = !treasury ? 'none' : treasury.pausedBecause !== null ? 'paused' : stored?.code
    if (problem === undefined) return []
    const severity = passing.has(problem) || problem === 'paused' ? 'warning' : 'error'
    const data = { problem, claims, missing: stored?.missing ?? '' }
    return [{ code: 'payouts_stopped', severity, appId, subject: treasury?.address ?? null, data }]
  })
}

/** Apps with claims that have failed and wait for an operator. */
const failedItems = async ({ db: { prisma } }: Pick<Deps, 'db'>): Promise<AttentionItem[]> => {
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
export const claimItems = async (deps: Pick<Deps, 'db' | 'clock'>): Promise<AttentionItem[]> =>
  (await Promise.all([stoppedItems(deps), failedItems(deps)])).flat()
