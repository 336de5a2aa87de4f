import type { InputIssue } from '@openauth/client'
import * as z from 'zod'

/** The size-related part of JSON Schema. */
interface Schema {
  $ref?: string
  $defs?: Record<string, Schema>
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
  maxItems?: number
  maxProperties?: number
  anyOf?: Schema[]
  oneOf?: Schema[]
}

/** The first array or record of a value with more entries than its schema allows. */
export type SizeCheck = (value: unknown, path?: string) => InputIssue | undefined

const below = (path: string, key: string | number): string => (path ? `${path}.${key}` : `${key}`)

const tooMany = (path: string, most: number, what: string): InputIssue => ({
  path,
  message: `must have at most ${most} ${what}`,
})

const firstIssue = <T>(items: Iterable<T>, check: (item: T) => InputIssue | undefined): InputIssue | undefined => {
  for (const item of items) {
    const issue = check(item)
    if (issue) return issue
  }
  return undefined
}

type Compile<S = Schema> = (schema: S, defs: Record<string, Schema>) => SizeCheck | undefined

const compileArray: Compile = ({ items = {}, maxItems: most = Infinity }, defs) => {
  const each = compile(items, defs)
  return (value, path = '') => {
    if (!Array.isArray(value)) return undefined
    if (value.length > most) return tooMany(path, most, 'entries')
    return each && firstIssue(value.entries(), ([index, item]) => each(item, below(path, index)))
  }
}

const compileObject: Compile = ({ properties = {}, maxProperties: most = Infinity }, defs) => {
  const fields = Object.entries(properties).flatMap(([key, of]): [string, SizeCheck][] => {
    const check = compile(of, defs)
    return check ? [[key, check]] : []
  })
  if (fields.length === 0 && most === Infinity) return undefined
  return (value, path = '') => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    if (most < Infinity && Object.keys(value).length > most) return tooMany(path, most, 'fields')
    return firstIssue(fields, ([key, check]) => check((value as Record<string, unknown>)[key], below(path, key)))
  }
}

const compileOwn: Compile = (schema, defs) => {
  if (schema.type === 'array') return compileArray(schema, defs)
  return schema.type === 'object' ? compileObject(schema, defs) : undefined
}

/**
 * An object may have alternatives beside its own fields. The limits of all alternatives apply, because selecting one
 * would require validation.
 */
const compile: Compile = (schema, defs) => {
  if (schema.$ref) return compile(defs[schema.$ref.replace('#/$defs/', '')] ?? {}, defs)
  const options = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  const checks = [compileOwn(schema, defs), ...options.map((option) => compile(option, defs))].filter(
    (check) => check !== undefined,
  )
  if (checks.length === 0) return undefined
  return (value, path) => firstIssue(checks, (check) => check(value, path))
}

/**
 * Counts the entries of an input's arrays and records before validation: a validator creates an issue per wrong entry,
 * and thousands of them block the server for seconds. The limits are those of the contract (`max` of an array,
 * `maxProperties` of a record). Undefined if an input has neither.
 */
export const sizeCheckOf = (input: z.ZodType): SizeCheck | undefined => {
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema
  return compile(schema, schema.$defs ?? {})
}
