import type { Auth } from '@openauth/client'
import type { AnswerFacts } from './answer-facts.ts'
import type { Flag } from './flag.ts'
import { pathText } from './validation-messages.ts'

/** A verb of the contract as a command: the plain data that help and parsing need. */
export interface CommandSpec {
  /** The words before the verb: `apps`, `partner users`. */
  noun: string
  name: string
  /** Who may make the call, and so which credential it needs. */
  auth: Auth
  /** A user's call that support may make in the name of the user: --as-user. */
  forSupport?: true
  /** The group of the route in the contract. */
  group: string
  verb: string
  /** One line, for lists of verbs. */
  summary: string
  /** The text below the summary in the command's help. */
  description: string
  answer: AnswerFacts
  /** Whether the flags' sure forms say all of the input: no rule of the contract joins several fields. */
  hasSureInput: boolean
  /** Every key of the input. */
  flags: Flag[]
  /** The keys that are positional arguments. */
  positional: { flag: Flag; required: boolean }[]
  /** Keys that hold an app's id; the CLI accepts the app's name too. */
  appKeys: string[]
  /** Whether it runs where the noun stands alone. */
  isDefault: boolean
  isPaged: boolean
  confirms: boolean
  /** Whether --input may supply the fields. */
  takesFile: boolean
  /** The key whose list is read from an NDJSON file. */
  batches?: string
  /** Set for a long operation that is called with the next cursor until it is complete. */
  cursorBatches?: 'rewrap' | 'verify'
}

/** Whether a key is a path parameter, which is an argument and never a flag. */
export const isArgumentOnly = ({ positional }: CommandSpec, key: string): boolean =>
  positional.some(({ flag, required }) => required && flag.key === key)

/** The command-line name of a path of the input: `<id>`, or `--partner-limits [0].perDay`. */
export const shellNameOf = (spec: CommandSpec, [key = '', ...rest]: readonly PropertyKey[]): string => {
  const name = spec.flags.find((flag) => flag.key === key)?.name
  if (name === undefined) return pathText([key, ...rest])
  return [isArgumentOnly(spec, String(key)) ? `<${name}>` : `--${name}`, pathText(rest)].filter(Boolean).join(' ')
}
