import { plainMessage } from '@openauth/client'
import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  visit,
} from 'yaml'
import { type Failure, wrongUse } from '../failure.ts'
import { isRecord, type Row } from '../fields.ts'
import type { Definitions, Schema } from '../json-schema.ts'
import { type FilePath, filePathText } from './file-path.ts'
import { AppFileSchema, appFileJsonSchema } from './file-schema.ts'
import { requireShallow } from '../yaml.ts'
import { secretsOf, type SecretUse } from './secret-uses.ts'
import { unknownKeys } from './unknown-keys.ts'

/** A file that was read and is right in itself. */
export interface AppFile {
  name: string
  document: Document
  /** What it says, in the form of the contract but for times, and without secrets. */
  values: Row
  secrets: SecretUse[]
  /** `line 3, column 5` of what stands at a path. */
  placeOf: (path: FilePath) => string
}

/** The most problems that are told at once. */
const MOST_TOLD = 20

/** Of more problems, no place is looked up. */
const MOST_LOOKED_UP = 200

const unusable = (name: string, problems: string[], count = problems.length): Failure => {
  const rest = count - MOST_TOLD
  return wrongUse(`${name} cannot be used; nothing was changed`, [
    ...problems.slice(0, MOST_TOLD),
    ...(rest > 0 ? [`and ${rest} more`] : []),
  ])
}

type LineOf = (offset: number) => string

const textOfKey = (key: unknown): string => String(isScalar(key) ? key.value : key)

/** Keys that an object has twice. The library compares each with each, which takes minutes for a hundred thousand keys. */
const repeatedKeys = (document: Document): { offset: number; message: string }[] => {
  const found: { offset: number; message: string }[] = []
  visit(document, {
    Map: (_, { items }) => {
      const seen = new Set<string>()
      for (const { key } of items) {
        const name = textOfKey(key)
        if (seen.has(name))
          found.push({ offset: isNode(key) ? (key.range?.[0] ?? 0) : 0, message: `${name} is there already` })
        seen.add(name)
      }
    },
  })
  return found
}

const parse = (name: string, text: string): { document: Document; lineOf: LineOf } => {
  requireShallow(name, text)
  const lineCounter = new LineCounter()
  const lineOf = (offset: number): string => {
    const { line, col } = lineCounter.linePos(offset)
    return `line ${line}, column ${col}`
  }
  const document = parseDocument(text, { prettyErrors: false, lineCounter, logLevel: 'error', uniqueKeys: false })
  const problems = [
    ...[...document.errors, ...document.warnings].map(({ pos, message }) => ({ offset: pos[0], message })),
    ...repeatedKeys(document),
  ]
  if (problems.length > 0)
    throw unusable(
      name,
      problems.map(({ offset, message }) => `${lineOf(offset)}: ${message}`),
    )
  return { document, lineOf }
}

/** Anchors and aliases would be lost when `pull` writes the file, and a few of them can stand for gigabytes. */
const refuseAliases = (name: string, document: Document, lineOf: LineOf): void => {
  const problems: string[] = []
  visit(document, (_, node) => {
    if (!isNode(node)) return
    const sign = isAlias(node) ? '*' : '&'
    const anchor = isAlias(node) ? node.source : (node as { anchor?: string }).anchor
    if (anchor !== undefined)
      problems.push(
        `${lineOf(node.range?.[0] ?? 0)}: ${sign}${anchor}: anchors and aliases are not taken; write it out`,
      )
  })
  if (problems.length > 0) throw unusable(name, problems)
}

/** Sets and ordered maps become objects whose fields nobody would see, so that they would be taken for empty ones. */
const refuseOtherCollections = (name: string, document: Document, lineOf: LineOf): void => {
  const problems: string[] = []
  visit(document, (_, node) => {
    if (!(isMap(node) || isSeq(node)) || node.tag === undefined || /:(map|seq)$/.test(node.tag)) return
    const tag = node.tag.replace('tag:yaml.org,2002:', '!!')
    problems.push(`${lineOf(node.range?.[0] ?? 0)}: ${tag} is not taken; write an object or a list`)
  })
  if (problems.length > 0) throw unusable(name, problems)
}

/** Where the key at the end of a path stands, or the nearest thing around it. */
const offsetOf = (document: Document, path: FilePath): number => {
  for (let length = path.length; length > 0; length -= 1) {
    const parent =
      length === 1 ? document.contents : (document.getIn(path.slice(0, length - 1), true) as Node | undefined)
    const last = path[length - 1]
    if (isMap(parent)) {
      const pair = parent.items.find(({ key }) => textOfKey(key) === last)
      if (isPair(pair) && isNode(pair.key) && pair.key.range) return pair.key.range[0]
    }
    const node = document.getIn(path.slice(0, length), true)
    if (isNode(node) && node.range) return node.range[0]
  }
  return 0
}

const { properties, $defs } = appFileJsonSchema() as { properties: Record<string, Schema>; $defs?: Definitions }
const root: Schema = { type: 'object', properties }

const rawOf = (name: string, document: Document): Row => {
  const raw: unknown = document.toJS()
  if (!isRecord(raw)) throw wrongUse(`${name} must hold the fields of an app. It begins with: openauth: 1`)
  return raw
}

/** Parses the text of a file. Throws wrong use with the place of each problem. */
export const parseAppFile = (name: string, text: string): AppFile => {
  if (text.trim() === '')
    throw wrongUse(`${name} is empty. It must hold the fields of an app, and begin with: openauth: 1`)
  const { document, lineOf } = parse(name, text)
  refuseAliases(name, document, lineOf)
  refuseOtherCollections(name, document, lineOf)
  const raw = rawOf(name, document)
  const placeOf = (path: FilePath): string => lineOf(offsetOf(document, path))
  const tell = (path: FilePath, message: string): string =>
    `${placeOf(path)}: ${filePathText(path)} ${message}`.trimEnd()
  const unknown = unknownKeys(raw, [root], $defs ?? {})
  const parsed = AppFileSchema.safeParse(raw, { error: plainMessage })
  const issues = (parsed.error?.issues ?? []).filter(({ code }) => code !== 'unrecognized_keys')
  const problems = [
    ...unknown.map(({ path, message }) => ({ path, message })),
    ...issues.map(({ path, message }) => ({ path: path as (string | number)[], message })),
  ]
  if (problems.length > 0 || !parsed.data)
    throw unusable(
      name,
      problems
        .slice(0, MOST_LOOKED_UP)
        .map(({ path, message }) => ({ at: offsetOf(document, path), text: tell(path, message) }))
        .toSorted((one, other) => one.at - other.at)
        .map((problem) => problem.text),
      problems.length,
    )
  return { name, document, placeOf, ...secretsOf(parsed.data) }
}
