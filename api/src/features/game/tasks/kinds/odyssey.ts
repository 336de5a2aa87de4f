import { type KindRules, verdictOf } from '../kind.ts'

/** An Odyssey code that is bound to the user. */
export const odyssey: KindRules<'odyssey'> = {
  verify: async ({ deps, player: { userId } }) =>
    verdictOf((await deps.db.prisma.odysseyBinding.count({ where: { userId } })) > 0, 'not_bound'),
}
