import { isRecord } from '../fields.ts'
import type { Definitions, Schema } from '../json-schema.ts'
import { alternativesOf } from '../nested-input.ts'
import { didYouMean } from '../similar.ts'

export interface UnknownKey {
  path: (string | number)[]
  message: string
}

/** The alternatives whose fixed fields the value has: of the checks of a task, that of its kind. All where none fits. */
const fitting = (schemas: Schema[], value: Record<string, unknown>): Schema[] => {
  const found = schemas.filter(({ properties = {} }) =>
    Object.entries(properties).every(([key, { const: fixed }]) => fixed === undefined || value[key] === fixed),
  )
  return found.length > 0 ? found : schemas
}

/** The keys of a value that no schema knows, each with the nearest name. */
export const unknownKeys = (
  value: unknown,
  given: Schema[],
  definitions: Definitions,
  path: (string | number)[] = [],
): UnknownKey[] => {
  const schemas = given.flatMap((schema) => alternativesOf(schema, definitions))
  if (Array.isArray(value)) {
    const items = schemas.flatMap(({ items: listed }) => listed ?? [])
    return value.flatMap((item, index) => unknownKeys(item, items, definitions, [...path, index]))
  }
  if (!isRecord(value)) return []
  const objects = fitting(
    schemas.filter(({ properties }) => properties !== undefined),
    value,
  )
  if (objects.length === 0) return []
  const known = [...new Set(objects.flatMap(({ properties = {} }) => Object.keys(properties)))]
  return Object.entries(value).flatMap(([key, below]) => {
    const fields = objects.flatMap(({ properties = {} }) => (Object.hasOwn(properties, key) ? properties[key]! : []))
    if (fields.length === 0) return [{ path: [...path, key], message: `is not known here${didYouMean(key, known)}` }]
    return unknownKeys(below, fields, definitions, [...path, key])
  })
}
