import type { FoundUser } from './calls.ts'
import type { Place, PlaceData } from './places.ts'

/** A place that is open, and those below it one comes back to. */
export interface Entry {
  place: Place
  /** Undefined until its first answer. */
  data?: PlaceData
  /** Why it cannot be shown, such as a user who was deleted meanwhile. */
  problem?: string
  /** The row that is chosen; of places without rows, the first line that is shown. */
  row: number
}

/** Whether the server answers. Times are milliseconds since the epoch. */
export type Link =
  | { kind: 'asking' }
  | { kind: 'live'; at: number }
  /** The server gives no answer, and is asked again. */
  | { kind: 'gone'; message: string; retryAt: number; failures: number; lastAnswerAt: number | undefined }
  /** The server does not accept the session. */
  | { kind: 'ended'; message: string }

export interface BoardState {
  /** The open place is the last. */
  entries: readonly [Entry, ...Entry[]]
  link: Link
  /** What is typed after `/`; undefined while nothing is sought. */
  typed?: string | undefined
  isHelpOpen: boolean
  /** Requests a second while the board was open, the newest last. */
  rates: readonly number[]
  /** Milliseconds between two questions about the server; places below the overview are asked for a third as often. */
  every: number
  /** Whether signing in again helps: the session is a saved one. */
  canSignIn: boolean
  /** Whether times are told in UTC. */
  isUtc: boolean
  /** The server's host and port. */
  host: string
  now: number
}

/** The place that is shown. */
export const openEntry = ({ entries }: BoardState): Entry => entries.at(-1)!

/** What enter opens in a row. */
export interface Item {
  /** Stays the same where rows move. */
  key: string
  place: Place
}

const userItem = (user: FoundUser, name: string): Item => ({
  key: user.id,
  place: { kind: 'user', app: user.app, id: user.id, name },
})

/** The rows of a place that can be opened. `nameOf` says what a user is called. */
export const itemsOf = (data: PlaceData | undefined, nameOf: (user: FoundUser) => string): Item[] => {
  const appItems = (data?.kind === 'overview' || data?.kind === 'search' ? data.apps : []).map(({ id, name }): Item => {
    return { key: id, place: { kind: 'app', app: { id, name } } }
  })
  const users = data?.kind === 'app' || data?.kind === 'search' ? data.list.users : []
  return [...appItems, ...users.map((user) => userItem(user, nameOf(user)))]
}
