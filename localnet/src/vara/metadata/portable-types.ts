/** Named or positional fields of a type, each a type in Rust's notation: `u128`, `Vec<u8>`, `[u8; 32]`, `(u8, H256)`. */
export type Fields = Record<string, string> | string[]

export interface Variant {
  name: string
  index: number
  fields?: Fields
}

export interface Shape {
  path: string
  params?: Record<string, string>
  /** A struct's; an enum has `variants` instead. */
  fields?: Fields
  variants?: Variant[]
}

interface PortableType {
  id: number
  type: { path: string[]; params: { name: string; type: number }[]; def: Record<string, unknown> }
}

const primitives = ['Bool', 'Char', 'Str', 'U8', 'U16', 'U32', 'U64', 'U128', 'U256']

/** Variants without fields, numbered as they are listed. */
export const unitVariants = (...names: string[]): Variant[] => names.map((name, index) => ({ name, index }))

/** `u8, (H256, u32)` at its outer commas. */
const members = (list: string): string[] => {
  const found: string[] = []
  let depth = 0
  let current = ''
  for (const character of list) {
    if ('(<['.includes(character)) depth += 1
    if (')>]'.includes(character)) depth -= 1
    if (character === ',' && depth === 0) {
      found.push(current.trim())
      current = ''
    } else current += character
  }
  return current.trim() ? [...found, current.trim()] : found
}

type IdOf = (type: string) => number
type TypeDefinition = PortableType['type']

const fieldsOf = (idOf: IdOf, fields: Fields = []) =>
  Object.entries(fields).map(([key, type]) => ({
    name: Array.isArray(fields) ? null : key,
    type: idOf(type),
    typeName: type,
    docs: [],
  }))

const variantsOf = (idOf: IdOf, variants: Variant[]) =>
  variants.map(({ name, index, fields }) => ({ name, index, fields: fieldsOf(idOf, fields), docs: [] }))

const named = (idOf: IdOf, shape: Shape): TypeDefinition => {
  const params = Object.entries(shape.params ?? {}).map(([name, type]) => ({ name, type: idOf(type) }))
  const def = shape.variants
    ? { Variant: { variants: variantsOf(idOf, shape.variants) } }
    : { Composite: { fields: fieldsOf(idOf, shape.fields) } }
  return { path: shape.path.split('::'), params, def }
}

const option = (idOf: IdOf, some: string): TypeDefinition => ({
  path: ['Option'],
  params: [{ name: 'T', type: idOf(some) }],
  def: {
    Variant: {
      variants: variantsOf(idOf, [
        { name: 'None', index: 0 },
        { name: 'Some', index: 1, fields: [some] },
      ]),
    },
  },
})

const bare = (def: Record<string, unknown>): TypeDefinition => ({ path: [], params: [], def })

/** A type that its text describes; undefined for a name. */
const written = (idOf: IdOf, type: string): TypeDefinition | undefined => {
  const primitive = primitives.find((name) => name.toLowerCase() === type)
  if (primitive) return bare({ Primitive: primitive })
  const array = /^\[(.+); (\d+)\]$/.exec(type)
  if (array) return bare({ Array: { len: Number(array[2]), type: idOf(array[1]!) } })
  const tuple = /^\((.*)\)$/.exec(type)
  if (tuple) return bare({ Tuple: members(tuple[1]!).map(idOf) })
  const [, wrapper, inner] = /^(Vec|Compact|Option)<(.+)>$/.exec(type) ?? []
  if (wrapper === 'Vec') return bare({ Sequence: { type: idOf(inner!) } })
  if (wrapper === 'Compact') return bare({ Compact: { type: idOf(inner!) } })
  return wrapper === 'Option' ? option(idOf, inner!) : undefined
}

/**
 * The type table of V14 metadata: every type has a number, and refers to others by theirs. A type is numbered when it is
 * first asked for, and those that it consists of after it.
 * https://docs.rs/scale-info/latest/scale_info/struct.PortableRegistry.html
 */
export const portableTypes = (shapes: Record<string, Shape>) => {
  const ids = new Map<string, number>()
  const types: PortableType[] = []

  const shapeOf = (name: string): Shape => {
    const shape = shapes[name]
    if (!shape) throw new Error(`No type is called ${name}`)
    return shape
  }

  const idOf = (type: string): number => {
    const known = ids.get(type)
    if (known !== undefined) return known
    const id = types.length
    ids.set(type, id)
    const entry: PortableType = { id, type: { path: [], params: [], def: {} } }
    types.push(entry)
    entry.type = written(idOf, type) ?? named(idOf, shapeOf(type))
    return id
  }

  return { idOf, types }
}
