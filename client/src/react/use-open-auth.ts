import { useMemo } from 'react'
import { useSession, useSessionState } from './context.ts'

/**
 * The user of the page and the calls on their behalf.
 *
 * - `status` is `loading` while a redirect login is exchanged and while the profile of a stored session is first
 *   requested. `ready` with `isAuthorized` and no `profile` means that the profile could not be loaded.
 * - `logout()` ends the session on this page at once, then on the server. It never rejects.
 * - `refresh()` reloads profile and config. It never rejects: errors go to `onError`.
 * - `client` has every call of the user group; each rejects with an `ApiError` (`status`, `code`, `message`, `issues`).
 * - `callsOf({ wallets: endpoints.wallets })` returns the calls of further groups of the contract; define the table outside the component.
 * - `landingError`: the error of the last redirect login, until the next starts; its `name` is `LoginCancelled` if the
 *   user cancelled at the provider.
 * - `isLanding`: whether the response of a redirect login is being exchanged.
 */
export const useOpenAuth = () => {
  const session = useSession()
  const { token, profile, config, isStarted, isProfileSettled, redirectResult } = useSessionState(session)
  const isWaiting = !isStarted || redirectResult?.isPending || (token !== null && profile === null && !isProfileSettled)
  const isLanding = redirectResult?.isPending === true
  const landingError = redirectResult?.kind === 'login' ? redirectResult.error : null
  const status = isWaiting ? ('loading' as const) : ('ready' as const)
  return useMemo(() => {
    const { client, callsOf, logout, refresh } = session
    const isAuthorized = token !== null
    return { token, isAuthorized, profile, config, status, isLanding, landingError, client, callsOf, logout, refresh }
  }, [session, token, profile, config, status, isLanding, landingError])
}
export type OpenAuth = ReturnType<typeof useOpenAuth>
