import type { Context } from '../../handler.ts'
import type { Prisma, Tx, UserModel } from '../../db.ts'
import { Problem } from '../../errors.ts'
import { record } from '../audit/record.ts'
import { takeOffSquad } from '../game/squads/membership.ts'
import { lockWallets } from '../transfers/require-live.ts'
import { forgetKnownClients } from '../login/forget-known-clients.ts'
import type { UserManagementNeeds } from './needs.ts'

/** What happens to each column of a user that is deleted. Personal data is cleared; a new column needs a line here. */
const columns = {
  id: 'keep',
  appId: 'keep',
  referCode: 'keep',
  externalId: 'clear',
  avatar: 'clear',
  avatarSource: 'clear',
  loginVersion: 'keep',
  displayName: 'clear',
  passwordHash: 'clear',
  passwordSetAt: 'clear',
  referrerId: 'keep',
  referredAt: 'keep',
  createdAt: 'keep',
  lastSeenAt: 'keep',
  // The days on which the user was active stay counted; the counts name nobody.
  activeOn: 'clear',
  disabledAt: 'keep',
  disabledBy: 'keep',
  deletedAt: 'keep',
} as const satisfies Record<keyof UserModel, 'clear' | 'keep'>

type Cleared = { [C in keyof typeof columns]: (typeof columns)[C] extends 'clear' ? C : never }[keyof typeof columns]

const isCleared = (column: string): column is Cleared => columns[column as keyof typeof columns] === 'clear'

const cleared = Object.fromEntries(
  Object.keys(columns)
    .filter(isCleared)
    .map((column) => [column, null]),
) as Record<Cleared, null>

type Removal = (tx: Tx, userId: string) => Promise<unknown>

/**
 * What happens to the rows that refer to a user that is deleted; a new relation needs a line here. Sessions end, so that
 * their tokens stay refused. The ledger stays, and the sealed wallet keys, since the wallets may hold funds.
 */
const relations = {
  identities: (tx, userId) => tx.identity.deleteMany({ where: { userId } }),
  passkeys: (tx, userId) => tx.passkey.deleteMany({ where: { userId } }),
  avatarCopy: (tx, userId) => tx.avatar.deleteMany({ where: { userId } }),
  dappPermissions: (tx, userId) => tx.dappPermission.deleteMany({ where: { userId } }),
  odysseyBinding: (tx, userId) => tx.odysseyBinding.deleteMany({ where: { userId } }),
  accountChanges: (tx, userId) => tx.accountChange.deleteMany({ where: { userId } }),
  supportSessions: (tx, userId) => tx.supportSession.deleteMany({ where: { userId } }),
  sessions: 'end',
  app: 'keep',
  referrer: 'keep',
  referrals: 'keep',
  wallets: 'keep',
  seed: 'keep',
  transactions: 'keep',
} satisfies Record<Exclude<keyof Prisma.UserInclude, '_count'>, Removal | 'end' | 'keep'>

/** The tap game refers to users without a relation, so that a cluster can distribute its tables. */
const deletePlayer = async (tx: Tx, userId: string): Promise<void> => {
  // The account first: its lock waits for a payment under way, whose rows the statements after it then see.
  const [player] = await tx.$queryRaw<{ squadId: string | null }[]>`
    DELETE FROM "Player" WHERE "userId" = ${userId}::uuid RETURNING "squadId"::text AS "squadId"`
  if (player?.squadId) await takeOffSquad(tx, player.squadId, userId)
  await tx.squadRemoval.deleteMany({ where: { userId } })
  await tx.ringReward.deleteMany({ where: { userId } })
  await tx.ringEntry.deleteMany({ where: { userId } })
  await tx.taskProgress.deleteMany({ where: { userId } })
  await tx.taskCode.updateMany({ where: { usedBy: userId }, data: { usedBy: null } })
  await tx.playerDay.deleteMany({ where: { userId } })
  await tx.playerTrace.deleteMany({ where: { userId } })
  await tx.playerAddress.deleteMany({ where: { userId } })
  await tx.playerFlag.deleteMany({ where: { userId } })
  await tx.playerReview.deleteMany({ where: { userId } })
  // A payment that is signed goes on; nothing else is paid to a wallet that nobody can reach.
  await tx.ringClaim.deleteMany({ where: { userId } })
}

/** Deletes a user: clears its personal data and ends its sessions. Throws `user_not_found`. */
export const deleteUser = async (
  { db, sessions, boards }: Pick<UserManagementNeeds, 'db' | 'sessions' | 'boards'>,
  { appId, id }: { appId: string; id: string },
  context: Context,
): Promise<void> => {
  await db.transaction(async (tx) => {
    await lockWallets(tx, id)
    await forgetKnownClients(tx, id)
    const { count } = await tx.user.updateMany({
      where: { id, appId, deletedAt: null, app: { deletedAt: null } },
      data: { ...cleared, deletedAt: new Date() },
    })
    if (count === 0) throw new Problem('user_not_found')
    for (const remove of Object.values(relations)) if (typeof remove === 'function') await remove(tx, id)
    await deletePlayer(tx, id)
    await sessions.end(tx, { userId: id })
    await record(tx, context, { action: 'user.delete', appId, targetId: id })
  })
  sessions.invalidate()
  boards.set(appId, id, null)
}
