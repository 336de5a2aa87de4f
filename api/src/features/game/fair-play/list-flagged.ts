import type { PlayFlagCode } from '@openauth/client'
import { Prisma, type Tx } from '../../../db.ts'
import { pageOf, skipTake } from '../../page.ts'

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

/** The players of an app who have flags, the newest flag first. */
export const listFlagged = async (tx: Tx, appId: string, filter: Filter) => {
  const { skip, take } = skipTake(filter)
  const byState = filter.state ? Prisma.sql`WHERE r.state::text IN (${Prisma.join(statesOf(filter))})` : Prisma.empty
  const byCode = filter.flag ? Prisma.sql`HAVING bool_or(f.code = ${filter.flag})` : Prisma.empty
  const rows = await tx.$queryRaw<Row[]>`
    SELECT f."userId", u."displayName", f.codes, f."foundAt", r.state::text, p."payoutHeldSince" AS "heldSince", r."appealedAt",
      count(*) OVER () AS total
    FROM (
      SELECT f."userId", array_agg(DISTINCT f.code ORDER BY f.code) AS codes, max(f."foundAt") AS "foundAt"
      FROM "PlayerFlag" f WHERE f."appId" = ${appId}::uuid GROUP BY f."userId" ${byCode}
    ) f JOIN "User" u ON u.id = f."userId" JOIN "Player" p ON p."userId" = f."userId"
      LEFT JOIN "PlayerReview" r ON r."userId" = f."userId"
    ${byState} ORDER BY f."foundAt" DESC, f."userId" LIMIT ${take} OFFSET ${skip}`
  const data = rows.map(({ userId, displayName, state, foundAt, heldSince, appealedAt, codes }) => ({
    ...{ userId, displayName, state },
    codes: codes as PlayFlagCode[],
    ...{ foundAt: timeOf(foundAt)!, heldSince: timeOf(heldSince), appealedAt: timeOf(appealedAt) },
  }))
  return pageOf(data, Number(rows[0]?.total ?? 0), filter.limit)
}
