import type { AppIdentity, Context, Identity, UserIdentity } from '../../auth.ts'
import type { Deps } from '../../deps.ts'
import { Problem } from '../../errors.ts'
import type { WalletOwner } from '../../lib/custody/wallet-secrets.ts'
import { findUser } from '../users/find.ts'

/** The owner of a wallet and who has it send. Idempotency keys of a user and of its app are apart by the initiator. */
export interface Sender extends WalletOwner {
  initiator: 'user' | 'app'
  /** The id of the user, or of the app secret. */
  initiatorId: string
  initiatorIp: string
}

type CalledBy<I extends Identity> = Pick<Context<I>, 'identity' | 'ip'>

/** The user whose wallet is meant, where it calls itself. Counted: each call costs several to a node. */
export const ownWallet = async (
  { limits }: Pick<Deps, 'limits'>,
  { identity: { appId, userId }, ip }: CalledBy<UserIdentity>,
): Promise<Sender> => {
  await limits.consume(['walletByUser', userId])
  return { appId, userId, initiator: 'user', initiatorId: userId, initiatorIp: ip }
}

/**
 * The user whose wallet an app means. The app comes from the credential: another app's user is as unknown as none. A
 * disabled user's wallet rests. Throws `user_not_found`, `user_disabled`.
 */
export const walletOf = async (
  { db }: Pick<Deps, 'db'>,
  userId: string,
  { identity: { appId, secretId }, ip }: CalledBy<AppIdentity>,
): Promise<Sender> => {
  const { disabledAt } = await findUser(db.prisma, appId, userId)
  if (disabledAt) throw new Problem('user_disabled')
  return { appId, userId, initiator: 'app', initiatorId: secretId, initiatorIp: ip }
}
