import type { Tx } from '../../db.ts'
import { Problem } from '../../errors.ts'
import { requireLiveSession } from '../users/lock-user.ts'
import type { Sender } from './owner.ts'

/** Reads whether the user is disabled; undefined if user or app is deleted. Locks the app's row. */
const readOwner = async (
  tx: Tx,
  { appId, userId }: Pick<Sender, 'appId' | 'userId'>,
): Promise<{ disabled: boolean } | undefined> => {
  const [row] = await tx.$queryRaw<{ disabled: boolean }[]>`
    SELECT u."disabledAt" IS NOT NULL AS disabled FROM "User" u JOIN "App" a ON a.id = u."appId"
    WHERE u.id = ${userId}::uuid AND a.id = ${appId}::uuid AND u."deletedAt" IS NULL AND a."deletedAt" IS NULL
    FOR KEY SHARE OF a`
  return row
}

const requireLiveSecret = async (tx: Tx, id: string): Promise<void> => {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM "AppSecret" WHERE id = ${id}::uuid AND ("expiresAt" IS NULL OR "expiresAt" > now())`
  if (rows.length === 0) throw new Problem('unauthorized')
}

/**
 * Requires that the sender is still authorized, right before the signature: the call was authorized a while ago. Runs under
 * the wallet's lock, which disabling and deleting a user take too, and locks the rows of app and session until the signature
 * is stored. A call that ends one of them takes effect before the signature or answers after it.
 * Throws `unauthorized`, `user_disabled`, `user_not_found`.
 */
export const requireLive = async (tx: Tx, sender: Sender): Promise<void> => {
  const owner = await readOwner(tx, sender)
  if (sender.initiator === 'user') {
    if (!owner || owner.disabled) throw new Problem('unauthorized')
    return requireLiveSession(tx, sender)
  }
  if (!owner) throw new Problem('user_not_found')
  if (owner.disabled) throw new Problem('user_disabled')
  await requireLiveSecret(tx, sender.initiatorId)
}

/** Whether the user is neither deleted nor disabled, for transactions that the server initiates. */
export const isLiveOwner = async (tx: Tx, owner: Pick<Sender, 'appId' | 'userId'>): Promise<boolean> =>
  (await readOwner(tx, owner))?.disabled === false

/**
 * Locks the user's wallets: waits for signatures in progress and delays later ones until the transaction ends. The user's row
 * is locked first, so that no wallet is made meanwhile.
 */
export const lockWallets = async (tx: Tx, userId: string): Promise<void> => {
  await tx.$queryRaw`SELECT 1 FROM "User" WHERE id = ${userId}::uuid FOR NO KEY UPDATE`
  await tx.$queryRaw`SELECT 1 FROM "Wallet" WHERE "userId" = ${userId}::uuid ORDER BY chain FOR UPDATE`
}
