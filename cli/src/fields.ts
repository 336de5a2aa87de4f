import { wrongUse } from './failure.ts'
import { didYouMean, plainName } from './similar.ts'

export type Row = Record<string, unknown>

/** Whether a value is an object with fields: neither null nor a list. */
export const isRecord = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Scalars and lists of a record by their paths: `brand.name`. An empty record is one of them. */
export const leavesOf = (record: Row, prefix = ''): [path: string, value: unknown][] =>
  Object.entries(record).flatMap(([key, value]): [string, unknown][] =>
    isRecord(value) && Object.keys(value).length > 0 ? leavesOf(value, `${prefix}${key}.`) : [[prefix + key, value]],
  )

/** The value at a path of a record; undefined where there is none. */
export const valueAt = (record: unknown, path: string): unknown => {
  let value = record
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Row)[key]
  }
  return value
}

/** A path and those of what is around it: `brand.texts.login` is in `brand.texts` and `brand`. */
const withContainers = (path: string): string[] => path.split('.').map((_, at, all) => all.slice(0, at + 1).join('.'))

/**
 * The paths of the fields that names mean, whatever their case and separators: `created-at` is `createdAt`. Throws wrong
 * use for a name that none of the paths has.
 */
export const resolveFields = (names: readonly string[], paths: readonly string[]): string[] => {
  const known = [...new Set(paths.flatMap(withContainers))]
  return names.map((name) => {
    const found =
      known.find((path) => path === name) ??
      known.find((path) => plainName(path) === plainName(name)) ??
      // What is in a field without a fixed shape is not known before the answer.
      (paths.some((path) => name.startsWith(`${path}.`)) ? name : undefined)
    if (found !== undefined) return found
    throw wrongUse(`There is no field ${name}${didYouMean(name, known)}`, [`Fields: ${paths.join(', ')}`])
  })
}

/** The fields of a record at the given paths, nested as they were. */
export const pickFields = (record: unknown, paths: readonly string[]): Row => {
  // Without a prototype, a field called __proto__ is one like others.
  const picked = Object.create(null) as Row
  for (const path of paths) {
    const keys = path.split('.')
    const last = keys.pop()!
    let at = picked
    for (const key of keys) at = (at[key] = isRecord(at[key]) ? at[key] : Object.create(null)) as Row
    at[last] = valueAt(record, path) ?? null
  }
  return picked
}
