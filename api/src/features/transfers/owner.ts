import type { AppIdentity, Context, Identity, UserIdentity } from '../../handler.ts'
import type { Platform } from '../../resources.ts'
import { Problem } from '../../errors.ts'
import type { WalletOwner } from '../../custody/index.ts'
import { findUser } from '../users/find.ts'

/**
 * The owner of a wallet and the initiator of a send: the user in a session, or the app with one of its secrets. The initiator
 * separates the idempotency keys of a user and of its app.
 */
export type Sender = WalletOwner & {
  /** The id of the user, or of the app secret. */
  initiatorId: string
  initiatorIp: string
} & ({ initiator: 'user'; sessionId: string } | { initiator: 'app' })

type CalledBy<I extends Identity> = Pick<Context<I>, 'identity' | 'ip'>

/** The sender for a user's own call. Counts the call, because each causes several calls to a node. */
export const ownWallet = async (
  { attempts }: Pick<Platform, 'attempts'>,
  { identity: { appId, userId, sessionId }, ip }: CalledBy<UserIdentity>,
): Promise<Sender> => {
  await attempts.consume(['walletByUser', userId])
  return { appId, userId, initiator: 'user', sessionId, initiatorId: userId, initiatorIp: ip }
}

/**
 * The sender for an app's call. Throws `user_not_found` for users of other apps than the credential's, and `user_disabled`.
 */
export const walletOf = async (
  { db }: Pick<Platform, 'db'>,
  userId: string,
  { identity: { appId, secretId }, ip }: CalledBy<AppIdentity>,
): Promise<Sender> => {
  const { disabledAt } = await findUser(db.prisma, appId, userId)
  if (disabledAt) throw new Problem('user_disabled')
  return { appId, userId, initiator: 'app', initiatorId: secretId, initiatorIp: ip }
}

/** The owner of a wallet that an admin looks into, of a disabled user too. Throws `user_not_found`. */
export const walletOfAny = async (
  { db }: Pick<Platform, 'db'>,
  appId: string,
  userId: string,
): Promise<WalletOwner> => {
  await findUser(db.prisma, appId, userId)
  return { appId, userId }
}

/** The sender for an app's call that signs, which is counted per secret. */
export const signingWalletOf = async (
  deps: Pick<Platform, 'db' | 'attempts'>,
  userId: string,
  context: CalledBy<AppIdentity>,
): Promise<Sender> => {
  await deps.attempts.consume(['signByAppSecret', context.identity.secretId])
  return walletOf(deps, userId, context)
}
