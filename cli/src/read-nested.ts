import type { Context } from './context.ts'
import { wrongUse } from './failure.ts'
import type { Schema } from './json-schema.ts'
import { parseJson } from './parse-json.ts'
import { isSecretAnswer } from './secrets.ts'
import { didYouMean } from './similar.ts'
import { readText } from './standard-input.ts'

interface NestedValue {
  path: string
  key: string
  /** What the value may be. */
  schemas: Schema[]
  /** What an item of it may be, if it may be a list. */
  items: Schema[] | undefined
}

/** The parsed value; of a list one item. */
interface ReadValue {
  value: unknown
  isItem: boolean
}

/** The text of a value that a schema fixes. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const isText = ({ type }: Schema) => type === 'string'

/** The value as one alternative takes it; undefined if it does not. */
const readAs = (schema: Schema, given: string): unknown => {
  const { type } = schema
  if (schema.const !== undefined) return textOf(schema.const) === given ? schema.const : undefined
  if (schema.enum) return schema.enum.find((choice) => textOf(choice) === given)
  if (type === 'null') return given === 'null' ? null : undefined
  if (type === 'boolean') return given === 'true' ? true : given === 'false' ? false : undefined
  if (type === 'integer') return /^-?\d{1,15}$/.test(given) ? Number(given) : undefined
  if (type === 'number') return /^-?\d{1,15}(\.\d+)?$/.test(given) ? Number(given) : undefined
  if (isText(schema)) return given
  return parseJson(given)
}

const formOf = ({ type, enum: choices, const: only }: Schema): string => {
  if (only !== undefined) return textOf(only)
  if (choices) return `one of ${choices.join(', ')}`
  if (type === 'integer') return 'a whole number'
  if (type === 'boolean') return 'true or false'
  if (type === 'object' || type === 'array' || type === undefined) return 'JSON'
  return type === 'number' ? 'a number' : String(type)
}

const readScalar = (path: string, schemas: Schema[], given: string): unknown => {
  // Text takes everything, so it comes last.
  const ordered = [...schemas.filter((schema) => !isText(schema)), ...schemas.filter(isText)]
  for (const schema of ordered) {
    const value = readAs(schema, given)
    if (value !== undefined) return value
  }
  const choices = schemas.flatMap(({ enum: values = [], const: only }) => (only === undefined ? values : [only]))
  const forms = [...new Set(schemas.map(formOf))].join(' or ')
  throw wrongUse(`--${path} must be ${forms}${didYouMean(given, choices.map(textOf))}`)
}

const readSecretFile = async ({ environment }: Context, path: string, given: string): Promise<string> => {
  if (!given.startsWith('@') || given.length === 1)
    throw wrongUse(
      `--${path} does not take the secret itself, since others can read the arguments of a process. Give it with --${path} @file, or @- for standard input`,
    )
  return (await readText(environment, given.slice(1))).replace(/\r?\n$/, '')
}

/** Reads the value of a flag with dots by the schemas of its place. */
export const readNested = async (
  context: Context,
  { path, key, schemas, items }: NestedValue,
  given: string,
): Promise<ReadValue> => {
  if (isSecretAnswer(key) && schemas.some(isText) && given !== 'null')
    return { value: await readSecretFile(context, path, given), isItem: false }
  const isWhole = given === 'null' || Array.isArray(parseJson(given))
  if (!items || isWhole) return { value: readScalar(path, schemas, given), isItem: false }
  return { value: readScalar(path, items, given), isItem: true }
}
