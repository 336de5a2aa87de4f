import type { AppBoard, Contract, GameRules, HandlerInput } from '@openauth/client'
import { LRUCache } from 'lru-cache'
import type { Statement } from '../../../db.ts'
import type { Platform } from '../../../resources.ts'
import { Problem } from '../../../errors.ts'
import { publicAvatarUrl } from '../../avatars/address.ts'
import { weekOf } from '../account.ts'
import { leagueOf } from '../leagues.ts'
import type { PlayerIdentity } from '../open-account.ts'
import { rankInOrder } from '../rank-in-order.ts'
import type { RulesCache, VersionedRules } from '../rules.ts'
import type { Boards } from './boards.ts'
import type { BoardId } from './score.ts'

/** How long the first of a board are cached with their names. Milliseconds. */
const NAMES_TTL = 500
/** A board has at most so many entries in one answer. */
export const MOST_ENTRIES = 100

interface BoardNeeds extends Pick<Platform, 'db' | 'clock'> {
  settings: Pick<Platform['settings'], 'publicUrl'>
  gameRules: RulesCache
  boards: Boards
}

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

/** Players with their names, in the given order; those who are gone or disabled are left out. */
export const withNames = async (
  { db, settings }: Pick<BoardNeeds, 'db' | 'settings'>,
  ranked: readonly { player: string; rank: number; score: number }[],
): Promise<Entry[]> => {
  const ids = ranked.map(({ player }) => player)
  const users = await db.prisma.user.findMany({
    where: { id: { in: ids }, deletedAt: null, disabledAt: null },
    select: columns,
  })
  const byId = new Map(users.map((user) => [user.id, user]))
  return ranked.flatMap(({ player, rank, score }) => {
    const user = byId.get(player)
    if (!user) return []
    const username = user.identities[0]?.display ?? user.displayName
    return [{ userId: player, rank, username, avatar: publicAvatarUrl(settings.publicUrl, user.avatar), rings: score }]
  })
}

/** A player's place on a board; null without rings. */
export const placeOf = async (
  { boards }: Pick<BoardNeeds, 'boards'>,
  { userId, appId }: PlayerIdentity,
  board: BoardId = 'all',
) => {
  const place = await (await boards.get(appId, board)).placeOf(userId)
  return place ? { rank: place.rank, rings: place.score } : null
}

/** Ids of the last thousand users that a player invited, and of who invited it. */
const findFriends: Statement = {
  name: 'game-friends',
  text: `
    (SELECT id::text FROM "User" WHERE "referrerId" = $1 AND "deletedAt" IS NULL ORDER BY "referredAt" DESC, id DESC LIMIT 1000)
    UNION ALL SELECT "referrerId"::text FROM "User" WHERE id = $1 AND "referrerId" IS NOT NULL`,
}

const findScores: Statement = {
  name: 'game-friends-scores',
  text: `
    SELECT "userId"::text AS player, earned::float8 AS score FROM "Player" WHERE "userId" = ANY($1)
    ORDER BY earned DESC, "userId"`,
}

/** The player, who invited it and whom it invited, by rings earned. Ties share a rank. */
const friendsOf = async ({ db }: BoardNeeds, { userId }: PlayerIdentity) => {
  const friends = await db.query<{ id: string }>(findFriends, [userId])
  const ids = [userId, ...friends.map(({ id }) => id)]
  const players = await db.query<{ player: string; score: number }>(findScores, [ids])
  return rankInOrder(players, ({ score }) => score)
}

/** Rings from which a league begins, and those from which the next one does. */
const leagueSpan = ({ leagues }: GameRules, id: string) => {
  const index = leagues.findIndex((league) => league.id === id)
  if (index < 0) throw new Problem('league_not_found')
  return { from: leagues[index]!.from, below: leagues[index + 1]?.from }
}

/** A board's id by its name; weeks are numbered. */
export const boardIdOf = (board: AppBoard, now: number): BoardId => {
  if (board === 'all') return board
  return weekOf(now) - (board === 'lastWeek' ? 1 : 0)
}

type Asked = HandlerInput<Contract['game']['leaderboard']>

/** Reads the first of a board with their names, or the first of those with fewer rings than `below`. */
const createFirst = (deps: BoardNeeds) => {
  const cached = new LRUCache<string, Promise<Entry[]>>({ max: 1000, ttl: NAMES_TTL })
  return async (appId: string, id: BoardId, below?: number): Promise<Entry[]> => {
    const key = `${appId} ${id} ${below ?? ''}`
    const known = cached.get(key)
    if (known) return known
    const entries = deps.boards
      .get(appId, id)
      .then(async (board) => withNames(deps, await board.top(MOST_ENTRIES, below)))
    cached.set(key, entries)
    entries.catch(() => cached.delete(key))
    return entries
  }
}

const answer = (entries: Entry[], { userId }: PlayerIdentity, limit: number) =>
  entries.slice(0, limit).map(({ userId: id, ...entry }) => ({ ...entry, isMe: id === userId }))

/** Answers the boards of an app. */
export const createLeaderboard = (deps: BoardNeeds) => {
  const { boards, gameRules, clock } = deps
  const first = createFirst(deps)

  const ofBoard = async (player: PlayerIdentity, id: BoardId, limit: number) => {
    const [board, entries] = [await boards.get(player.appId, id), await first(player.appId, id)]
    const [total, me] = await Promise.all([board.total(), placeOf(deps, player, id)])
    return { data: answer(entries, player, limit), meta: { total, me } }
  }

  /** A part of the board of all: ranks begin where the league above ends. */
  const ofLeague = async (player: PlayerIdentity, { rules }: VersionedRules, { league, limit }: Asked) => {
    const { appId } = player
    const board = await boards.get(appId, 'all')
    const place = await placeOf(deps, player)
    const { from, below } = leagueSpan(rules, league ?? leagueOf(rules, place?.rings ?? 0).id)
    const above = below === undefined ? 0 : await board.countFrom(below)
    const total = (from === 0 ? await board.total() : await board.countFrom(from)) - above
    const inLeague = <E extends { rank: number; rings: number }>(entry: E): E[] =>
      entry.rings >= from ? [{ ...entry, rank: entry.rank - above }] : []
    const data = answer((await first(appId, 'all', below)).flatMap(inLeague), player, limit)
    const isMember = place !== null && (below === undefined || place.rings < below)
    return { data, meta: { total, me: (isMember && inLeague(place)[0]) || null } }
  }

  const ofFriends = async (player: PlayerIdentity, limit: number) => {
    const friends = await friendsOf(deps, player)
    const own = friends.find((each) => each.player === player.userId)
    const data = answer(await withNames(deps, friends.slice(0, limit)), player, limit)
    return { data, meta: { total: friends.length, me: own ? { rank: own.rank, rings: own.score } : null } }
  }

  return async (player: PlayerIdentity, asked: Asked) => {
    const rules = await gameRules.get(player.appId)
    const { league, limit } = asked
    const board = asked.board ?? (league === undefined ? 'all' : 'league')
    if (board === 'friends') return ofFriends(player, limit)
    if (board === 'league') return ofLeague(player, rules, asked)
    return ofBoard(player, boardIdOf(board, clock()), limit)
  }
}
