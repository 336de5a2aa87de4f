import { plainMessage } from '@openauth/client'
import { type Row, valueAt } from '../fields.ts'
import { isInstant } from '../instant.ts'
import { type Difference, itemsOf } from './differences.ts'
import { type FilePath, filePathText } from './file-path.ts'
import { type Call, isListPart, type ListPart, ofApp, partsInOrder, type RecordPart, routeOfCall } from './parts.ts'
import type { AppFile } from './parse-file.ts'
import type { RemoteApp } from './read-app.ts'
import { secretFields } from './secret-uses.ts'

/** One call of a push. */
export interface Step {
  /** What it is about: `gameTasks.join`. */
  name: string
  call: Call
  input: (appId: string) => Row
  /** The differences that are none after it, as lines name them. */
  paths: readonly string[]
}

/** What a push has to do, and with what. */
export interface Wanted {
  file: AppFile
  remote: RemoteApp
  differences: readonly Difference[]
  /** Values of secrets that are to be sent, by their paths; null removes one. */
  secrets: ReadonlyMap<string, string | null>
}

const pathsText = (differences: readonly Difference[]): string[] => differences.map(({ path }) => path.join('.'))

const startsWith = (path: readonly string[], start: readonly string[]): boolean =>
  start.every((part, index) => path[index] === part)

const recordSteps = (part: RecordPart, { file, remote, differences, secrets }: Wanted): Step[] => {
  const own = differences.filter(({ path }) => part.places.some((place) => startsWith(path, place.path)))
  const changed = part.places.flatMap(({ key, path, isSecret }): [string, unknown][] => {
    const text = path.join('.')
    if (isSecret) return secrets.has(text) ? [[key, secrets.get(text)]] : []
    return own.some((difference) => startsWith(difference.path, path)) ? [[key, valueAt(file.values, text)]] : []
  })
  if (changed.length === 0) return []
  const version = remote.versions[part.name]
  return [
    {
      name: part.name,
      call: part.update,
      input: (appId) => ({
        ...Object.fromEntries(changed),
        [part.appKey]: appId,
        ...(version === undefined ? {} : { [part.versionKey]: version }),
      }),
      paths: pathsText(own),
    },
  ]
}

/** The fields of an item as calls take them: times are milliseconds there. */
const inputOf = (part: ListPart, item: Row): Row =>
  Object.fromEntries(
    Object.entries(item).map(([key, value]) => [
      key,
      isInstant(part.fields[key]) && typeof value === 'string' ? Date.parse(value) : value,
    ]),
  )

const secretsOfItem = (part: ListPart, key: string, secrets: Wanted['secrets']): Row =>
  Object.fromEntries(
    secretFields(part).flatMap((field) => {
      const path = [part.name, key, field].join('.')
      return secrets.has(path) ? [[field, secrets.get(path)]] : []
    }),
  )

const createStep = (part: ListPart, key: string, item: Row, { secrets, differences }: Wanted): Step => ({
  name: `${part.name}.${key}`,
  call: part.create,
  input: (appId) => ({ ...inputOf(part, item), ...secretsOfItem(part, key, secrets), ...ofApp(part, appId) }),
  paths: pathsText(differences.filter(({ path }) => startsWith(path, [part.name, key]))),
})

const idOf = (part: ListPart, row: Row): Row =>
  part.idKey === undefined ? Object.fromEntries(part.keys.map((key) => [key, row[key]])) : { [part.idKey]: row['id'] }

/** A change of an item: its changed fields, or all of them where the call replaces it. */
const updateStep = (part: ListPart, key: string, item: Row, wanted: Wanted): Step => {
  const { remote, differences, secrets } = wanted
  const row = remote.rows[part.name]!.get(key)!
  const own = differences.filter(({ path }) => startsWith(path, [part.name, key]))
  if (!part.update) {
    const kept = itemsOf(part, remote.values).get(key)
    return createStep(part, key, { ...kept, ...item }, wanted)
  }
  const names = new Set(own.map(({ path }) => path[2]!))
  const changed = Object.fromEntries(Object.entries(item).filter(([name]) => names.has(name)))
  return {
    name: `${part.name}.${key}`,
    call: part.update,
    input: (appId) => ({
      ...inputOf(part, changed),
      ...secretsOfItem(part, key, secrets),
      ...idOf(part, row),
      ...ofApp(part, appId),
      expectedUpdatedAt: row['updatedAt'],
    }),
    paths: pathsText(own),
  }
}

/** The ids of a reordered list: those of items that the push makes are known only then. */
export interface OrderStep extends Omit<Step, 'input'> {
  part: ListPart
  order: readonly string[]
}

export type PlannedStep = Step | OrderStep

const listSteps = (part: ListPart, wanted: Wanted): PlannedStep[] => {
  const { file, remote, differences } = wanted
  const own = differences.filter(({ path }) => path[0] === part.name)
  const items = itemsOf(part, file.values)
  const keysOf = (...kinds: Difference['kind'][]) => [
    ...new Set(own.filter(({ kind }) => kinds.includes(kind)).map(({ path }) => path[1]!)),
  ]
  const removed = keysOf('removed').map((key): Step => ({
    name: `${part.name}.${key}`,
    call: part.remove,
    input: (appId) => ({ ...idOf(part, remote.rows[part.name]!.get(key)!), ...ofApp(part, appId) }),
    paths: [`${part.name}.${key}`],
  }))
  const added = keysOf('added')
  const changed = keysOf('value', 'secret').filter((key) => !added.includes(key))
  // A domain that moves from one connection to another is first taken from the one.
  const givesUp = (key: string): boolean =>
    own.some(({ path, before, after }) => path[1] === key && isShorter(before, after))
  const order = own.find(({ kind }) => kind === 'order')
  return [
    ...removed,
    ...changed
      .toSorted((one, other) => Number(givesUp(other)) - Number(givesUp(one)))
      .map((key) => updateStep(part, key, items.get(key)!, wanted)),
    ...added.map((key) => createStep(part, key, items.get(key)!, wanted)),
    ...(order
      ? [
          {
            name: `the order of ${part.name}`,
            call: part.reorder!,
            part,
            order: order.after as string[],
            paths: [part.name],
          },
        ]
      : []),
  ]
}

const isShorter = (before: unknown, after: unknown): boolean =>
  Array.isArray(before) && Array.isArray(after) && after.every((item) => before.includes(item))

/** The calls of a push, in an order in which each finds what it needs. */
export const planOf = (wanted: Wanted): PlannedStep[] =>
  partsInOrder.flatMap((part) => (isListPart(part) ? listSteps(part, wanted) : recordSteps(part, wanted)))

/** Where a field of a call's input stands in the file. */
const filePathOf = (step: PlannedStep, { values }: AppFile, path: readonly PropertyKey[]): FilePath => {
  for (const part of partsInOrder) {
    if (isListPart(part)) {
      const key = step.name.startsWith(`${part.name}.`) ? step.name.slice(part.name.length + 1) : undefined
      if (key === undefined) continue
      const index = [...itemsOf(part, values).keys()].indexOf(key)
      return [part.name, index, ...(path as (string | number)[])]
    }
    const place = part.name === step.name && part.places.find(({ key }) => key === path[0])
    if (place) return [...place.path, ...(path.slice(1) as (string | number)[])]
  }
  return path as (string | number)[]
}

/** Any id, for a check of inputs before the app has one. */
const SOME_ID = '00000000-0000-4000-8000-000000000000'

const tell = (file: AppFile, at: FilePath, message: string): string =>
  `${file.placeOf(at)}: ${filePathText(at)} ${message}`

/** Fields that are given to a new item only: the key of a task, how often it is done, the kind of its check. */
const isFixed = (part: ListPart, [, , field, below]: readonly string[]): boolean =>
  part.update !== undefined &&
  (!Object.hasOwn(routeOfCall(part.update).input.shape, field!) || (field === 'check' && below === 'kind'))

const fixedProblems = (part: ListPart, { file, differences }: Wanted): string[] => {
  const keys = [...itemsOf(part, file.values).keys()]
  return differences
    .filter(({ path, kind }) => path[0] === part.name && kind === 'value' && isFixed(part, path))
    .map(({ path, before }) =>
      tell(
        file,
        [part.name, keys.indexOf(path[1]!), ...path.slice(2)],
        `cannot change: it is ${JSON.stringify(before)} on the server. Take another key, which makes another one`,
      ),
    )
}

/** A stored secret is sent to no other server than that which it is for. */
const issuerProblems = (part: ListPart, { file, differences, secrets }: Wanted): string[] => {
  const keys = [...itemsOf(part, file.values).keys()]
  return differences.flatMap(({ path, before, after, kind }) => {
    const [name, key, field] = path
    if (name !== part.name || field !== 'issuer' || kind !== 'value' || secrets.has(`${name}.${key}.clientSecret`))
      return []
    if (new URL(String(before)).origin === new URL(String(after)).origin) return []
    const at = [part.name, keys.indexOf(key!), 'issuer']
    return [tell(file, at, 'is on another server: its clientSecret must be in the file, as a reference, and be sent')]
  })
}

/** What the contract says against the calls of a push, each with its place in the file. */
export const problemsOf = (plan: readonly PlannedStep[], wanted: Wanted): string[] => [
  ...partsInOrder
    .filter(isListPart)
    .flatMap((part) => [...fixedProblems(part, wanted), ...issuerProblems(part, wanted)]),
  ...plan.flatMap((step) => {
    if ('order' in step) return []
    const { error } = routeOfCall(step.call).input.safeParse(step.input(SOME_ID), { error: plainMessage })
    return (error?.issues ?? []).map(({ path, message }) =>
      tell(wanted.file, filePathOf(step, wanted.file, path), message),
    )
  }),
]
