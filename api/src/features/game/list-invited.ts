import { publicAvatarUrl } from '../avatars/address.ts'
import { skipTake } from '../page.ts'
import type { PlayerIdentity } from './open-account.ts'
import type { GameNeeds } from './needs.ts'

const columns = {
  id: true,
  avatar: true,
  displayName: true,
  identities: { where: { provider: 'username' }, select: { display: true } },
} as const

/** A page of the users that a player invited, with what each has earned. Throws `game_off`. */
export const listInvited = async (
  { db: { prisma }, gameRules, settings }: Pick<GameNeeds, 'db' | 'gameRules' | 'settings'>,
  { userId, appId }: PlayerIdentity,
  page: { page: number; limit: number },
) => {
  await gameRules.get(appId)
  const where = { referrerId: userId, deletedAt: null }
  const users = await prisma.user.findMany({
    where,
    select: columns,
    orderBy: [{ referredAt: 'desc' }, { id: 'desc' }],
    ...skipTake(page),
  })
  const ids = users.map(({ id }) => id)
  const players = await prisma.player.findMany({
    where: { userId: { in: ids } },
    select: { userId: true, earned: true },
  })
  const earned = new Map(players.map((player) => [player.userId, Number(player.earned)]))
  const rewards = await prisma.ringReward.findMany({
    where: { userId, kind: 'referral', reference: { in: ids } },
    select: { reference: true },
  })
  const paid = new Set(rewards.map(({ reference }) => reference))
  const data = users.map(({ id, avatar, displayName, identities: [name] }) => ({
    avatar: publicAvatarUrl(settings.publicUrl, avatar),
    username: name?.display ?? displayName,
    rings: earned.get(id) ?? 0,
    isPaid: paid.has(id),
  }))
  return { data, meta: { totalUser: await prisma.user.count({ where }) } }
}
