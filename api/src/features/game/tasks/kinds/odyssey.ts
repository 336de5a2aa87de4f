import type { KindRules } from '../kind.ts'

/** An Odyssey code that is bound to the user. Each code completes the task once. */
export const odyssey: KindRules<'odyssey'> = {
  verify: async ({ deps, player: { userId } }) => {
    const bound = await deps.db.prisma.odysseyBinding.findUnique({ where: { userId } })
    return bound
      ? { isDone: true, account: { provider: 'odyssey', subject: bound.code } }
      : { isDone: false, reason: 'not_bound' }
  },
}
