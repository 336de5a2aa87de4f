import type { CommandSpec } from './command-spec.ts'

/** A noun without its verbs, as plain data. */
export interface NounOutline {
  name: string
  summary: string
  /** The word that it stands below. */
  under?: 'partner' | 'user'
  /** The heading under which help lists it. */
  section?: string
  /** Where its verbs stand too: the name of another noun, and theirs below it. */
  below?: readonly [noun: string, name: string]
}

/** The verbs of a noun. */
export interface NounDetails {
  examples: readonly string[]
  commands: CommandSpec[]
}
