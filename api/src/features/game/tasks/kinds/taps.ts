import { countedKind } from '../kind.ts'

/** Accepted taps, from the ledger: its lines of taps are of one hour each, so that a day is a number of whole lines. */
export const taps = countedKind<'taps'>({
  progressOf: async ({ deps, player: { userId }, since }) => {
    const where = { userId, kind: 'taps', startedAt: { gte: since } } as const
    const { _sum: sum } = await deps.db.prisma.ringEntry.aggregate({ where, _sum: { taps: true } })
    return sum.taps ?? 0
  },
  targetOf: ({ count }) => count,
})
