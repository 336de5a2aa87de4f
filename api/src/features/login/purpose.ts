import type { Provider, Purpose } from '@openauth/client'
import type { Context, UserIdentity } from '../../handler.ts'
import type { Platform } from '../../resources.ts'
import { Problem } from '../../errors.ts'

/** The purpose and session of a one-time value; a login has no session. It is accepted for exactly these. */
export interface BoundPurpose {
  purpose: Purpose
  sessionId: string | null
}

/** The purposes, as handlers ask for them; a bind and a reauthentication belong to the session of their caller. */
export const forLogin: BoundPurpose = { purpose: 'login', sessionId: null }
export const forBind = ({ sessionId }: UserIdentity): BoundPurpose => ({ purpose: 'bind', sessionId })
export const forReauthentication = ({ sessionId }: UserIdentity): BoundPurpose => ({
  purpose: 'reauthenticate',
  sessionId,
})

interface Asked {
  appId: string
  purpose?: Purpose | undefined
}

/** The user of the call's token; undefined without a token or with another app's. */
const askingUser = async (appId: string, { user }: Context): Promise<UserIdentity | undefined> => {
  const identity = await user()
  return identity?.appId === appId ? identity : undefined
}

/**
 * The purpose of a public call that issues a one-time value. The default is login; with a user's token `usual` decides.
 * Throws `unauthorized` for a bind or reauthentication without a user's token.
 */
export const askedPurpose = async (
  { appId, purpose }: Asked,
  context: Context,
  defaultPurpose: (user: UserIdentity) => Promise<BoundPurpose>,
): Promise<BoundPurpose & { user?: UserIdentity }> => {
  if (purpose === 'login') return forLogin
  const user = await askingUser(appId, context)
  if (!user && purpose !== undefined) throw new Problem('unauthorized')
  if (!user) return forLogin
  const bound = purpose === undefined ? await defaultPurpose(user) : { purpose, sessionId: user.sessionId }
  return { ...bound, user }
}

/** The default purpose with a user's token: reauthenticate for an eligible credential of the user, otherwise bind. */
export const purposeByOwner =
  ({ db }: Pick<Platform, 'db'>, provider: Provider, subject: string) =>
  async (user: UserIdentity): Promise<BoundPurpose> => {
    const { appId, userId } = user
    const identity = await db.prisma.identity.findFirst({ where: { appId, userId, provider, subject } })
    const confirms = identity !== null && (identity.founding || identity.confirmedAt !== null)
    return confirms ? forReauthentication(user) : forBind(user)
  }
