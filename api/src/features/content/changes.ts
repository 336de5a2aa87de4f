type Value = string | number | null

/** The fields that a change gives. */
export const withoutUndefined = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>

/** For the audit trail: the given fields whose values differ, as they were and as they are. */
export const changeDetails = (before: object, after: object, given: object) => {
  const of = (entry: object, names: string[]) =>
    Object.fromEntries(names.map((name) => [name, (entry as Record<string, Value>)[name] ?? null]))
  const [old, now] = [before, after] as Record<string, Value>[]
  const changed = Object.keys(given).filter((name) => old![name] !== now![name])
  return { changed, before: of(before, changed), after: of(after, changed) }
}
