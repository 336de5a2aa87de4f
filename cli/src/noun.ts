import type { Column, Row } from './view.ts'

/** Rows for a table, and the fields of the answer that they stand for. */
export interface TableOfFields {
  fields: readonly string[]
  rows: (answer: Row) => Row[]
}

/** Data of a verb beyond the contract. Every field is optional: a new route works without any. */
export interface VerbData {
  /** The command's name, if it differs from the contract's verb. */
  name?: string
  /** The line in the help, if it differs from the route's summary. */
  summary?: string
  /** Keys of the input that are accepted as arguments, after the ids of the path. */
  positional?: readonly string[]
  /** Runs where the noun stands alone. */
  isDefault?: true
  /** Asks for confirmation. Routes with a destructive verb or method always do. */
  confirms?: true
  /** Prints the answer's secrets, because the command exists to show them. */
  reveals?: true
  /** The answer's field `token` is a credential, and printed only where it is asked for. */
  hidesToken?: true
  /** The key of a list that is read from an NDJSON file and sent in batches. */
  batches?: string
  /** Runs in batches; each call continues at the cursor that the previous one returned. */
  cursorBatches?: 'rewrap' | 'verify'
  /** Begins work of the server; the verb whose answers tell how far it is, asked until it is done. */
  watches?: 'boards'
  /** What is printed as a table below the other fields: a list of the answer, or rows that are made of some of its fields. */
  table?: string | TableOfFields
  /** The next step for the operator, printed on stderr; undefined where there is none. */
  next?: (answer: Row) => string | undefined
  columns?: readonly Column[]
}

/** One noun of the command line. */
export interface Noun {
  name: string
  summary: string
  /** The heading under which help lists it; by default with most others. */
  section?: string
  examples: readonly string[]
  /** The group of the contract whose routes are its verbs: those of admins, or of whom `under` says. */
  group?: string
  /** The word that it stands below: calls of a partner's server, or of a user. */
  under?: 'partner' | 'user'
  /** Keys of the input that look like secrets by their names and are none. */
  plainKeys?: readonly string[]
  /** Keys of the input that hold an app's id, for which its name is accepted, besides `appId`. */
  appKeys?: readonly string[]
  columns?: readonly Column[]
  /** The command that finds the id of the noun's objects; named where something else is given for an id. */
  findId?: string
  /** A second place of its verbs, below another noun: `['apps', 'secrets']` is `openauth apps secrets`. */
  below?: readonly [noun: string, name: string]
  verbs?: Record<string, VerbData>
  /** Further verbs, on routes of any group. */
  more?: readonly (VerbData & { name: string; route: readonly [group: string, verb: string] })[]
}
