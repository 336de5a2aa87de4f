import { type Command, Option } from 'commander'

/** One key of a route's input, as it is given in a shell. */
export interface Flag {
  /** The key in the input. */
  key: string
  /** The flag without dashes. */
  name: string
  kind: 'text' | 'secret' | 'boolean' | 'integer' | 'number' | 'choice' | 'list' | 'json'
  required: boolean
  /** What clears the field: null, or no items; undefined where it cannot be cleared. */
  cleared?: null | []
  choices?: string[]
  description: string
  /** The most items of a list. */
  maxItems?: number
  /** The greatest number. */
  maximum?: number
}

const placeholders: Record<Flag['kind'], string> = {
  text: '<text>',
  secret: '[@file]',
  boolean: '<true|false>',
  integer: '<number>',
  number: '<number>',
  choice: '<choice>',
  list: '<text>',
  json: '<json|@file>',
}

/** For flags that may be repeated. */
export const collect = (value: string, before: string[] = []): string[] => [...before, value]

/** Adds a flag to a command. Values stay text here; `readFlag` reads them, so that no secret ends in an error message. */
export const addFlag = (command: Command, { name, kind, choices, description }: Flag): void => {
  const placeholder = choices ? `<${choices.join('|')}>` : placeholders[kind]
  const secretForms = kind === 'secret' ? '@file, @- for standard input, or nothing to be asked for it' : ''
  const text = [description, secretForms].filter(Boolean).join('; ')
  const option = new Option(`--${name} ${placeholder}`, text)
  command.addOption(kind === 'list' ? option.argParser(collect) : option)
}
