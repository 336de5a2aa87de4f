import type { deletionWaits, WalletHoldings } from '@openauth/client'
import type { Context, UserIdentity } from '../../handler.ts'
import { isUniqueViolation, type Prisma, type Tx, type UserDeletionModel } from '../../db.ts'
import { Problem } from '../../errors.ts'
import { changeAccount } from '../account-changes/change-account.ts'
import { record } from '../audit/record.ts'
import { ownWallet } from '../transfers/owner.ts'
import { findUser } from '../users/find.ts'
import type { Credential } from '../reauthentication/credential.ts'
import { readHoldings } from './holdings.ts'
import type { PrivacyNeeds } from './needs.ts'

type Wait = (typeof deletionWaits)[number] | null

/** A deletion that is still to come, in wire form. */
export const presentDeletion = (row: UserDeletionModel) => ({
  userId: row.userId,
  requestedAt: row.requestedAt,
  dueAt: row.dueAt,
  waitsFor: row.waitsFor as Wait,
  holdings: row.holdings as unknown as WalletHoldings[],
  isRepeated: row.isRepeated,
})

/** The user's deletion to come and what the wallets hold, which asks the nodes. */
export const showDeletion = async (deps: PrivacyNeeds, context: Context<UserIdentity>) => {
  const owner = await ownWallet(deps, context)
  const { prisma } = deps.db
  const [row, app, holdings] = await Promise.all([
    prisma.userDeletion.findUnique({ where: { userId: owner.userId } }),
    prisma.app.findUniqueOrThrow({ where: { id: owner.appId }, select: { deletionGraceSeconds: true } }),
    readHoldings(deps, owner),
  ])
  return { pending: row && presentDeletion(row), graceSeconds: app.deletionGraceSeconds, holdings }
}

const store = async (tx: Tx, { userId, appId }: UserIdentity, holdings: WalletHoldings[]) => {
  const { deletionGraceSeconds } = await tx.app.findUniqueOrThrow({ where: { id: appId } })
  const dueAt = new Date(Date.now() + deletionGraceSeconds * 1000)
  const stored = holdings as unknown as Prisma.InputJsonValue
  return tx.userDeletion.create({ data: { userId, appId, dueAt, checkAt: dueAt, holdings: stored } })
}

/**
 * Stores that a user wants the account deleted, and tells the user. The caller has confirmed it by `credential`. Throws
 * `wallets_not_empty` unless the user accepts the loss, and `deletion_pending`.
 */
export const requestDeletion = async (
  deps: PrivacyNeeds,
  { acceptsLoss }: { acceptsLoss: boolean },
  { method }: Credential,
  context: Context<UserIdentity>,
) => {
  const holdings = await readHoldings(deps, await ownWallet(deps, context))
  if (holdings.length > 0 && !acceptsLoss) throw new Problem('wallets_not_empty')
  return changeAccount(deps, context, async (tx) => {
    const row = await store(tx, context.identity, holdings)
    const change = { kind: 'deletion_request', method, credential: { dueAt: row.dueAt.toISOString() } } as const
    return { change, result: presentDeletion(row) }
  }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? new Problem('deletion_pending') : error
  })
}

/** Cancels the user's own deletion, and tells the user. Throws `no_deletion`. */
export const cancelOwnDeletion = (deps: PrivacyNeeds, context: Context<UserIdentity>): Promise<void> =>
  changeAccount(deps, context, async (tx) => {
    const { userId, sessionId } = context.identity
    const { count } = await tx.userDeletion.deleteMany({ where: { userId, isRepeated: false } })
    if (count === 0) throw new Problem('no_deletion')
    const { method } = await tx.session.findUniqueOrThrow({ where: { id: sessionId }, select: { method: true } })
    return { change: { kind: 'deletion_cancel', method: method as Credential['method'] }, result: undefined }
  })

/** Cancels the deletion that a user asked for, for an operator. Throws `user_not_found`, `no_deletion`. */
export const cancelDeletion = async (
  { db }: Pick<PrivacyNeeds, 'db'>,
  { appId, id }: { appId: string; id: string },
  context: Context,
): Promise<void> => {
  await db.transaction(async (tx) => {
    await findUser(tx, appId, id)
    const { count } = await tx.userDeletion.deleteMany({ where: { userId: id, isRepeated: false } })
    if (count === 0) throw new Problem('no_deletion')
    await record(tx, context, { action: 'user.deletion-cancel', appId, targetId: id })
  })
}
