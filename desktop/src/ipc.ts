import type { InputIssue } from '@openauth/client'

/** A call of the contract, by its group and verb: `{group: 'apps', verb: 'create', input: {name}}`. */
export interface ApiCall {
  group: string
  verb: string
  input: Record<string, unknown>
}

/** The server in use, as the window sees it: never with the token. */
export interface Server {
  address: string | null
  signedIn: boolean
}

/** An ApiError as plain data: Electron's IPC does not transfer class instances. */
export interface SerializedApiError {
  status: number
  message: string
  code?: string
  issues?: InputIssue[]
  requestId?: string
  retryAfter?: number
}
export type Answer<T> = { ok: true; result: T } | { ok: false; error: SerializedApiError }

/** Every channel between the window and the main process: its input, and the result inside the Answer. */
export interface Channels {
  /** The result is the answer's body, `{data}` or `{data, meta}`. */
  api: { input: ApiCall; result: unknown }
  'server.get': { input: undefined; result: Server }
  /** Signs out if the address changes. */
  'server.set': { input: { address: string }; result: Server }
}
export type Channel = keyof Channels
export const channels = ['api', 'server.get', 'server.set'] as const satisfies readonly Channel[]

type Parameters<C extends Channel> = Channels[C]['input'] extends undefined ? [] : [input: Channels[C]['input']]
/** The object `window.openauth`, which the preload script exposes. */
export type Bridge = { [C in Channel]: (...input: Parameters<C>) => Promise<Answer<Channels[C]['result']>> }
