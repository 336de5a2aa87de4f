import { defaultText, type Definitions, plainSchema, rangeOf, type Schema } from './json-schema.ts'

/** A line about a part of a JSON value. Parts of a part are deeper. */
export interface ShapeLine {
  depth: number
  text: string
}

const nouns: Record<string, string> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  object: 'object',
  null: 'null',
}

/** `text`, `whole number, 1 to 100`, `list of objects`, `solana | base`. */
const formOf = (given: Schema, definitions: Definitions): string => {
  const { schema, nullable } = plainSchema(given, definitions)
  const form = ((): string => {
    if (schema.const !== undefined) return JSON.stringify(schema.const)
    if (schema.enum) return schema.enum.join(' | ')
    const variants = schema.anyOf ?? schema.oneOf
    if (variants) return [...new Set(variants.map((variant) => formOf(variant, definitions)))].join(' or ')
    if (schema.type === 'boolean') return 'true or false'
    if (schema.type === 'array') return `list of ${listedOf(schema.items ?? {}, definitions)}`
    const range = schema.type === 'string' ? undefined : rangeOf(schema)
    return [nouns[String(schema.type)] ?? 'any JSON', range].filter(Boolean).join(', ')
  })()
  return nullable ? `${form} or null` : form
}

const listedOf = (items: Schema, definitions: Definitions): string => {
  const form = formOf(items, definitions)
  return form.replace(/^(text|whole number|number|object)\b/, '$1s')
}

/** What a field may be, whether it must be given, and what it says of itself. */
const fieldText = (schema: Schema, isRequired: boolean, definitions: Definitions): string => {
  const notes = [
    isRequired ? 'required' : undefined,
    schema.default === undefined ? undefined : `default ${defaultText(schema.default)}`,
  ].filter((note) => note !== undefined)
  const { description } = plainSchema(schema, definitions).schema
  const form = [formOf(schema, definitions), notes.length > 0 ? `(${notes.join('; ')})` : ''].filter(Boolean).join(' ')
  return description ? `${form}; ${description}` : form
}

const deeper = (lines: ShapeLine[]): ShapeLine[] => lines.map(({ depth, text }) => ({ depth: depth + 1, text }))

/** A line for each field of an object, with those of objects within. Fields of one form share theirs. */
const fieldsOf = ({ properties = {}, required = [] }: Schema, definitions: Definitions): ShapeLine[] => {
  const shared = new Map<string, { names: string[]; text: string; parts: ShapeLine[] }>()
  for (const [name, schema] of Object.entries(properties)) {
    const text = fieldText(schema, required.includes(name), definitions)
    const parts = deeper(partsOf(schema, definitions))
    const key = JSON.stringify([text, parts])
    const same = shared.get(key)
    if (same) same.names.push(name)
    else shared.set(key, { names: [name], text, parts })
  }
  return [...shared.values()].flatMap(({ names, text, parts }) => [
    { depth: 0, text: `${names.join(', ')}: ${text}` },
    ...parts,
  ])
}

/** The name of a variant of a union: the value of the one field that each variant fixes. */
const variantName = ({ properties = {} }: Schema): string | undefined => {
  const fixed = Object.entries(properties).find(([, { const: value }]) => value !== undefined)
  return fixed && `"${fixed[0]}": ${JSON.stringify(fixed[1].const)}`
}

const variantOf = (given: Schema, definitions: Definitions): ShapeLine[] => {
  const { schema } = plainSchema(given, definitions)
  const name = variantName(schema)
  if (name === undefined) return partsOf(schema, definitions)
  const others = Object.entries(schema.properties!).filter(([, { const: value }]) => value === undefined)
  const text = schema.description ? `${name}; ${schema.description}` : name
  return [{ depth: 0, text }, ...deeper(fieldsOf({ ...schema, properties: Object.fromEntries(others) }, definitions))]
}

/** The parts of a value, where it has any: fields of an object, of the objects of a list, or of each variant. */
const partsOf = (given: Schema, definitions: Definitions): ShapeLine[] => {
  const { schema } = plainSchema(given, definitions)
  if (schema.type === 'array') return schema.items ? partsOf(schema.items, definitions) : []
  const variants = schema.anyOf ?? schema.oneOf
  return variants ? variants.flatMap((variant) => variantOf(variant, definitions)) : fieldsOf(schema, definitions)
}

/** The lines that tell how the JSON of an input's field is written. The first is the form of the whole. */
export const shapeOf = (schema: Schema, definitions: Definitions): ShapeLine[] => {
  const parts = partsOf(schema, definitions)
  const isUnion = parts.some(({ depth, text }) => depth === 0 && text.startsWith('"'))
  const form = isUnion ? 'one of these objects' : formOf(schema, definitions)
  return [{ depth: 0, text: parts.length > 0 ? `${form}:` : form }, ...deeper(parts)]
}
