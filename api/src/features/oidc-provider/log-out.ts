import type { Provider } from 'oidc-provider'
import type { OidcProviderNeeds } from './needs.ts'
import type { Records } from './records.ts'

/** As the library's router reads paths. */
const isConfirmation = /\/session\/end\/confirm\/?$/i

/**
 * Has a log-out that a user confirmed end the user's own session too: otherwise the next login would go on without a question. The
 * library also ends its session when another user takes the place of the one before, and then goes on with that login.
 */
export const endUserSessions = (
  { db, sessions }: Pick<OidcProviderNeeds, 'db' | 'sessions'>,
  provider: Provider,
  { sessionBehind }: Pick<Records, 'sessionBehind'>,
): void => {
  const isResumed = (location: string) => location.startsWith(`${provider.issuer}/auth/`)
  provider.use(async (context, next) => {
    const cookie = isConfirmation.test(context.path)
      ? context.cookies.get(provider.cookieName('session'), { signed: true })
      : undefined
    const behind = cookie === undefined ? undefined : await sessionBehind(cookie)
    await next()
    const { session } = context.oidc ?? {}
    const isOver = (session as { destroyed?: boolean } | undefined)?.destroyed === true
    if (!behind || !isOver || isResumed(context.response.get('location'))) return
    await db.transaction((tx) => sessions.end(tx, behind))
  })
}

/** A session of a user at a client, by the client's name for it. */
export interface EndedSession {
  clientId: string
  userId: string
  sid: string
}

/** Tells a client of the end of a user's session. Rejects if it was not told; resolves for one that wants nothing more. */
export type TellLogout = (logout: EndedSession) => Promise<void>

/**
 * Has the library tell no client of a log-out while the user waits: the database's trigger writes every end of a grant to the outbox,
 * this one too. Returns what tells a client (OpenID Connect Back-Channel Logout 1.0).
 */
export const deferLogouts = (provider: Provider): TellLogout => {
  const { Client } = provider
  // The library's types have no name for it.
  const prototype = Client.prototype as unknown as { backchannelLogout: (userId: string, sid: string) => Promise<void> }
  const tell = prototype.backchannelLogout
  prototype.backchannelLogout = async () => {}
  return async ({ clientId, userId, sid }) => {
    const client = await Client.find(clientId)
    if (client?.backchannelLogoutUri) await tell.call(client, userId, sid)
  }
}
