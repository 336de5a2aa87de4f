import type { Column, Row } from './view.ts'

/** What the contract does not tell about a verb. Every field may be left out: a new route works as it is. */
export interface VerbData {
  /** The word in the shell, where it is not the contract's. */
  name?: string
  /** The line in the help, where the route's own would mislead. */
  summary?: string
  /** Keys of the input that may stand as arguments, after the ids of the path. */
  positional?: readonly string[]
  /** Asks before it acts. Verbs that say so by their name or method ask anyhow. */
  confirms?: true
  /** Shows secrets of the answer: that is what it is for. */
  reveals?: true
  /** A list of objects that comes from an NDJSON file and goes out in batches. */
  batches?: string
  /** Done in batches, whose calls go on where the one before ended. */
  cursorBatches?: 'rewrap' | 'verify'
  /** A list of the answer that is shown as a table below the rest. */
  table?: string
  /** What to do next, said on stderr. */
  next?: (answer: Row) => string
  columns?: readonly Column[]
}

/** One noun of the command line. */
export interface Noun {
  name: string
  summary: string
  examples: readonly string[]
  /** The group of the contract whose admin routes are its verbs. */
  group?: string
  /** Keys of the input that hold an app's id, so that its name will do. `appId` always is one. */
  appKeys?: readonly string[]
  columns?: readonly Column[]
  verbs?: Record<string, VerbData>
  /** Further verbs, on routes of any group. */
  more?: readonly (VerbData & { name: string; route: readonly [group: string, verb: string] })[]
}
