import { isRecord, type Row } from '../fields.ts'
import { isListPart, keyOfItem, type ListPart, parts } from './parts.ts'

/** Something in which the file and the server differ. */
export interface Difference {
  /** Items of lists by their keys: `gameTasks`, `join`, `reward`. */
  path: readonly string[]
  /** On the server; undefined where it has none. */
  before: unknown
  /** In the file; undefined for what is removed. */
  after: unknown
  /** `order`: keys of items; `secret`: where it is, in place of what it is. */
  kind: 'value' | 'added' | 'removed' | 'order' | 'secret'
}

/** Objects that calls replace as a whole; of all others, what is missing in a change stays. */
const replacedAsAWhole: ReadonlySet<string> = new Set(['texts', 'translations', 'check'])

/** Whether two values are the same, whatever the order of their fields. Null and an empty object both mean nothing. */
export const isSame = (one: unknown, other: unknown): boolean => {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => isSame(item, other[index]))
  if (isRecord(one) && isRecord(other)) {
    const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])]
    return keys.every((key) => isSame(one[key] ?? null, other[key] ?? null))
  }
  if (isRecord(one)) return (other ?? null) === null && Object.keys(one).length === 0
  if (isRecord(other)) return isSame(other, one)
  return (one ?? null) === (other ?? null)
}

const differencesOfValue = (
  before: unknown,
  after: unknown,
  path: readonly string[],
  isWhole = false,
): Difference[] => {
  if (isSame(before, after)) return []
  if (!isRecord(after) || (before !== undefined && before !== null && !isRecord(before)))
    return [{ path, before, after, kind: 'value' }]
  const known: Row = before ?? {}
  const keys = isWhole ? [...new Set([...Object.keys(known), ...Object.keys(after)])] : Object.keys(after)
  return keys.flatMap((key) =>
    differencesOfValue(known[key], after[key] ?? null, [...path, key], isWhole || replacedAsAWhole.has(key)),
  )
}

/** The items of a list by their keys, in order; empty where the list is missing. */
export const itemsOf = (part: ListPart, values: Row): Map<string, Row> =>
  new Map(((values[part.name] ?? []) as Row[]).map((item) => [keyOfItem(part, item), item]))

/** The order that a list has afterwards: that of the file, and behind it what only the server has. */
export const orderAfter = (before: readonly string[], after: readonly string[], prunes: boolean): string[] => [
  ...after,
  ...(prunes ? [] : before.filter((key) => !after.includes(key))),
]

const orderDifference = (part: ListPart, before: string[], after: string[], prunes: boolean): Difference[] => {
  if (!part.reorder) return []
  const kept = before.filter((key) => !prunes || after.includes(key))
  const shared = after.filter((key) => before.includes(key))
  const isInOrder = isSame(
    before.filter((key) => after.includes(key)),
    shared,
  )
  const isAppended = isSame(after.slice(0, shared.length), shared)
  if (isInOrder && isAppended) return []
  return [{ path: [part.name], before: kept, after: orderAfter(before, after, prunes), kind: 'order' }]
}

const differencesOfList = (part: ListPart, before: Row, after: Row, prunes: boolean): Difference[] => {
  if (after[part.name] === undefined) return []
  const [old, wanted] = [itemsOf(part, before), itemsOf(part, after)]
  const items = [...wanted].flatMap(([key, item]): Difference[] => {
    const path = [part.name, key]
    const found = old.get(key)
    return found ? differencesOfValue(found, item, path) : [{ path, before: undefined, after: item, kind: 'added' }]
  })
  const gone = prunes ? [...old].filter(([key]) => !wanted.has(key)) : []
  const removed = gone.map(([key, item]): Difference => ({
    path: [part.name, key],
    before: item,
    after: undefined,
    kind: 'removed',
  }))
  return [...items, ...removed, ...orderDifference(part, [...old.keys()], [...wanted.keys()], prunes)]
}

/**
 * In what an app differs from what a file says of it, both in the form of the file and without secrets. What the file leaves out is no
 * difference; nor are items that only the server has, unless a push prunes them.
 */
export const differencesOf = (before: Row, after: Row, prunes: boolean): Difference[] =>
  parts.flatMap((part) => {
    if (isListPart(part)) return differencesOfList(part, before, after, prunes)
    const names = [...new Set(part.places.map(({ path }) => path[0]!))]
    return names.flatMap((name) =>
      after[name] === undefined ? [] : differencesOfValue(before[name], after[name], [name]),
    )
  })

/** Items that only the server has, of lists that the file has: `gameTasks.join`. */
export const onlyOnServer = (before: Row, after: Row): string[] =>
  parts.filter(isListPart).flatMap((part) => {
    if (after[part.name] === undefined) return []
    const wanted = itemsOf(part, after)
    return [...itemsOf(part, before).keys()].filter((key) => !wanted.has(key)).map((key) => `${part.name}.${key}`)
  })

const isWithin = (path: readonly string[], around: readonly string[]): boolean =>
  around.every((part, index) => path[index] === part)

/** Whether two differences are about the same thing, or one about a part of the other. The order of a list is none of its items. */
export const overlap = (one: Difference, other: Difference): boolean =>
  (one.kind === 'order') === (other.kind === 'order') &&
  (isWithin(one.path, other.path) || isWithin(other.path, one.path))
