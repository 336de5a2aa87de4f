import type { Route } from '@openauth/client'
import * as z from 'zod'
import type { Flag } from './flag.ts'
import { kebab } from './kebab.ts'
import { isInstant } from './instant.ts'
import { defaultText, type Definitions, plainSchema, rangeOf, type Schema } from './json-schema.ts'
import { shapeOf } from './json-shape.ts'
import { isSecretName } from './secrets.ts'
import type { SureForm } from './sure-form.ts'
import { sureFormOf } from './sure-form-of.ts'

const scalars: Record<string, Flag['kind']> = {
  string: 'text',
  boolean: 'boolean',
  integer: 'integer',
  number: 'number',
}

/** Digits that may be sent as text or as a number. As text they keep their precision. */
const isTextOrNumber = ({ anyOf }: Schema): boolean =>
  anyOf?.length === 2 && anyOf.some(({ type }) => type === 'string') && anyOf.some(({ type }) => type === 'integer')

const kindOf = (key: string, schema: Schema, isPlain: boolean): Flag['kind'] => {
  const { enum: choices, type, items } = schema
  if (choices) return 'choice'
  if (isTextOrNumber(schema)) return 'text'
  if (type === 'array')
    return items && typeof items.type === 'string' && scalars[items.type] === 'text' ? 'list' : 'json'
  const scalar = typeof type === 'string' ? scalars[type] : undefined
  return scalar === 'text' && !isPlain && isSecretName(key) ? 'secret' : (scalar ?? 'json')
}

const describe = (schema: Schema, kind: Flag['kind'], required: boolean): string => {
  const range = rangeOf(schema)
  const notes = [
    required ? 'required' : undefined,
    kind === 'list' ? 'may be repeated' : undefined,
    kind !== 'instant' && range && !schema.description?.includes(range) ? range : undefined,
    schema.default === undefined ? undefined : `default ${defaultText(schema.default)}`,
  ].filter((note) => note !== undefined)
  return [schema.description, notes.length > 0 ? `(${notes.join('; ')})` : undefined].filter(Boolean).join(' ')
}

/** Flags of the program itself. They are parsed anywhere on the line, so a field must not have such a name. */
const reserved =
  /^(all|app|app-secret-stdin|clear|confirm|csv|endpoint|fields|file|help|input|json|profile|query|quiet|tsv|user-token-stdin|utc|verbose|version|yes)$/

const nameOf = (key: string): string => (reserved.test(key) ? `set-${key}` : kebab(key))

interface Field {
  key: string
  schema: Schema
  required: boolean
  isTime: boolean
  /** Whether it is no secret, whatever its name. */
  isPlain: boolean
  form: SureForm | undefined
}

const flagOf = ({ key, schema: given, required, isTime, isPlain, form }: Field, definitions: Definitions): Flag => {
  const { schema, nullable } = plainSchema(given, definitions)
  const kind = isTime ? 'instant' : kindOf(key, schema, isPlain)
  return {
    key,
    name: nameOf(key),
    kind,
    required,
    ...(nullable ? { cleared: null } : kind === 'list' && !required ? { cleared: [] } : {}),
    ...(schema.enum ? { choices: schema.enum.map(String) } : {}),
    ...(schema.maxItems === undefined ? {} : { maxItems: schema.maxItems }),
    ...(schema.maximum === undefined ? {} : { maximum: schema.maximum }),
    ...(kind === 'json' ? { shape: shapeOf(given, definitions) } : {}),
    description: describe(schema, kind, required),
    ...(form === undefined ? {} : { form }),
  }
}

/** Keys of inputs that are options of the whole program: tasks send them too. */
const ofProgram: ReadonlySet<string> = new Set(['approvalReason'])

/** Every key of a route's input as a flag, derived from the contract. `plainKeys` are no secrets, whatever their names. */
export const flagsOf = (route: Route, plainKeys: readonly string[] = []): Flag[] => {
  const json = z.toJSONSchema(route.input, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as {
    properties?: Record<string, Schema>
    required?: string[]
    $defs?: Record<string, Schema>
  }
  const definitions = json.$defs ?? {}
  const own = Object.entries(json.properties ?? {}).filter(([key]) => !ofProgram.has(key))
  return own.map(([key, schema]) => {
    const isTime = isInstant(route.input.shape[key])
    const required = (json.required ?? []).includes(key)
    const form = sureFormOf(route.input.shape[key])
    return flagOf({ key, schema, required, isTime, isPlain: plainKeys.includes(key), form }, definitions)
  })
}
