import type { KindRules } from '../kind.ts'

/** An account of a provider that is bound to the user. Each account completes the task once. */
export const identity: KindRules<'identity'> = {
  verify: async ({ deps, player: { userId }, check: { provider } }) => {
    const where = { userId_provider: { userId, provider } }
    const bound = await deps.db.prisma.identity.findUnique({ where, select: { subject: true } })
    return bound
      ? { isDone: true, account: { provider, subject: bound.subject } }
      : { isDone: false, reason: 'not_bound' }
  },
}
