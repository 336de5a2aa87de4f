import type { Flag } from './flag.ts'

/** A verb of the contract as a command, as plain data: everything that help and parsing need. */
export interface CommandSpec {
  noun: string
  name: string
  /** Its route in the contract. */
  group: string
  verb: string
  /** One line, for lists of verbs. */
  summary: string
  /** What its own help says beyond that. */
  description: string
  /** Every key of the input. */
  flags: Flag[]
  /** The keys that come as arguments. */
  positional: { flag: Flag; required: boolean }[]
  /** Keys that hold an app's id, for which the app's name will do. */
  appKeys: string[]
  isPaged: boolean
  confirms: boolean
  /** Whether --input may bring the fields. */
  takesFile: boolean
  /** The key whose list comes from an NDJSON file. */
  batches?: string
  /** Whether it goes on call by call to its end. */
  cursorBatches?: 'rewrap' | 'verify'
}

/** The key of a path that is an argument, and not a flag. */
export const isArgumentOnly = ({ positional }: CommandSpec, key: string): boolean =>
  positional.some(({ flag, required }) => required && flag.key === key)
