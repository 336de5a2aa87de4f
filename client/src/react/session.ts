import { clientOf, type ClientOf } from '../client.ts'
import type { Route, RouteTable } from '../contract/route.ts'
import { account } from '../contract/account.ts'
import { bind } from '../contract/bind.ts'
import { login } from '../contract/login.ts'
import { passkeys } from '../contract/passkeys.ts'
import type { errors } from '../contract/errors.ts'
import type { LoginMethod, RedirectProvider } from '../contract/providers.ts'
import { ApiError, fetchTransport, type Transport } from '../http.ts'
import { createReauthentication, type Question } from './reauthentication.ts'
import { type PersistedState, openPersistedStore, storageKeys } from './storage.ts'

/** The groups that a user's page needs; naming them keeps the rest of the contract out of its bundle. */
const groups = { login, passkeys, account, bind }

/** Typed calls of the user group: `client.account.wallets()`. Each rejects with an `ApiError`. */
export type OpenAuthClient = ClientOf<typeof groups>

/** How the return from a redirect provider went, so that it can be shown where the user left from. */
export interface Landed {
  provider: RedirectProvider
  kind: 'login' | 'bind'
  isPending: boolean
  error: Error | null
}

export interface SessionState extends PersistedState {
  /** Until the page knows whom it stands before: `loading`. */
  isStarted: boolean
  isProfileAsked: boolean
  landed: Landed | null
  /** A call that waits until the user has confirmed that it is them. */
  question: Question | null
}

/** What may change without a new session. */
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

/** Of both only the type is imported, since the table would come into every page. The code of a call that asks for a reauthentication. */
const REAUTHENTICATION_REQUIRED = 'reauthentication_required' satisfies keyof typeof errors
/** The text that ends a session. */
const UNAUTHORIZED = 'Unauthorized' satisfies (typeof errors)['unauthorized'][1]

export const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)))

/** One app's user on this page: what is known of it, the calls on its behalf, and who is told of changes. */
export const createSession = ({ endpoint, appId, storage }: SessionSettings) => {
  const options: SessionOptions = {}
  const store = openPersistedStore(storage)
  const listeners = new Set<() => void>()
  let state: SessionState = {
    ...store.readAll(),
    isStarted: false,
    isProfileAsked: false,
    landed: null,
    question: null,
  }
  let isTokenPersisted = true
  let asked = 0
  let refreshedAt = 0

  const set = (change: Partial<SessionState>): void => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  const setToken = (token: string | null): void => {
    isTokenPersisted = store.write('token', token)
    store.write('profile', null)
    set({ token, profile: null, isProfileAsked: false })
  }

  const plain = fetchTransport({ baseUrl: endpoint, token: () => state.token })
  const reauthentication = createReauthentication((question) => set({ question }))
  /** The token with which a refused call may be made again; every call that asks for a reauthentication takes one. */
  const confirm = async (route: Route, error: Error): Promise<string | null> =>
    error instanceof ApiError && error.code === REAUTHENTICATION_REQUIRED && route.path !== account.reauthenticate.path
      ? reauthentication.ask()
      : null

  /** A refused session ends before its error is told; one that another has replaced meanwhile does not end that. */
  const send: Transport = async (route, input, call) => {
    const { token } = state
    return plain(route, input, call).catch(async (thrown: unknown) => {
      const error = asError(thrown)
      const reauthenticationToken = await confirm(route, error)
      if (reauthenticationToken !== null) return send(route, { ...input, reauthenticationToken }, call)
      if (route.auth === 'user' && error.message === UNAUTHORIZED && token === state.token) setToken(null)
      if (!call.signal?.aborted) options.onError?.(error)
      throw error
    })
  }
  const client = clientOf(groups, send)

  const loadProfile = async (): Promise<void> => {
    const { token } = state
    const request = (asked += 1)
    if (token === null) return
    const profile = await client.account.profile().catch(() => undefined)
    // Another user's, or older than one that has been asked for since.
    if (request !== asked || token !== state.token) return
    if (profile) store.write('profile', profile)
    set({ isProfileAsked: true, ...(profile ? { profile } : {}) })
  }
  const loadConfig = async (): Promise<void> => {
    const config = await client.account.config({ appId }).catch(() => undefined)
    if (!config) return
    store.write('config', config)
    set({ config })
  }

  /** Takes over what another tab has written. */
  const handleStorageEvent = (event: Pick<StorageEvent, 'key' | 'newValue' | 'storageArea'>): void => {
    if (event.storageArea !== storage) return
    if (event.key === null) set({ token: null, profile: null, isProfileAsked: false })
    if (event.key === storageKeys.profile && event.newValue !== null && state.token !== null)
      set({ profile: store.parse.profile(event.newValue) ?? state.profile })
    if (event.key === storageKeys.token) replaceToken(store.parse.token(event.newValue))
  }
  const replaceToken = (token: string | null): void => {
    if (token === state.token) return
    isTokenPersisted = true
    set({ token, profile: null, isProfileAsked: false })
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
    /** Further groups of the contract, called on behalf of the same user. */
    callsOf: <T extends RouteTable>(table: T): ClientOf<T> => clientOf(table, send),
    options,
    reauthentication: { offer: reauthentication.offer },
    getState: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    set,
    handleStorageEvent,
    /** A tab that slept was told of nothing: it reads what is kept, unless nothing could be kept. */
    syncWithStorage: () => void (storage && isTokenPersisted && replaceToken(store.read('token'))),
    /** Reads profile and config again. Failures are told to `onError`; what was known then stays. */
    refresh,
    refreshAfter: (milliseconds: number): void => void (Date.now() - refreshedAt >= milliseconds && refresh()),
    signIn: (token: string, method: LoginMethod): void => {
      setToken(token)
      options.onLogin?.(method)
    },
    /** Ends the session here at once and at the server as well as it goes. */
    logout: async (): Promise<void> => {
      // The call takes the token with it before it is forgotten.
      const ended = state.token === null ? undefined : clientOf({ account }, plain).account.logout()
      setToken(null)
      await ended?.catch(() => {})
    },
  }
}
export type Session = ReturnType<typeof createSession>
