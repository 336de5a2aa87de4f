import { type Command, Option } from 'commander'

/** One key of a route's input as a command-line flag. */
export interface Flag {
  /** The key in the input. */
  key: string
  /** The flag without dashes. */
  name: string
  kind: 'text' | 'secret' | 'boolean' | 'integer' | 'number' | 'choice' | 'list' | 'json'
  required: boolean
  /** The value that clears the field: null or an empty list; undefined if the field cannot be cleared. */
  cleared?: null | []
  choices?: string[]
  description: string
  /** The maximum number of items of a list. */
  maxItems?: number
  /** The maximum of a number. */
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

/** Longer ones leave no room beside them for the descriptions of all flags. */
const LONGEST_PLACEHOLDER = 40

/** For flags that may be repeated. */
export const collect = (value: string, before: string[] = []): string[] => [...before, value]

/** Adds a flag to a command. Values stay text; `readFlag` parses them, so that Commander's errors contain no secret. */
export const addFlag = (command: Command, { name, kind, choices, description }: Flag): void => {
  const alternatives = `<${choices?.join('|')}>`
  const isLong = alternatives.length > LONGEST_PLACEHOLDER
  const placeholder = choices && !isLong ? alternatives : placeholders[kind]
  const choiceList = choices && isLong ? `one of ${choices.join(', ')}` : ''
  const secretForms = kind === 'secret' ? '@file, @- for standard input, or no value for a prompt' : ''
  const text = [description, choiceList, secretForms].filter(Boolean).join('; ')
  const option = new Option(`--${name} ${placeholder}`, text)
  command.addOption(kind === 'list' ? option.argParser(collect) : option)
}
