import type { Input } from '@openauth/client'
import * as z from 'zod'
import type { Context } from './context.ts'
import { wrongUse } from './failure.ts'
import { isRecord, type Row } from './fields.ts'
import { type Definitions, plainSchema, type Schema } from './json-schema.ts'
import { isArgumentOnly, type CommandSpec } from './command-spec.ts'
import type { NestedFlag } from './nested-flags.ts'
import { readNested } from './read-nested.ts'
import { routeOf } from './route-of.ts'
import { didYouMean, plainName } from './similar.ts'

/** A place in the input: the keys that lead to it, and what its value may be. */
interface Place {
  keys: (string | number)[]
  schemas: Schema[]
}

/** The input of a route as JSON Schema. */
interface InputSchema {
  properties: Record<string, Schema>
  definitions: Definitions
}

const inputSchemaOf = ({ group, verb }: CommandSpec): InputSchema => {
  const json = z.toJSONSchema(routeOf(group, verb).input, { io: 'input', unrepresentable: 'any' })
  return { properties: json.properties as Record<string, Schema>, definitions: (json.$defs ?? {}) as Definitions }
}

/** The alternatives of a schema: itself, or the variants of a union, without references. */
export const alternativesOf = (given: Schema, definitions: Definitions): Schema[] => {
  const { schema, nullable } = plainSchema(given, definitions)
  const variants = schema.anyOf ?? schema.oneOf
  const found = variants ? variants.flatMap((variant) => alternativesOf(variant, definitions)) : [schema]
  return nullable ? [...found, { type: 'null' }] : found
}

/** The key and schema of a field of one alternative. A list has numbers as keys; a map has any. */
const fieldOf = ({ type, properties = {}, additionalProperties, items }: Schema, word: string) => {
  if (type === 'array') return /^\d{1,4}$/.test(word) && items ? { key: Number(word), schema: items } : undefined
  const name = Object.keys(properties).find((key) => plainName(key) === plainName(word))
  if (name !== undefined) return { key: name, schema: properties[name]! }
  return isRecord(additionalProperties) ? { key: word, schema: additionalProperties as Schema } : undefined
}

const unknownField = (path: string, at: number, schemas: Schema[]) => {
  const words = path.split('.')
  const known = schemas.flatMap(({ properties = {} }) => Object.keys(properties))
  const parent = `--${words.slice(0, at).join('.')}`
  const isList = schemas.some(({ type }) => type === 'array')
  if (known.length === 0)
    return wrongUse(isList ? `Items of ${parent} have numbers: ${parent}.0` : `${parent} has no fields`)
  const names = [...new Set(known)]
  return wrongUse(`${parent} has no field ${words[at]}${didYouMean(words[at]!, names)}`, [
    `Fields: ${names.join(', ')}`,
  ])
}

/** Finds the place that a path names. Throws wrong use with the nearest name. */
const placeOf = (spec: CommandSpec, { properties, definitions }: InputSchema, path: string): Place => {
  const [first, ...words] = path.split('.') as [string, ...string[]]
  const flags = spec.flags.filter(({ key }) => !isArgumentOnly(spec, key))
  const flag = flags.find(({ name, key }) => plainName(name) === plainName(first) || key === first)
  if (!flag)
    throw wrongUse(
      `There is no option --${first}${didYouMean(
        first,
        flags.map(({ name }) => name),
      )}`,
    )
  const place: Place = {
    keys: [flag.key],
    schemas: alternativesOf(properties[flag.key]!, definitions),
  }
  for (const [at, word] of words.entries()) {
    const found = place.schemas.map((schema) => fieldOf(schema, word)).filter((field) => field !== undefined)
    if (found.length === 0) throw unknownField(path, at + 1, place.schemas)
    place.keys.push(found[0]!.key)
    place.schemas = found.flatMap(({ schema }) => alternativesOf(schema, definitions))
  }
  return place
}

/** The object or list at some keys, which is made where it is missing. */
const containerAt = (root: Row, keys: (string | number)[], path: string): Row | unknown[] => {
  let at: Row | unknown[] = root
  for (const [index, key] of keys.slice(0, -1).entries()) {
    const next = keys[index + 1]
    const fields = at as Row
    if (typeof key === 'number' && Array.isArray(at) && key > at.length)
      throw wrongUse(`--${path}: the list has ${at.length} items. The next one is ${at.length}`)
    const found = Object.hasOwn(fields, key) ? fields[key] : undefined
    if (!Array.isArray(found) && !isRecord(found)) fields[key] = typeof next === 'number' ? [] : {}
    at = fields[key] as Row | unknown[]
  }
  return at
}

/**
 * Sets the values that flags with dots name within fields of the input: `--policy.per-transaction 5`. A list takes a flag
 * for each of its items. Other parts of the fields stay.
 */
export const applyNestedFlags = async (
  context: Context,
  spec: CommandSpec,
  input: Input,
  nested: readonly NestedFlag[],
): Promise<Input> => {
  const changed = structuredClone(input)
  const begun = new Set<string>()
  const inputSchema = inputSchemaOf(spec)
  for (const { path, value } of nested) {
    if (value === undefined) throw wrongUse(`--${path} needs a value`)
    const { keys, schemas } = placeOf(spec, inputSchema, path)
    const container = containerAt(changed, keys, path) as Row
    const last = keys.at(-1)!
    if (Array.isArray(container) && Number(last) > container.length)
      throw wrongUse(`--${path}: the list has ${container.length} items. The next one is ${container.length}`)
    const list = schemas.find(({ type }) => type === 'array')
    const items = list?.items && alternativesOf(list.items, inputSchema.definitions)
    const read = await readNested(context, { path, key: String(last), schemas, items }, value)
    // The first item replaces what a file gave; further ones are added.
    const isFurther = read.isItem && begun.has(keys.join('.'))
    begun.add(keys.join('.'))
    if (read.isItem) container[last] = [...(isFurther ? (container[last] as unknown[]) : []), read.value]
    else container[last] = read.value
  }
  return changed
}
