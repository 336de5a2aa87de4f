import type { Route } from '@openauth/client'
import { z } from 'zod'
import type { Flag } from './flag.ts'
import { kebab } from './kebab.ts'
import { isSecretName } from './secrets.ts'

/** The part of JSON Schema that inputs of the contract use. */
interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  anyOf?: Schema[]
  items?: Schema
  default?: unknown
  description?: string
  minimum?: number
  maximum?: number
  maxItems?: number
}

const scalars: Record<string, Flag['kind']> = {
  string: 'text',
  boolean: 'boolean',
  integer: 'integer',
  number: 'number',
}

/** Removes `null` from a schema and returns whether it was allowed. */
const withoutNull = (schema: Schema): { schema: Schema; nullable: boolean } => {
  if (Array.isArray(schema.type) && schema.type.length === 2 && schema.type.includes('null'))
    return { schema: { ...schema, type: schema.type.find((type) => type !== 'null')! }, nullable: true }
  const others = schema.anyOf?.filter(({ type }) => type !== 'null')
  if (others?.length === 1 && schema.anyOf!.length === 2) return { schema: { ...schema, ...others[0] }, nullable: true }
  return { schema, nullable: false }
}

const kindOf = (key: string, { enum: choices, type, items }: Schema): Flag['kind'] => {
  if (choices) return 'choice'
  if (type === 'array')
    return items && typeof items.type === 'string' && scalars[items.type] === 'text' ? 'list' : 'json'
  const scalar = typeof type === 'string' ? scalars[type] : undefined
  return scalar === 'text' && isSecretName(key) ? 'secret' : (scalar ?? 'json')
}

const rangeOf = ({ minimum, maximum }: Schema): string | undefined =>
  minimum === undefined || maximum === undefined || maximum === Number.MAX_SAFE_INTEGER
    ? undefined
    : `${minimum} to ${maximum}`

const describe = (schema: Schema, kind: Flag['kind'], required: boolean): string => {
  const range = rangeOf(schema)
  const notes = [
    required ? 'required' : undefined,
    kind === 'list' ? 'may be repeated' : undefined,
    range && !schema.description?.includes(range) ? range : undefined,
    schema.default === undefined
      ? undefined
      : `default ${typeof schema.default === 'string' ? schema.default : JSON.stringify(schema.default)}`,
  ].filter((note) => note !== undefined)
  return [schema.description, notes.length > 0 ? `(${notes.join('; ')})` : undefined].filter(Boolean).join(' ')
}

/** Flags of the program itself. They are parsed anywhere on the line, so a field must not have such a name. */
const reserved = /^(all|app|clear|endpoint|file|help|input|json|verbose|version|yes)$/

const nameOf = (key: string): string => (reserved.test(key) ? `set-${key}` : kebab(key))

const flagOf = (key: string, given: Schema, required: boolean): Flag => {
  const { schema, nullable } = withoutNull(given)
  const kind = kindOf(key, schema)
  return {
    key,
    name: nameOf(key),
    kind,
    required,
    ...(nullable ? { cleared: null } : kind === 'list' && !required ? { cleared: [] } : {}),
    ...(schema.enum ? { choices: schema.enum.map(String) } : {}),
    ...(schema.maxItems === undefined ? {} : { maxItems: schema.maxItems }),
    ...(schema.maximum === undefined ? {} : { maximum: schema.maximum }),
    description: describe(schema, kind, required),
  }
}

/** Every key of a route's input as a flag, derived from the contract alone. */
export const flagsOf = (route: Route): Flag[] => {
  const json = z.toJSONSchema(route.input, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as {
    properties?: Record<string, Schema>
    required?: string[]
    $defs?: Record<string, Schema>
  }
  return Object.entries(json.properties ?? {}).map(([key, schema]) => {
    const named = schema.$ref ? json.$defs?.[schema.$ref.replace('#/$defs/', '')] : undefined
    return flagOf(key, named ?? schema, (json.required ?? []).includes(key))
  })
}
