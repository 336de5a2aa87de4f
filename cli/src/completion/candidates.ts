import type { Command, Option } from 'commander'
import { shells } from './scripts.ts'

/** What may follow the words before the cursor. */
export interface Candidates {
  words: { text: string; description: string }[]
  /** Names of this kind may follow too. */
  named?: 'app' | 'profile'
}

/** Values of arguments and options that are known without the server, by their names. */
const values: Record<string, readonly string[]> = {
  shell: shells,
  what: ['console', 'docs', 'login'],
  key: ['endpoint', 'token-store', 'browser'],
  method: ['GET', 'POST', 'PATCH', 'DELETE'],
}

const kinds: Record<string, Candidates['named']> = {
  app: 'app',
  '--app': 'app',
  profile: 'profile',
  '--profile': 'profile',
}

const plain = (texts: readonly string[]): Candidates['words'] => texts.map((text) => ({ text, description: '' }))

const takesValue = (option: Option | undefined, word: string): boolean =>
  option !== undefined && (option.required || option.optional) && !word.includes('=')

const optionOf = (command: Command, program: Command, word: string): Option | undefined =>
  [...command.options, ...program.options].find(({ long, short }) => [long, short].includes(word.split('=', 1)[0]))

interface Place {
  command: Command
  /** How many arguments of the command are there. */
  given: number
  /** The option whose value comes next. */
  pending: Option | undefined
}

/** Where a command line is after its words. */
const placeAfter = (program: Command, words: string[]): Place => {
  let place: Place = { command: program, given: 0, pending: undefined }
  for (const word of words) {
    const { command, given, pending } = place
    if (pending) place = { command, given, pending: undefined }
    else if (word.startsWith('-') && word !== '-') {
      const option = optionOf(command, program, word)
      place = { command, given, pending: takesValue(option, word) ? option : undefined }
    } else {
      const next = command.commands.find((candidate) => candidate.name() === word)
      place = next ? { command: next, given: 0, pending: undefined } : { command, given: given + 1, pending: undefined }
    }
  }
  return place
}

const valuesOf = ({ flags, long }: Option): Candidates => {
  const choices = /<([\w.-]+(?:\|[\w.-]+)+)>/.exec(flags)?.[1]?.split('|') ?? []
  const kind = kinds[long ?? '']
  return { words: plain(choices), ...(kind ? { named: kind } : {}) }
}

/** The subcommands, arguments and flags that may follow some words, or the values of their last flag. */
export const candidatesAfter = (program: Command, words: string[]): Candidates => {
  const { command, given, pending } = placeAfter(program, words)
  if (pending && (pending.required || valuesOf(pending).words.length > 0)) return valuesOf(pending)
  const argument = command.registeredArguments[given]?.name() ?? ''
  const commands = command.commands
    .filter((candidate) => !candidate.name().startsWith('__') && given === 0)
    .map((candidate) => ({ text: candidate.name(), description: candidate.summary() || candidate.description() }))
  const options = [...command.options, ...(command === program ? [] : program.options)].flatMap(
    ({ long, description }) => (typeof long === 'string' ? [{ text: long, description }] : []),
  )
  const kind = kinds[argument]
  return { words: [...commands, ...plain(values[argument] ?? []), ...options], ...(kind ? { named: kind } : {}) }
}
