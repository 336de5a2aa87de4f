import { useMemo } from 'react'
import { useSession, useSessionState } from './context.ts'

/**
 * Who the page stands before, and the calls on its behalf.
 *
 * - `status` is `loading` until that is known: while a redirect login is exchanged, and while the profile of a kept
 *   session is first asked for. `ready` with `isAuthorized` and no `profile` means that it could not be read.
 * - `logout()` ends the session here at once, and at the server as well as it goes. It never rejects.
 * - `refresh()` reads profile and config again. It never rejects: a failure is told to `onError`.
 * - `client` has every call of the user group; each rejects with an `ApiError` (`status`, `code`, `message`, `issues`).
 * - `callsOf({wallets})` gives the calls of further groups of the contract; keep the table outside the component.
 * - `landingError`: why the last return from a login provider ended in no session, until the next begins; its `name` is
 *   `LoginCancelled` where the user said no there.
 * - `isLanding` while the return from a login provider is exchanged.
 */
export const useOpenAuth = () => {
  const session = useSession()
  const { token, profile, config, isStarted, isProfileAsked, landed } = useSessionState(session)
  const isWaiting = !isStarted || landed?.isPending || (token !== null && profile === null && !isProfileAsked)
  const isLanding = landed?.isPending === true
  const landingError = landed?.kind === 'login' ? landed.error : null
  const status = isWaiting ? ('loading' as const) : ('ready' as const)
  return useMemo(() => {
    const { client, callsOf, logout, refresh } = session
    const isAuthorized = token !== null
    return { token, isAuthorized, profile, config, status, isLanding, landingError, client, callsOf, logout, refresh }
  }, [session, token, profile, config, status, isLanding, landingError])
}
export type OpenAuth = ReturnType<typeof useOpenAuth>
