/** The part of JSON Schema that inputs of the contract use. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  default?: unknown
  description?: string
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
}

/** Schemas of an input by the names under which others refer to them. */
export type Definitions = Readonly<Record<string, Schema>>

const resolved = ({ $ref, ...schema }: Schema, definitions: Definitions): Schema =>
  $ref === undefined ? schema : resolved({ ...definitions[$ref.replace('#/$defs/', '')], ...schema }, definitions)

const withoutNull = (schema: Schema): { schema: Schema; nullable: boolean } => {
  if (Array.isArray(schema.type) && schema.type.length === 2 && schema.type.includes('null'))
    return { schema: { ...schema, type: schema.type.find((type) => type !== 'null')! }, nullable: true }
  const { anyOf, ...around } = schema
  const others = anyOf?.filter(({ type }) => type !== 'null')
  if (others?.length === 1 && anyOf!.length === 2) return { schema: { ...others[0], ...around }, nullable: true }
  return { schema, nullable: false }
}

/** The schema that one refers to, without `null`, and whether that was allowed. What a reference says of itself stays. */
export const plainSchema = (given: Schema, definitions: Definitions): { schema: Schema; nullable: boolean } => {
  const { schema, nullable } = withoutNull(resolved(given, definitions))
  return { schema: resolved(schema, definitions), nullable }
}

/** `1 to 1000`; undefined without both ends. */
export const rangeOf = ({ minimum, maximum }: Schema): string | undefined =>
  minimum === undefined || maximum === undefined || maximum === Number.MAX_SAFE_INTEGER
    ? undefined
    : `${minimum} to ${maximum}`

/** A default value as it is written in help. */
export const defaultText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
