import type { AppIdentity, UserIdentity } from '../../auth.ts'
import type { Deps } from '../../deps.ts'
import { Problem } from '../../errors.ts'
import type { WalletOwner } from '../../lib/custody/wallet-secrets.ts'
import { findUser } from '../users/find.ts'

/** The user whose wallet is meant, where it calls itself. Counted: each call costs several to a node. */
export const ownWallet = async (
  { limits }: Pick<Deps, 'limits'>,
  { appId, userId }: UserIdentity,
): Promise<WalletOwner> => {
  await limits.take(['walletByUser', userId])
  return { appId, userId }
}

/**
 * The user whose wallet an app means. The app comes from the credential: another app's user is as unknown as none. A
 * disabled user's wallet rests. Throws `user_not_found`, `user_disabled`.
 */
export const walletOf = async (
  { db }: Pick<Deps, 'db'>,
  userId: string,
  { appId }: AppIdentity,
): Promise<WalletOwner> => {
  const { disabledAt } = await findUser(db.prisma, appId, userId)
  if (disabledAt) throw new Problem('user_disabled')
  return { appId, userId }
}

/** Apps and users have idempotency keys of their own: nobody takes the other's. */
export const byApp = <I extends { idempotencyKey?: string | undefined }>(input: I): I =>
  input.idempotencyKey === undefined ? input : { ...input, idempotencyKey: `app ${input.idempotencyKey}` }
