import { LRUCache } from 'lru-cache'
import type { Deps } from '../../../deps.ts'
import { publicAvatarUrl } from '../../avatars/address.ts'
import type { PlayerIdentity } from '../open-account.ts'

/** How long the first of a board are cached with their names. Milliseconds. */
const NAMES_TTL = 500
/** A board has at most so many entries in one answer. */
export const MOST_ENTRIES = 100

type BoardDeps = Pick<Deps, 'db' | 'boards' | 'gameRules' | 'settings'>

interface Entry {
  userId: string
  rank: number
  username: string | null
  avatar: string | null
  rings: number
}

const columns = {
  id: true,
  avatar: true,
  displayName: true,
  identities: { where: { provider: 'username' }, select: { display: true } },
} as const

/** Players with their names, in the given order; those who are gone are left out. */
const withNames = async (
  { db, settings }: BoardDeps,
  ranked: readonly { player: string; rank: number; score: number }[],
): Promise<Entry[]> => {
  const ids = ranked.map(({ player }) => player)
  const users = await db.prisma.user.findMany({ where: { id: { in: ids }, deletedAt: null }, select: columns })
  const byId = new Map(users.map((user) => [user.id, user]))
  return ranked.flatMap(({ player, rank, score }) => {
    const user = byId.get(player)
    if (!user) return []
    const username = user.identities[0]?.display ?? user.displayName
    return [{ userId: player, rank, username, avatar: publicAvatarUrl(settings.publicUrl, user.avatar), rings: score }]
  })
}

/** A player's place on the board of all; null without rings. */
export const placeOf = async ({ boards }: Pick<Deps, 'boards'>, { userId, appId }: PlayerIdentity) => {
  const ranking = await boards.get(appId)
  const rank = ranking.rankOf(userId)
  return rank === undefined ? null : { rank, rings: ranking.scoreOf(userId)! }
}

/** The player, who invited it and whom it invited: the best hundred, by rings earned. Ties share a rank. */
const friendsOf = async ({ db: { prisma } }: BoardDeps, { userId }: PlayerIdentity) => {
  const own = await prisma.user.findUnique({ where: { id: userId }, select: { referrerId: true } })
  const invited = await prisma.user.findMany({
    ...{ where: { referrerId: userId, deletedAt: null }, select: { id: true } },
    ...{ orderBy: [{ referredAt: 'desc' as const }, { id: 'desc' as const }], take: 1000 },
  })
  const ids = [userId, ...(own?.referrerId ? [own.referrerId] : []), ...invited.map(({ id }) => id)]
  const players = await prisma.player.findMany({
    where: { userId: { in: ids } },
    select: { userId: true, earned: true },
  })
  const sorted = players
    .map((player) => ({ player: player.userId, score: Number(player.earned) }))
    .toSorted((a, b) => b.score - a.score || (a.player < b.player ? -1 : 1))
  return sorted.map((each) => ({ ...each, rank: sorted.filter(({ score }) => score > each.score).length + 1 }))
}

/** Answers the boards of an app. */
export const createLeaderboard = (deps: BoardDeps) => {
  const names = new LRUCache<string, Promise<Entry[]>>({ max: 1000, ttl: NAMES_TTL })

  const first = async (appId: string): Promise<Entry[]> => {
    const known = names.get(appId)
    if (known) return known
    const entries = deps.boards.get(appId).then((ranking) => withNames(deps, ranking.top(MOST_ENTRIES)))
    names.set(appId, entries)
    entries.catch(() => names.delete(appId))
    return entries
  }

  const answer = (entries: Entry[], { userId }: PlayerIdentity, limit: number) =>
    entries.slice(0, limit).map(({ userId: id, ...entry }) => ({ ...entry, isMe: id === userId }))

  return async (player: PlayerIdentity, { board, limit }: { board: 'all' | 'friends'; limit: number }) => {
    await deps.gameRules.get(player.appId)
    if (board === 'friends') {
      const friends = await friendsOf(deps, player)
      const own = friends.find((each) => each.player === player.userId)
      const data = answer(await withNames(deps, friends.slice(0, limit)), player, limit)
      return { data, meta: { total: friends.length, me: own ? { rank: own.rank, rings: own.score } : null } }
    }
    const ranking = await deps.boards.get(player.appId)
    const data = answer(await first(player.appId), player, limit)
    return { data, meta: { total: ranking.total, me: await placeOf(deps, player) } }
  }
}
