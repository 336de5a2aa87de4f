import { type Command, Option } from 'commander'
import type { ShapeLine } from './json-shape.ts'
import type { SureForm } from './sure-form.ts'
import { wrapWords } from './wrap-words.ts'

/** One key of a route's input as a command-line flag. */
export interface Flag {
  /** The key in the input. */
  key: string
  /** The flag without dashes. */
  name: string
  kind: 'text' | 'secret' | 'boolean' | 'integer' | 'number' | 'instant' | 'choice' | 'list' | 'json'
  required: boolean
  /** The value that clears the field: null or an empty list; undefined if the field cannot be cleared. */
  cleared?: null | []
  choices?: string[]
  description: string
  /** How its JSON is written. */
  shape?: ShapeLine[]
  /** The maximum number of items of a list. */
  maxItems?: number
  /** The maximum of a number. */
  maximum?: number
  /** What its value may be, where plain data can say that. */
  form?: SureForm
}

const placeholders: Record<Flag['kind'], string> = {
  text: '<text>',
  secret: '[@file]',
  boolean: '<true|false>',
  integer: '<number>',
  number: '<number>',
  instant: '<time>',
  choice: '<choice>',
  list: '<text>',
  json: '<json|@file>',
}

/** Longer ones leave no room beside them for the descriptions of all flags. */
const LONGEST_PLACEHOLDER = 40

/** For flags that may be repeated. */
export const collect = (value: string, before: string[] = []): string[] => [...before, value]

/** Adds a flag to a command. Values stay text; `readFlag` parses them, so that Commander's errors contain no secret. */
export const addFlag = (command: Command, { name, kind, choices, description, shape }: Flag): void => {
  const alternatives = `<${choices?.join('|')}>`
  const isLong = alternatives.length > LONGEST_PLACEHOLDER
  const placeholder = choices && !isLong ? alternatives : placeholders[kind]
  const choiceList = choices && isLong ? `one of ${choices.join(', ')}` : ''
  const secretForms = kind === 'secret' ? '@file, @- for standard input, or no value for a prompt' : ''
  const timeForms = kind === 'instant' ? 'milliseconds since the epoch, or a time such as 2026-12-01T09:00Z' : ''
  const jsonForm = shape ? 'its JSON is described below' : ''
  const text = [description, choiceList, secretForms, timeForms, jsonForm].filter(Boolean).join('; ')
  const option = new Option(`--${name} ${placeholder}`, text)
  command.addOption(kind === 'list' ? option.argParser(collect) : option)
}

/** The lines of a shape below a heading, wrapped and indented by their depths. */
const shapeText = (name: string, [whole, ...parts]: ShapeLine[], width: number): string => {
  const lines = parts.flatMap(({ depth, text }) => {
    const indent = ' '.repeat(2 * depth)
    const [first = '', ...further] = wrapWords(text, width - indent.length - 4)
    return [`${indent}${first}`, ...further.map((line) => `${indent}    ${line}`)]
  })
  return [`\nJSON of --${name}: ${whole!.text}`, ...lines].join('\n')
}

/** Whether the JSON is a list of objects, whose fields have the number of their item before them. */
const isList = ({ shape }: Flag): boolean => shape?.[0]?.text.startsWith('list') ?? false

/** How fields within JSON are given one by one: by the first of the flags that have such. */
const dotsText = (flags: readonly Flag[]): string => {
  const example = flags.find(({ shape }) => shape && shape.length > 1)
  if (!example) return ''
  const place = `--${example.name}.${isList(example) ? '0.' : ''}<field> <value>`
  return `\nFields of JSON can be flags of their own, with dots: ${place}`
}

/** How the JSON of a command's flags is written, for the end of its help. */
export const shapesText = (flags: readonly Flag[], width: number): string =>
  [
    ...flags.flatMap(({ name, shape }) => (shape ? [shapeText(name, shape, width)] : [])),
    ...[dotsText(flags)].filter(Boolean),
  ].join('\n')
