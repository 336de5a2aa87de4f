import { type KindRules, verdictOf } from '../kind.ts'

/** An account of a provider that is bound to the user. */
export const identity: KindRules<'identity'> = {
  verify: async ({ deps, player: { userId }, check: { provider } }) =>
    verdictOf((await deps.db.prisma.identity.count({ where: { userId, provider } })) > 0, 'not_bound'),
}
