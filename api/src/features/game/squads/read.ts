import type { Database, SquadModel, Tx } from '../../../db.ts'
import { Problem } from '../../../errors.ts'
import { publicAvatarUrl } from '../../avatars/address.ts'
import { nameKey } from '../../name-key.ts'
import { pageOf, skipTake } from '../../page.ts'
import { rankInOrder } from '../rank-in-order.ts'

/** A squad of an app. Throws `squad_not_found`. */
export const findSquad = async (tx: Tx, appId: string, id: string): Promise<SquadModel> => {
  const squad = await tx.squad.findFirst({ where: { id, appId } })
  if (!squad) throw new Problem('squad_not_found')
  return squad
}

/** How many squads of the app have earned more, and one. */
const rankOf = async (tx: Tx, { appId, earned }: Pick<SquadModel, 'appId' | 'earned'>): Promise<number> =>
  (await tx.squad.count({ where: { appId, earned: { gt: earned } } })) + 1

export interface RankedSquad extends SquadModel {
  rank: number
}

export const withRank = async (tx: Tx, squad: SquadModel): Promise<RankedSquad> => ({
  ...squad,
  rank: await rankOf(tx, squad),
})

interface AheadRow {
  /** How many of the given totals these squads have reached. */
  reached: number
  squads: number
  /** Those that have another total than the given ones. */
  others: number
}

/**
 * Ranks of some squads, the best first, in one statement: the squads ahead are read once, however many are ranked. Equal ones share a
 * rank.
 */
const rankAll = async (tx: Tx, squads: SquadModel[]): Promise<RankedSquad[]> => {
  if (squads.length === 0) return []
  const totals = [...new Set(squads.map(({ earned }) => earned))].toReversed()
  const ahead = await tx.$queryRaw<AheadRow[]>`
    SELECT width_bucket(earned, ${totals}::bigint[]) AS reached, count(*)::int AS squads,
      (count(*) FILTER (WHERE earned <> ALL (${totals}::bigint[])))::int AS others
    FROM "Squad" WHERE "appId" = ${squads[0]!.appId}::uuid AND earned > ${totals[0]!} GROUP BY 1`
  return squads.map((squad) => {
    const own = totals.indexOf(squad.earned) + 1
    const counts = ahead.map(({ reached, squads: all, others }) => (reached > own ? all : reached === own ? others : 0))
    return { ...squad, rank: 1 + counts.reduce((sum, count) => sum + count, 0) }
  })
}

interface Asked {
  search?: string | undefined
  page: number
  limit: number
}

/** A page of an app's squads, the best first, or of those whose names begin with a text. */
export const listSquads = async (tx: Tx, appId: string, { search, ...page }: Asked) => {
  // Prisma passes the signs of LIKE on as they are.
  const beginning = search && nameKey(search).replaceAll(/[\\%_]/g, String.raw`\$&`)
  const where = { appId, ...(beginning ? { nameKey: { startsWith: beginning } } : {}) }
  const squads = await tx.squad.findMany({ where, orderBy: [{ earned: 'desc' }, { id: 'asc' }], ...skipTake(page) })
  return pageOf(await rankAll(tx, squads), await tx.squad.count({ where }), page.limit)
}

/** Members that a squad shows. */
const SHOWN = 100

interface MemberRow {
  id: string
  username: string | null
  avatar: string | null
  rings: number
}

/** The members of a squad who have earned the most; those who are hidden are left out. */
export const bestMembers = async ({ prisma }: Pick<Database, 'prisma'>, squad: SquadModel, publicUrl: string) => {
  const rows = await prisma.$queryRaw<MemberRow[]>`
    SELECT u.id::text AS id, coalesce(i.display, u."displayName") AS username, u.avatar, p.earned::float8 AS rings
    FROM (
      SELECT "userId", earned FROM "Player" WHERE "squadId" = ${squad.id}::uuid AND NOT "isHidden"
      ORDER BY earned DESC, "userId" LIMIT ${SHOWN}::int
    ) p JOIN "User" u ON u.id = p."userId" LEFT JOIN "Identity" i ON i."userId" = u.id AND i.provider = 'username'
    ORDER BY p.earned DESC, u.id`
  return rankInOrder(rows, ({ rings }) => rings).map((row) => ({
    ...row,
    avatar: publicAvatarUrl(publicUrl, row.avatar),
    isLeader: row.id === squad.leaderId,
  }))
}

/** A squad in the form of the API. */
export const presentSquad = ({ id, name, members, earned, rank }: RankedSquad) => ({
  id,
  name,
  members,
  rank,
  rings: Number(earned),
})
