import type { Database, Statement } from '../../../db.ts'
import type { BackgroundWork } from '../../../lib/background-work.ts'

/** How often squads whose members earned are added up. Milliseconds. */
const INTERVAL = 3000
/** How many squads each time; the others wait for the next. */
const AT_ONCE = 200
/** How often some squads are added up whether or not anything is known to have changed, and how many. */
const CHECK_INTERVAL = 60_000
const CHECKED = 500

/**
 * Sets squads to the sums of what their members have earned. Sums and not differences: a server that ends before it has added something up
 * leaves nothing wrong for longer than the next time.
 */
const addUp: Statement = {
  name: 'game-squads',
  text: `
    WITH due AS (SELECT id FROM "Squad" WHERE id = ANY($1::uuid[]) ORDER BY id FOR UPDATE)
    UPDATE "Squad" s SET earned = coalesce((SELECT sum(p.earned) FROM "Player" p WHERE p."squadId" = s.id), 0)
    FROM due WHERE s.id = due.id`,
}

export interface SquadTotals {
  /** A member of the squad earned, came or left, in a change that is stored. */
  mark: (squadId: string) => void
  /** Adds up the squads that were marked. */
  flush: () => Promise<void>
  /** Adds up the next squads in the order of their ids, all of them in turn. */
  check: () => Promise<void>
}

/** Keeps what squads have earned, some seconds behind the taps of their members, which touch no row of the squad. */
export const createSquadTotals = ({ query, prisma }: Pick<Database, 'query' | 'prisma'>): SquadTotals => {
  const marked = new Set<string>()
  let last = '00000000-0000-0000-0000-000000000000'
  return {
    mark: (squadId) => void marked.add(squadId),
    flush: async () => {
      const due = [...marked].slice(0, AT_ONCE)
      if (due.length === 0) return
      for (const id of due) marked.delete(id)
      try {
        await query(addUp, [due])
      } catch (error) {
        for (const id of due) marked.add(id)
        throw error
      }
    },
    check: async () => {
      const squads = await prisma.squad.findMany({
        where: { id: { gt: last } },
        select: { id: true },
        orderBy: { id: 'asc' as const },
        take: CHECKED,
      })
      last = squads.length < CHECKED ? '00000000-0000-0000-0000-000000000000' : squads.at(-1)!.id
      if (squads.length > 0) await query(addUp, [squads.map(({ id }) => id)])
    },
  }
}

/** A failure is logged; the next run tries again. */
export const startSquadTotals = (background: BackgroundWork, totals: SquadTotals): void => {
  background.repeat(INTERVAL, 'squads were not added up', totals.flush)
  background.repeat(CHECK_INTERVAL, 'squads were not checked', totals.check)
}
