import type { Database } from '../../db.ts'

const columns = {
  id: true,
  displayName: true,
  identities: { where: { provider: 'username' }, select: { display: true } },
} as const

/** The name by which the boards of an app show the user of a refer code; null where they do not show it. */
export const findInviter = async (
  { prisma }: Pick<Database, 'prisma'>,
  appId: string,
  referCode: string,
): Promise<string | null> => {
  const where = { appId, referCode, deletedAt: null, disabledAt: null }
  const user = await prisma.user.findFirst({ where, select: columns })
  if (!user) return null
  const isOnBoards = (await prisma.player.count({ where: { userId: user.id, isHidden: false, earned: { gt: 0 } } })) > 0
  return isOnBoards ? (user.identities[0]?.display ?? user.displayName) : null
}
