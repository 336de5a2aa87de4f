import { boughtBoosts, freeBoosts, type GameProfile, type GameRules } from '@openauth/client'
import type { Database, Keyed, Statement } from '../../db.ts'
import { Problem } from '../../errors.ts'
import { publicAvatarUrl } from '../avatars/address.ts'
import { type Account, dayOf, HOUR, THOUSANDTHS } from './account.ts'
import { placeOf } from './boards/leaderboard.ts'
import { rewardOfToday } from './daily.ts'
import { freeBoostsLeft } from './boosts.ts'
import { leagueOf, levelOf } from './leagues.ts'
import type { PresentAccount } from './open-account.ts'
import { tapBotRings } from './tap-bot.ts'
import type { GameNeeds } from './needs.ts'

/** A player's rank; null without rings, and while boards are away: the game goes on without them. */
const rankOf = async (deps: Pick<GameNeeds, 'boards'>, account: Account): Promise<number | null> => {
  try {
    return (await placeOf(deps, account))?.rank ?? null
  } catch (error) {
    if (error instanceof Problem && error.code === 'boards_not_ready') return null
    throw error
  }
}

/** Smallest units that one claim pays at most: a quarter of what a token account can hold. */
const MOST_UNITS = 2 ** 62

/** What a player may claim of its balance now. On chain: multiples of what units are paid for, and no more than is paid in a day. */
export const claimable = ({ claims, payouts }: GameRules, { rings }: Pick<Account, 'rings'>): number => {
  if (!claims.enabled || rings < claims.minimum) return 0
  if (payouts.mint === null) return rings
  const most = Math.floor(Math.min(MOST_UNITS, payouts.dailyUnits ?? Infinity) / payouts.units) * payouts.rings
  return Math.min(rings - (rings % payouts.rings), most)
}

const boostsOf = ({ boosts }: GameRules, account: Account) =>
  boughtBoosts.map((id) => {
    const { prices } = boosts[id]
    const level = account[id]
    const effect = id === 'tapBot' ? boosts.tapBot.ringsPerHour : boosts[id].step
    return { id, level, maxLevel: prices.length, price: prices[level] ?? null, effect }
  })

interface UserRow {
  referCode: string
  username: string | null
  displayName: string | null
  avatar: string | null
  referrer: string | null
  odysseyBound: boolean
}

const findUsers: Statement = {
  name: 'game-users',
  text: `
    SELECT u.id AS key, json_build_object(
      'referCode', u."referCode", 'displayName', u."displayName", 'avatar', u.avatar,
      'username', (SELECT i.display FROM "Identity" i WHERE i."userId" = u.id AND i.provider = 'username'),
      'referrer', (SELECT r.id FROM "User" r WHERE r.id = u."referrerId" AND r."deletedAt" IS NULL),
      'odysseyBound', EXISTS (SELECT 1 FROM "OdysseyBinding" o WHERE o."userId" = u.id)
    ) AS user
    FROM "User" u WHERE u.id = ANY($1) AND u."deletedAt" IS NULL`,
}

const findUser = async ({ find }: Pick<Database, 'find'>, id: string): Promise<UserRow> => {
  const row = await find<Keyed & { user: UserRow }>(findUsers, id)
  if (!row) throw new Problem('unauthorized')
  return row.user
}

interface SquadRow {
  id: string
  name: string
  members: number
  rank: number
}

const findSquads: Statement = {
  name: 'game-squad-places',
  text: `
    SELECT s.id AS key, json_build_object('id', s.id, 'name', s.name, 'members', s.members, 'rank',
      1 + (SELECT count(*) FROM "Squad" o WHERE o."appId" = s."appId" AND o.earned > s.earned)) AS squad
    FROM "Squad" s WHERE s.id = ANY($1)`,
}

/** The squad of a player; null where it has just gone. */
const squadOf = async ({ find }: Pick<Database, 'find'>, id: string): Promise<SquadRow | null> =>
  (await find<Keyed & { squad: SquadRow }>(findSquads, id))?.squad ?? null

/** A player's profile in wire form. The account is stored: a transaction that waited for this read would hold a second connection. */
export const readGameProfile = async (
  deps: Pick<GameNeeds, 'boards' | 'db' | 'settings'>,
  { account, rules, now }: PresentAccount,
): Promise<GameProfile> => {
  const user = await findUser(deps.db, account.userId)
  const day = dayOf(now)
  const left = freeBoostsLeft(rules, account, day)
  return {
    id: account.userId,
    ...user,
    avatar: publicAvatarUrl(deps.settings.publicUrl, user.avatar),
    rings: account.rings,
    earnedRings: account.earned,
    claimableRings: claimable(rules, account),
    claimedRings: account.claimed,
    energy: Math.floor(account.energy / THOUSANDTHS),
    maxEnergy: account.maxEnergy,
    energyPerSecond: account.energyPerSecond,
    ringsPerTap: account.ringsPerTap,
    tapsPerSecond: rules.taps.perSecond,
    tapBurst: rules.taps.perSecond * rules.taps.burstSeconds,
    tapCredit: Math.floor(account.tapCredit / THOUSANDTHS),
    referralReward: rules.referral.reward,
    rank: await rankOf(deps, account),
    ...levelOf(rules, account.earned),
    league: leagueOf(rules, account.earned),
    squad: account.squadId ? await squadOf(deps.db, account.squadId) : null,
    seq: account.seq,
    serverTime: now,
    boosts: boostsOf(rules, account),
    freeBoosts: freeBoosts.map((id) => ({ id, left: left[id] })),
    turboUntil: account.turboUntil > now ? account.turboUntil : null,
    turboFactor: rules.freeBoosts.turbo.factor,
    daily: { ...rewardOfToday(rules, account, day), rewards: rules.daily.rewards },
    tapBotRings: tapBotRings(rules, account, now),
    tapBotFullAt: account.tapBot > 0 ? account.tapBotSince + rules.boosts.tapBot.hours * HOUR : null,
  }
}
