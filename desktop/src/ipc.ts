import type { InputIssue } from '@openauth/client'

/** A call of the contract, by its group and verb: `{group: 'apps', verb: 'create', input: {name}}`. */
export interface ApiCall {
  group: string
  verb: string
  input: Record<string, unknown>
}

/** What the window may know of the server in use: never the token. */
export interface Server {
  address: string | null
  signedIn: boolean
}

/** An ApiError on its way to the window: Electron carries plain data, not instances. */
export interface Failure {
  status: number
  message: string
  code?: string
  issues?: InputIssue[]
  requestId?: string
  retryAfter?: number
}
export type Answer<T> = { ok: true; result: T } | { ok: false; error: Failure }

/** Every channel between the window and the main process: what is sent, and what comes back in an Answer. */
export interface Channels {
  /** The result is the answer's body, `{data}` or `{data, meta}`. */
  api: { input: ApiCall; result: unknown }
  'server.get': { input: undefined; result: Server }
  /** Signs out where the address is another one. */
  'server.set': { input: { address: string }; result: Server }
}
export type Channel = keyof Channels
export const channels = ['api', 'server.get', 'server.set'] as const satisfies readonly Channel[]

type Parameters<C extends Channel> = Channels[C]['input'] extends undefined ? [] : [input: Channels[C]['input']]
/** What the preload script puts into the window as `openauth`. */
export type Bridge = { [C in Channel]: (...input: Parameters<C>) => Promise<Answer<Channels[C]['result']>> }
