import * as z from 'zod'

export type Json = Record<string, unknown>

const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether tools without the `u` flag can compile a pattern: `\p{…}` needs it. The server alone checks the others. */
const isPortable = (pattern: unknown): boolean => typeof pattern !== 'string' || !/\\p\{/i.test(pattern)

/** Removes patterns that are not portable, and members of `allOf` that contain nothing else. */
const withPortablePatterns = (schema: Json): Json => {
  const { pattern, allOf, ...rest } = schema
  const members = Array.isArray(allOf)
    ? allOf.filter((member) => Object.keys(withPortablePatterns(member as Json)).length > 0)
    : []
  return {
    ...rest,
    ...(pattern !== undefined && isPortable(pattern) ? { pattern } : {}),
    ...(members.length > 0 ? { allOf: members } : {}),
  }
}

/** Points references at the document's components. Siblings of a `$ref`, which older tools ignore, move next to an `allOf`. */
const relocate = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(relocate)
  if (!isRecord(value)) return value
  const { $ref, ...rest } = withPortablePatterns(value)
  const others = Object.fromEntries(Object.entries(rest).map(([key, inner]) => [key, relocate(inner)]))
  if (typeof $ref !== 'string') return others
  const reference = { $ref: $ref.replace('#/$defs/', '#/components/schemas/') }
  return Object.keys(others).length === 0 ? reference : { allOf: [reference], ...others }
}

const modelOf = (named: Json): Json => {
  const { id: _, ...model } = named
  return relocate(model) as Json
}

/** The JSON Schema of the wire form. Named models move to `components`, so that the document contains each once. */
export const schemaOf = (schema: z.ZodType, components: Json): Json => {
  const { $schema: _, $defs, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json
  for (const [id, model] of Object.entries(($defs ?? {}) as Record<string, Json>)) components[id] ??= modelOf(model)
  if (typeof json['id'] !== 'string') return relocate(json) as Json
  components[json['id']] ??= modelOf(json)
  return { $ref: `#/components/schemas/${json['id']}` }
}

/** The JSON Schema of a route's flat input object. */
export const inputSchema = (input: z.ZodObject, components: Json): Json => {
  const schema = schemaOf(input, components)
  const { properties = {}, required = [], oneOf } = schema as { properties?: Json; required?: string[]; oneOf?: Json[] }
  return { properties, required, ...(oneOf ? { oneOf } : {}) }
}

export interface InputSchema {
  properties: Record<string, Json>
  required: string[]
  oneOf?: { required: string[] }[]
}

const without = (properties: Record<string, Json>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name)))

const objectOf = (properties: Record<string, Json>, required: string[], more: Json = {}): Json => ({
  type: 'object',
  ...more,
  properties,
  ...(required.length > 0 ? { required } : {}),
})

/**
 * The schema of a JSON body. For exactly one of several fields, each alternative is an object without the fields of the
 * others, so that generated clients have a type for each.
 */
export const bodySchema = ({ properties, required, oneOf }: InputSchema): Json => {
  if (!oneOf) return objectOf(properties, required)
  const owned = oneOf.flatMap((alternative) => alternative.required)
  const alternatives = oneOf.map((alternative) =>
    objectOf(
      without(
        properties,
        owned.filter((name) => !alternative.required.includes(name)),
      ),
      [...required, ...alternative.required],
      { title: `By ${alternative.required.join(' and ')}` },
    ),
  )
  return { oneOf: alternatives }
}
