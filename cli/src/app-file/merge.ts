import { isRecord, type Row } from '../fields.ts'
import { isSame, itemsOf, orderAfter } from './differences.ts'
import { isListPart, type ListPart, parts } from './parts.ts'

/** Three states of an app: as it was pulled, as the file has it now, as the server has it now. */
interface Three<T> {
  base: T
  file: T
  remote: T
}

/** The merged value. Paths that file and server both changed, each to something else, are added to `conflicts`. */
const mergeValue = ({ base, file, remote }: Three<unknown>, path: string[], conflicts: string[]): unknown => {
  if (file === undefined || isSame(file, remote) || isSame(file, base)) return remote
  if (isRecord(file) && isRecord(remote)) {
    const was = isRecord(base) ? base : {}
    const keys = [...new Set([...Object.keys(remote), ...Object.keys(file)])]
    return Object.fromEntries(
      keys.map((key) => [
        key,
        mergeValue({ base: was[key], file: file[key], remote: remote[key] }, [...path, key], conflicts),
      ]),
    )
  }
  if (!isSame(base, remote)) conflicts.push(path.join('.'))
  return file
}

/** An item that one side removed stays removed, unless the other side changed it. */
const mergeItem = (
  { base, file, remote }: Three<Row | undefined>,
  path: string[],
  conflicts: string[],
): Row | undefined => {
  if (file && remote) return mergeValue({ base, file, remote }, path, conflicts) as Row
  const left = file ?? remote
  if (!base) return left
  if (!isSame(base, left)) conflicts.push(path.join('.'))
  return undefined
}

/** Whether items that are there before and after follow each other otherwise. */
const isReordered = (before: ReadonlyMap<string, Row>, after: ReadonlyMap<string, Row>): boolean =>
  !isSame(
    [...before.keys()].filter((key) => after.has(key)),
    [...after.keys()].filter((key) => before.has(key)),
  )

/** The order is that of the file, unless the server alone has another one than before. */
const mergeList = (part: ListPart, { base, file, remote }: Three<Row>, conflicts: string[]): Row[] => {
  const [was, here, there] = [itemsOf(part, base), itemsOf(part, file), itemsOf(part, remote)]
  const [first, second] = isReordered(was, there) && !isReordered(was, here) ? [there, here] : [here, there]
  const order = orderAfter([...second.keys()], [...first.keys()], false)
  return order
    .map((key) => {
      const three = { base: was.get(key), file: here.get(key), remote: there.get(key) }
      return mergeItem(three, [part.name, key], conflicts)
    })
    .filter((item) => item !== undefined)
}

/**
 * What a file says after a pull: the server's values, and those that only the file has changed since the pull before. Answers the paths
 * that both have changed, too.
 */
export const merge = (three: Three<Row>): { values: Row; conflicts: string[] } => {
  const { base, file, remote } = three
  const conflicts: string[] = []
  const values = Object.fromEntries(
    Object.keys(remote).map((name) => {
      const list = parts.find((part): part is ListPart => isListPart(part) && part.name === name)
      if (list && file[name] !== undefined) return [name, mergeList(list, three, conflicts)]
      return [name, mergeValue({ base: base[name], file: file[name], remote: remote[name] }, [name], conflicts)]
    }),
  )
  return { values, conflicts }
}
