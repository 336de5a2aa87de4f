import { type ReactNode, useLayoutEffect, useMemo } from 'react'
import { SessionContext } from './context.ts'
import { createSession, type SessionOptions } from './session.ts'
import { startSession } from './start.ts'
import { pageStorage } from './storage.ts'

export interface OpenAuthProviderProps extends SessionOptions {
  /** Where the API answers, such as `https://auth.example.com`. */
  endpoint: string
  appId: string
  /** Where to go after a redirect login, whether it worked or not; without it the page stays where it is. */
  redirectUrl?: string
  /**
   * What a redirect login hands to the page: a one-time code (default), or the provider's access token. It is always the
   * token where `sessionStorage` is blocked, since a code is exchanged only in the tab that remembers having asked for it.
   */
  responseMode?: 'token' | 'code'
  /** Where token, profile and config are kept: `localStorage` by default. The same object at every render. */
  storage?: Storage
  /** Told of every call that failed, after an ended session was cleared, and of a redirect login that did not work. */
  onError?: (error: Error) => void
  /** Told when a session has begun on this page, before its profile is known. */
  onLogin?: SessionOptions['onLogin']
  children?: ReactNode
}

/**
 * Holds the user's session for the components below: one for a page, around everything that calls the hooks.
 *
 * The session is kept in the browser and shared by its tabs. An answer of `Unauthorized` to a call of the user's ends
 * it. An address that comes back from a redirect login is exchanged for a session once, and cleaned of what it brought.
 */
export const OpenAuthProvider = ({ endpoint, appId, storage, children, ...options }: OpenAuthProviderProps) => {
  const session = useMemo(
    () => createSession({ endpoint, appId, storage: storage ?? pageStorage() }),
    [endpoint, appId, storage],
  )
  const { redirectUrl, responseMode, onError, onLogin } = options
  useLayoutEffect(() => {
    Object.assign(session.options, { redirectUrl, responseMode, onError, onLogin })
  }, [session, redirectUrl, responseMode, onError, onLogin])
  useLayoutEffect(() => startSession(session), [session])
  return <SessionContext.Provider value={session}>{children}</SessionContext.Provider>
}
