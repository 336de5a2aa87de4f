import { countedKind } from '../kind.ts'

/** Invitations that were verified: each is granted once, by the invited player's own rings. */
export const invite = countedKind<'invite'>({
  progressOf: ({ deps, player: { userId }, since }) =>
    deps.db.prisma.ringReward.count({ where: { userId, kind: 'referral', grantedAt: { gte: since } } }),
  targetOf: ({ count }) => count,
})
