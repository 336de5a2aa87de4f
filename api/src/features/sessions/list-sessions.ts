import type { Tx } from '../../db.ts'
import { MAX_SESSIONS } from './start.ts'
import { listSupport } from './support.ts'

/** Accesses of support that go on, then a user's current sessions, last used first; `current` marks the session of the call. */
export const listSessions = async (tx: Tx, userId: string, current?: string) => {
  const rows = await tx.session.findMany({
    where: { userId, expiresAt: { gt: new Date() } },
    orderBy: [{ lastUsedAt: 'desc' }, { id: 'asc' }],
    take: MAX_SESSIONS,
  })
  const support = await listSupport(tx, userId)
  return [...support, ...rows].map((session) => ({ ...session, current: session.id === current }))
}
