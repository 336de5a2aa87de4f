import { Prisma, type Tx } from '../../../db.ts'
import { pageOf, skipTake } from '../../page.ts'
import { isKnownFlag } from './flags.ts'

interface Filter {
  state?: 'held' | 'appealed' | 'cleared' | 'waiting' | undefined
  flag?: string | undefined
  page: number
  limit: number
}

interface Row {
  userId: string
  displayName: string | null
  codes: string[]
  foundAt: bigint | null
  state: 'held' | 'appealed' | 'cleared' | null
  heldSince: bigint | null
  appealedAt: bigint | null
  total: bigint
}

const timeOf = (at: bigint | null): Date | null => (at === null ? null : new Date(Number(at)))

const statesOf = ({ state }: Filter) => (state === 'waiting' ? ['held', 'appealed'] : [state])

/** The players of an app who have flags or a review, the latest flag or decision first. */
export const listFlagged = async (tx: Tx, appId: string, filter: Filter) => {
  const { skip, take } = skipTake(filter)
  const byState = filter.state ? Prisma.sql`AND r.state::text IN (${Prisma.join(statesOf(filter))})` : Prisma.empty
  const byCode = filter.flag ? Prisma.sql`AND ${filter.flag} = ANY (f.codes)` : Prisma.empty
  const rows = await tx.$queryRaw<Row[]>`
    SELECT p."userId", u."displayName", coalesce(f.codes, '{}') AS codes, f."foundAt", r.state::text,
      p."payoutHeldSince" AS "heldSince", r."appealedAt", count(*) OVER () AS total
    FROM (
      SELECT "userId", array_agg(DISTINCT code ORDER BY code) AS codes, max("foundAt") AS "foundAt"
      FROM "PlayerFlag" WHERE "appId" = ${appId}::uuid GROUP BY "userId"
    ) f FULL JOIN (SELECT * FROM "PlayerReview" WHERE "appId" = ${appId}::uuid) r ON r."userId" = f."userId"
      JOIN "Player" p ON p."userId" = coalesce(f."userId", r."userId") JOIN "User" u ON u.id = p."userId"
    WHERE true ${byState} ${byCode}
    ORDER BY greatest(f."foundAt", r.since) DESC, p."userId" LIMIT ${take} OFFSET ${skip}`
  const data = rows.map(({ userId, displayName, state, foundAt, heldSince, appealedAt, codes }) => ({
    userId,
    displayName,
    state,
    codes: codes.filter(isKnownFlag),
    foundAt: timeOf(foundAt),
    heldSince: timeOf(heldSince),
    appealedAt: timeOf(appealedAt),
  }))
  return pageOf(data, Number(rows[0]?.total ?? 0), filter.limit)
}
