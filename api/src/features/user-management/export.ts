import type { OwnWalletPolicy } from '@openauth/client'
import type { Context } from '../../handler.ts'
import type { Platform } from '../../resources.ts'
import { listChanges } from '../account-changes/list.ts'
import { listSessions } from '../sessions/list-sessions.ts'
import { withPersonal } from '../audit/personal.ts'
import { record } from '../audit/record.ts'
import { exportGame } from '../game/export-game.ts'
import { omit } from '../transfers/list.ts'
import { presentSends } from '../transfers/present-sends.ts'
import { findUser } from '../users/find.ts'
import { readWallets } from '../users/wallets.ts'
import { presentUser } from '../identities/identity.ts'

/** The most rows of a list that grows with use. */
const MOST = 10_000
const newest = { orderBy: { createdAt: 'desc' }, take: MOST } as const

/** Everything about a user of an app, without secrets; audited. Throws `user_not_found`. */
export const exportUser = async (
  { db, keys, settings }: Pick<Platform, 'db' | 'keys' | 'settings'>,
  { appId, id }: { appId: string; id: string },
  context: Context,
) => {
  const { prisma } = db
  const user = await findUser(prisma, appId, id)
  await record(prisma, context, { action: 'user.export', appId, targetId: id })
  const [policy, transactions, auditEvents] = await Promise.all([
    prisma.walletPolicy.findUnique({ where: { ownerId: id } }),
    prisma.transaction.findMany({ where: { userId: id }, omit, ...newest }),
    prisma.auditEvent.findMany({ where: { OR: [{ targetId: id }, { actor: 'user', actorId: id }] }, ...newest }),
  ])
  return {
    exportedAt: new Date(),
    user: presentUser(settings.publicUrl, user),
    referrer: user.referrerId,
    identities: user.identities,
    passkeys: await prisma.passkey.findMany({ where: { userId: id }, orderBy: { createdAt: 'asc' } }),
    wallets: await readWallets({ db, keys }, { appId, userId: id }),
    walletPolicy: (policy?.rules ?? {}) as OwnWalletPolicy,
    sessions: await listSessions(prisma, id),
    dappPermissions: await prisma.dappPermission.findMany({ where: { userId: id }, orderBy: { createdAt: 'desc' } }),
    accountChanges: await listChanges(prisma, id),
    transactions: await presentSends(prisma, transactions),
    game: await exportGame(prisma, id),
    auditEvents: (await withPersonal(prisma, auditEvents)).map((row) => ({
      ...row,
      details: row.details as Record<string, unknown>,
    })),
  }
}
