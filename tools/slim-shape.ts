/** The part of JSON Schema that the contract's models come down to. https://json-schema.org/draft/2020-12/schema */
export interface Shape {
  type?: string | string[]
  properties?: Record<string, Shape>
  required?: string[]
  items?: Shape
  anyOf?: Shape[]
  enum?: unknown[]
}

const typeOf = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}

const isOfType = (type: string, value: unknown): boolean =>
  typeOf(value) === type || (type === 'number' && typeof value === 'number')

const isOfTypes = (type: string | string[] | undefined, value: unknown): boolean =>
  type === undefined || [type].flat().some((one) => isOfType(one, value))

const hasFields = ({ properties = {}, required = [] }: Shape, value: Record<string, unknown>): boolean =>
  required.every((key) => Object.hasOwn(value, key)) &&
  Object.entries(properties).every(([key, shape]) => value[key] === undefined || fits(shape, value[key]))

/** Whether a value has the types of a shape, all the way down. */
export const fits = (shape: Shape, value: unknown): boolean => {
  if (shape.anyOf) return shape.anyOf.some((option) => fits(option, value))
  if (shape.enum) return shape.enum.includes(value)
  if (!isOfTypes(shape.type, value)) return false
  if (Array.isArray(value)) return value.every((item) => fits(shape.items ?? {}, item))
  return typeOf(value) !== 'object' || hasFields(shape, value as Record<string, unknown>)
}

/** What a page asks of a schema of the contract: whether a value is of it. */
export const schemaOf = (shape: Shape) => ({ safeParse: (value: unknown) => ({ success: fits(shape, value) }) })
