import { clientOf, type ClientOf, type EndpointTable } from '../client.ts'
import type { Endpoint } from '../contract/endpoints/endpoint.ts'
import { account, bind, login, passkeys } from '../contract/endpoints/index.ts'
import type { errors } from '../contract/errors.ts'
import type { LoginMethod } from '../contract/providers.ts'
import { ApiError, fetchTransport, type Transport } from '../http.ts'
import { createReauthentication } from './reauthentication.ts'
import { createSessionState, type StateOfSession } from './session-state.ts'

/** The groups that a user's page needs. The rest of the contract stays out of the bundle. */
const groups = { login, passkeys, account, bind }

/** Typed calls of the user group: `client.account.wallets()`. Each rejects with an `ApiError`. */
export type OpenAuthClient = ClientOf<typeof groups>

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

interface Sending {
  plain: Transport
  state: StateOfSession
  options: SessionOptions
  /** Resolves to the token of a reauthentication; null where there is none. */
  reauthenticate: () => Promise<string | null>
}

/**
 * Sends calls, and repeats one that was refused for lack of a reauthentication. An `Unauthorized` answer ends the session
 * before `onError` is called, unless another session has replaced it.
 */
const createSend = ({ plain, state, options, reauthenticate }: Sending): Transport => {
  /** The token with which to repeat a call; null for other errors. */
  const tokenAfter = async (endpoint: Endpoint, error: Error): Promise<string | null> =>
    error instanceof ApiError &&
    error.code === REAUTHENTICATION_REQUIRED &&
    endpoint.path !== account.reauthenticate.path
      ? reauthenticate()
      : null

  const send: Transport = async (endpoint, input, call) => {
    const { token } = state.get()
    return plain(endpoint, input, call).catch(async (thrown: unknown) => {
      const error = asError(thrown)
      const reauthenticationToken = await tokenAfter(endpoint, error)
      if (reauthenticationToken !== null) return send(endpoint, { ...input, reauthenticationToken }, call)
      if (endpoint.auth === 'user' && error.message === UNAUTHORIZED && token === state.get().token)
        state.setToken(null)
      if (!call.signal?.aborted) options.onError?.(error)
      throw error
    })
  }
  return send
}

/** Loads profile and config. Errors go to `onError`, and the previous values stay. */
const createLoading = (client: OpenAuthClient, appId: string, state: StateOfSession) => {
  let latestRequest = 0
  let refreshedAt = 0

  const loadProfile = async (): Promise<void> => {
    const { token } = state.get()
    const request = (latestRequest += 1)
    if (token === null) return
    const profile = await client.account.profile().catch(() => undefined)
    // Ignores the profile of another user, and one that a later request supersedes.
    if (request === latestRequest && token === state.get().token) state.settleProfile(profile)
  }
  const loadConfig = async (): Promise<void> => {
    const config = await client.account.config({ appId }).catch(() => undefined)
    if (config) state.setConfig(config)
  }
  const refresh = async (): Promise<void> => {
    refreshedAt = Date.now()
    await Promise.all([loadProfile(), loadConfig()])
  }
  return {
    loadProfile,
    refresh,
    refreshAfter: (milliseconds: number): void => void (Date.now() - refreshedAt >= milliseconds && refresh()),
  }
}

/** Creates the session of an app's user on this page: its state, its calls and the subscription to changes. */
export const createSession = ({ endpoint, appId, storage }: SessionSettings) => {
  const options: SessionOptions = {}
  const state = createSessionState(storage, () => void loading.loadProfile())
  const plain = fetchTransport({ baseUrl: endpoint, token: () => state.get().token })
  const reauthentication = createReauthentication((pendingReauthentication) => state.set({ pendingReauthentication }))
  const send = createSend({ plain, state, options, reauthenticate: reauthentication.request })
  const client = clientOf(groups, send)
  const loading = createLoading(client, appId, state)

  return {
    endpoint: endpoint.replace(/\/+$/, ''),
    appId,
    client,
    /** Calls of further groups of the contract with the same session. */
    callsOf: <T extends EndpointTable>(table: T): ClientOf<T> => clientOf(table, send),
    options,
    registerReauthenticationDialog: reauthentication.registerDialog,
    getState: state.get,
    subscribe: state.subscribe,
    set: state.set,
    handleStorageEvent: state.handleStorageEvent,
    syncWithStorage: state.syncWithStorage,
    refresh: loading.refresh,
    refreshAfter: loading.refreshAfter,
    signIn: (token: string, method: LoginMethod): void => {
      state.setToken(token)
      options.onLogin?.(method)
    },
    /** Ends the session on this page at once, then on the server; an error of that call is ignored. */
    logout: async (): Promise<void> => {
      // Starts the call before the token is removed, because it needs the token.
      const serverLogout = state.get().token === null ? undefined : clientOf({ account }, plain).account.logout()
      state.setToken(null)
      await serverLogout?.catch(() => {})
    },
  }
}
export type Session = ReturnType<typeof createSession>
