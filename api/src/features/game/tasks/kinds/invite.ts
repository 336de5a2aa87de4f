import { countedKind } from '../kind.ts'

/** Invitations that were verified: each is granted once, by the invited player's own rings. */
export const invite = countedKind<'invite'>(async ({ deps, player: { userId }, since, check: { count: target } }) => {
  const where = { userId, kind: 'referral', grantedAt: { gte: since } } as const
  return { progress: await deps.db.prisma.ringReward.count({ where }), target }
})
