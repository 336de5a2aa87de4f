import { clientOf, type ClientOf } from '../client.ts'
import type { Route, RouteTable } from '../contract/route.ts'
import { account } from '../contract/account.ts'
import { bind } from '../contract/bind.ts'
import { login } from '../contract/login.ts'
import { passkeys } from '../contract/passkeys.ts'
import type { errors } from '../contract/errors.ts'
import type { LoginMethod, RedirectMethod } from '../contract/providers.ts'
import { ApiError, fetchTransport, type Transport } from '../http.ts'
import { createReauthentication, type PendingReauthentication } from './reauthentication.ts'
import { type PersistedState, openPersistedStore, storageKeys } from './storage.ts'

/** The groups that a user's page needs. The rest of the contract stays out of the bundle. */
const groups = { login, passkeys, account, bind }

/** Typed calls of the user group: `client.account.wallets()`. Each rejects with an `ApiError`. */
export type OpenAuthClient = ClientOf<typeof groups>

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

/** Options that can change during a session. */
export interface SessionOptions {
  redirectUrl?: string | undefined
  responseMode?: 'token' | 'code' | undefined
  onError?: ((error: Error) => void) | undefined
  onLogin?: ((method: LoginMethod) => void) | undefined
}

export interface SessionSettings {
  endpoint: string
  appId: string
  storage: Storage | undefined
}

// Only the types of the error table are imported, which keeps it out of the bundle.
/** The error code of a call that needs a reauthentication. */
const REAUTHENTICATION_REQUIRED = 'reauthentication_required' satisfies keyof typeof errors
/** The error message that ends a session. */
const UNAUTHORIZED = 'Unauthorized' satisfies (typeof errors)['unauthorized'][1]

export const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)))

/** Creates the session of an app's user on this page: its state, its calls and the subscription to changes. */
export const createSession = ({ endpoint, appId, storage }: SessionSettings) => {
  const options: SessionOptions = {}
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
  let latestRequest = 0
  let refreshedAt = 0

  const set = (change: Partial<SessionState>): void => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  const setToken = (token: string | null): void => {
    isTokenPersisted = store.write('token', token)
    store.write('profile', null)
    set({ token, profile: null, isProfileSettled: false })
  }

  const plain = fetchTransport({ baseUrl: endpoint, token: () => state.token })
  const reauthentication = createReauthentication((pendingReauthentication) => set({ pendingReauthentication }))
  /** The token with which to repeat a call that was refused for lack of a reauthentication; null for other errors. */
  const reauthenticate = async (route: Route, error: Error): Promise<string | null> =>
    error instanceof ApiError && error.code === REAUTHENTICATION_REQUIRED && route.path !== account.reauthenticate.path
      ? reauthentication.request()
      : null

  /** An `Unauthorized` answer ends the session before `onError` is called, unless another session has replaced it. */
  const send: Transport = async (route, input, call) => {
    const { token } = state
    return plain(route, input, call).catch(async (thrown: unknown) => {
      const error = asError(thrown)
      const reauthenticationToken = await reauthenticate(route, error)
      if (reauthenticationToken !== null) return send(route, { ...input, reauthenticationToken }, call)
      if (route.auth === 'user' && error.message === UNAUTHORIZED && token === state.token) setToken(null)
      if (!call.signal?.aborted) options.onError?.(error)
      throw error
    })
  }
  const client = clientOf(groups, send)

  const loadProfile = async (): Promise<void> => {
    const { token } = state
    const request = (latestRequest += 1)
    if (token === null) return
    const profile = await client.account.profile().catch(() => undefined)
    // Ignores the profile of another user, and one that a later request supersedes.
    if (request !== latestRequest || token !== state.token) return
    if (profile) store.write('profile', profile)
    set({ isProfileSettled: true, ...(profile ? { profile } : {}) })
  }
  const loadConfig = async (): Promise<void> => {
    const config = await client.account.config({ appId }).catch(() => undefined)
    if (!config) return
    store.write('config', config)
    set({ config })
  }

  /** Applies the changes of another tab. */
  const handleStorageEvent = (event: Pick<StorageEvent, 'key' | 'newValue' | 'storageArea'>): void => {
    if (event.storageArea !== storage) return
    if (event.key === null) set({ token: null, profile: null, isProfileSettled: false })
    if (event.key === storageKeys.profile && event.newValue !== null && state.token !== null)
      set({ profile: store.parse.profile(event.newValue) ?? state.profile })
    if (event.key === storageKeys.token) replaceToken(store.parse.token(event.newValue))
  }
  const replaceToken = (token: string | null): void => {
    if (token === state.token) return
    isTokenPersisted = true
    set({ token, profile: null, isProfileSettled: false })
    void loadProfile()
  }

  const refresh = async (): Promise<void> => {
    refreshedAt = Date.now()
    await Promise.all([loadProfile(), loadConfig()])
  }

  return {
    endpoint: endpoint.replace(/\/+$/, ''),
    appId,
    client,
    /** Calls of further groups of the contract with the same session. */
    callsOf: <T extends RouteTable>(table: T): ClientOf<T> => clientOf(table, send),
    options,
    registerReauthenticationDialog: reauthentication.registerDialog,
    getState: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    set,
    handleStorageEvent,
    /** Reads the stored token again: a suspended tab receives no storage events. Does nothing if storing failed. */
    syncWithStorage: () => void (storage && isTokenPersisted && replaceToken(store.read('token'))),
    /** Reloads profile and config. Errors go to `onError`, and the previous values stay. */
    refresh,
    refreshAfter: (milliseconds: number): void => void (Date.now() - refreshedAt >= milliseconds && refresh()),
    signIn: (token: string, method: LoginMethod): void => {
      setToken(token)
      options.onLogin?.(method)
    },
    /** Ends the session on this page at once, then on the server; an error of that call is ignored. */
    logout: async (): Promise<void> => {
      // Starts the call before the token is removed, because it needs the token.
      const serverLogout = state.token === null ? undefined : clientOf({ account }, plain).account.logout()
      setToken(null)
      await serverLogout?.catch(() => {})
    },
  }
}
export type Session = ReturnType<typeof createSession>
