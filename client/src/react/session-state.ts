import type { RedirectMethod } from '../contract/providers.ts'
import type { PendingReauthentication } from './reauthentication.ts'
import { type PersistedState, openPersistedStore, storageKeys } from './storage.ts'

/** The result of the last redirect login or bind on this page. */
export interface RedirectResult {
  provider: RedirectMethod
  kind: 'login' | 'bind'
  isPending: boolean
  error: Error | null
}

export interface SessionState extends PersistedState {
  /** False until a redirect response, if any, is exchanged. */
  isStarted: boolean
  /** Whether the first request for the profile has ended. */
  isProfileSettled: boolean
  redirectResult: RedirectResult | null
  pendingReauthentication: PendingReauthentication | null
}

/**
 * The state of a session, of which token, profile and config are stored too. `onReplaced` is called when another tab has
 * replaced the token.
 */
export const createSessionState = (storage: Storage | undefined, onReplaced: () => void) => {
  const store = openPersistedStore(storage)
  const listeners = new Set<() => void>()
  let state: SessionState = {
    ...store.readAll(),
    isStarted: false,
    isProfileSettled: false,
    redirectResult: null,
    pendingReauthentication: null,
  }
  let isTokenPersisted = true

  const set = (change: Partial<SessionState>): void => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  const replaceToken = (token: string | null): void => {
    if (token === state.token) return
    isTokenPersisted = true
    set({ token, profile: null, isProfileSettled: false })
    onReplaced()
  }

  return {
    get: () => state,
    set,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    setToken: (token: string | null): void => {
      isTokenPersisted = store.write('token', token)
      store.write('profile', null)
      set({ token, profile: null, isProfileSettled: false })
    },
    /** The profile after a request for it; undefined where that failed, which leaves the one before. */
    settleProfile: (profile: SessionState['profile'] | undefined): void => {
      if (profile) store.write('profile', profile)
      set({ isProfileSettled: true, ...(profile ? { profile } : {}) })
    },
    setConfig: (config: SessionState['config']): void => {
      store.write('config', config)
      set({ config })
    },
    /** Applies the changes of another tab. */
    handleStorageEvent: (event: Pick<StorageEvent, 'key' | 'newValue' | 'storageArea'>): void => {
      if (event.storageArea !== storage) return
      if (event.key === null) set({ token: null, profile: null, isProfileSettled: false })
      if (event.key === storageKeys.profile && event.newValue !== null && state.token !== null)
        set({ profile: store.parse.profile(event.newValue) ?? state.profile })
      if (event.key === storageKeys.token) replaceToken(store.parse.token(event.newValue))
    },
    /** Reads the stored token again: a suspended tab receives no storage events. Does nothing if storing failed. */
    syncWithStorage: () => void (storage && isTokenPersisted && replaceToken(store.read('token'))),
  }
}
export type StateOfSession = ReturnType<typeof createSessionState>
