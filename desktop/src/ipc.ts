import type { ErrorBody } from '@openauth/client'
import type { Locale } from './renderer/i18n/locales.ts'

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

/** A server in the console's list. The normalized address identifies it. */
export interface ServerProfile {
  address: string
  name: string
  signedIn: boolean
}

/** A link that the system gave to the program. The path is null where it is none of the console's. */
export interface Link {
  path: string | null
  /** The server that it is for; null for whichever is in use. */
  server: string | null
}

/** Why an update failed. `unable`: a program that was not installed from a package cannot replace itself. */
export type UpdateFailure = 'unreachable' | 'unencrypted' | 'noFeed' | 'unverifiable' | 'damaged' | 'unable' | 'other'

/** What is known of a newer version of the program. */
export type UpdateState =
  | { kind: 'none' | 'checking' | 'current' }
  | { kind: 'downloading'; version: string; percent: number }
  /** Downloaded; a restart installs it. */
  | { kind: 'ready'; version: string }
  | { kind: 'failed'; reason: UpdateFailure }

/** An ApiError as plain data: Electron's IPC does not transfer class instances. */
export interface SerializedApiError extends ErrorBody {
  status: number
  retryAfter?: number
  /** The server that a fault of the connection is about; `code` names the fault. */
  address?: string
}
export type Answer<T> = { ok: true; result: T } | { ok: false; error: SerializedApiError }

/** Every channel between the window and the main process: its input, and the result inside the Answer. */
export interface Channels {
  /** The result is the answer's body, `{data}` or `{data, meta}`. */
  api: { input: ApiCall; result: unknown }
  'server.get': { input: undefined; result: Server }
  /** Uses the server from now on; one that is not in the list is added, by this name or its host's. */
  'server.set': { input: { address: string; name?: string | undefined }; result: Server }
  'servers.list': { input: undefined; result: ServerProfile[] }
  'servers.rename': { input: { address: string; name: string }; result: ServerProfile[] }
  /** Forgets the server's token as well. */
  'servers.remove': { input: { address: string }; result: ServerProfile[] }
  /** The language that the window shows, for the menu and for questions of the main process. */
  'language.set': { input: { locale: Locale }; result: void }
  /** The link that is to be opened, once. */
  'link.take': { input: undefined; result: Link | null }
  /** Whether the log of crashes has something that was not told yet. */
  'crashes.take': { input: undefined; result: boolean }
  /** Opens the folder of that log. */
  'crashes.open': { input: undefined; result: void }
  'updates.get': { input: undefined; result: UpdateState }
  /** Restarts into the version that was downloaded; a window with unsaved changes asks first. */
  'updates.restart': { input: undefined; result: void }
}
export type Channel = keyof Channels
/** All channels; a channel that is missing here does not compile. */
export const channels = Object.keys({
  api: true,
  'server.get': true,
  'server.set': true,
  'servers.list': true,
  'servers.rename': true,
  'servers.remove': true,
  'language.set': true,
  'link.take': true,
  'crashes.take': true,
  'crashes.open': true,
  'updates.get': true,
  'updates.restart': true,
} satisfies Record<Channel, true>) as Channel[]

export type Parameters<C extends Channel> = Channels[C]['input'] extends undefined ? [] : [input: Channels[C]['input']]

/** What the main process tells the window. */
export type ShellEvent = 'palette' | 'shortcuts' | 'diagnosticsCopied' | 'link' | 'update'
/** The channel of these events. */
export const EVENTS = 'event'

/** A function for each channel. */
export type Calls = { [C in Channel]: (...input: Parameters<C>) => Promise<Answer<Channels[C]['result']>> }

/** The object `window.openauth`, which the preload script exposes. */
export type Bridge = Calls & {
  /** Listens to the main process until the function that it returns is called. */
  listen: (listener: (event: ShellEvent) => void) => () => void
}
