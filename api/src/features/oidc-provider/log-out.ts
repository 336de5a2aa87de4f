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
