import { GameRules } from '@openauth/client'
import * as z from 'zod'

/** What is typed or chosen of one rule, and between which bounds. */
interface FieldBase {
  /** The place in the rules: `boosts.multitap.step`. */
  path: string
  /** The contract's own words, in English: for rules for which the console has none. */
  about: string | undefined
  isNullable: boolean
}
export interface NumberField extends FieldBase {
  kind: 'number'
  min: number
  max: number
  isWhole: boolean
}
export interface ListField extends FieldBase {
  kind: 'numbers'
  each: NumberField
  most: number
}
export interface RowsField extends FieldBase {
  kind: 'rows'
  /** The fields of a row; their paths are names within it. */
  columns: (NumberField | TextField)[]
  most: number
}
export interface TextField extends FieldBase {
  kind: 'text'
}
export interface SwitchField extends FieldBase {
  kind: 'switch'
}
export interface ChoiceField extends FieldBase {
  kind: 'choice'
  options: string[]
}
export interface GroupField extends FieldBase {
  kind: 'group'
  fields: RuleField[]
}
/** A rule whose schema this form has no control for: it is edited as JSON. */
export interface JsonField extends FieldBase {
  kind: 'json'
}
export type RuleField =
  | NumberField
  | ListField
  | RowsField
  | TextField
  | SwitchField
  | ChoiceField
  | GroupField
  | JsonField

/** What this reads of a JSON Schema as zod writes it. https://json-schema.org/draft/2020-12 */
interface JsonSchema {
  type?: string
  description?: string
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  maxItems?: number
  minimum?: number
  maximum?: number
  enum?: unknown[]
  anyOf?: JsonSchema[]
}

/** The schema beside null, where a rule may have no value. */
const besideNull = (schema: JsonSchema): { inner: JsonSchema; isNullable: boolean } => {
  const others = schema.anyOf?.filter(({ type }) => type !== 'null')
  const isNullable = others?.length === 1 && schema.anyOf?.length === 2
  return { inner: (isNullable && others[0]) || schema, isNullable }
}

const numberField = ({ type, minimum, maximum }: JsonSchema, base: FieldBase): NumberField => ({
  ...base,
  kind: 'number',
  min: minimum ?? Number.MIN_SAFE_INTEGER,
  max: maximum ?? Number.MAX_SAFE_INTEGER,
  isWhole: type === 'integer',
})

const isColumn = (field: RuleField): field is NumberField | TextField =>
  (field.kind === 'number' || field.kind === 'text') && !field.isNullable

const listField = (
  { items = {}, maxItems: most = Number.MAX_SAFE_INTEGER }: JsonSchema,
  base: FieldBase,
): RuleField => {
  const entry = fieldOf(items, '')
  if (entry.kind === 'number' && isColumn(entry)) return { ...base, kind: 'numbers', each: entry, most }
  if (entry.kind === 'group' && entry.fields.every(isColumn))
    return { ...base, kind: 'rows', columns: entry.fields.filter(isColumn), most }
  return { ...base, kind: 'json' }
}

/** The field of a rule, by its schema. */
export const fieldOf = (schema: JsonSchema, path: string): RuleField => {
  const { inner, isNullable } = besideNull(schema)
  const base = { path, about: schema.description ?? inner.description, isNullable }
  if (inner.enum)
    return isNullable ? { ...base, kind: 'json' } : { ...base, kind: 'choice', options: inner.enum.map(String) }
  switch (inner.type) {
    case 'object': {
      const fields = Object.entries(inner.properties ?? {})
      return {
        ...base,
        kind: 'group',
        fields: fields.map(([name, each]) => fieldOf(each, path ? `${path}.${name}` : name)),
      }
    }
    case 'integer':
    case 'number':
      return numberField(inner, base)
    case 'array':
      return listField(inner, base)
    case 'boolean':
      return { ...base, kind: isNullable ? 'json' : 'switch' }
    case 'string':
      return { ...base, kind: 'text' }
    default:
      return { ...base, kind: 'json' }
  }
}

/** The fields of all rules, one for each section, in the order of the contract. */
export const ruleSections: RuleField[] = Object.entries(GameRules.shape).map(([name, schema]) =>
  fieldOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema, name),
)

/** A field and all those within it that hold a value. */
export const leavesOf = (field: RuleField): Exclude<RuleField, GroupField>[] =>
  field.kind === 'group' ? field.fields.flatMap(leavesOf) : [field]

/** All fields that hold a value. */
export const ruleLeaves = ruleSections.flatMap(leavesOf)
