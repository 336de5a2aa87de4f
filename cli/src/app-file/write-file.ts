import { Document, isMap, isScalar, isSeq, type Node, type Pair, Scalar, type YAMLMap, type YAMLSeq } from 'yaml'
import { isRecord, type Row } from '../fields.ts'
import { isSame } from './differences.ts'
import { isListPart, keyOfItem, type ListPart, parts } from './parts.ts'

/** A line above each part of a new file. */
const comments: Readonly<Record<string, string>> = {
  loginMethods: ' Secrets are references: { env: NAME } or { file: path }. docs/logins.md',
  brand: " Names, texts, colour and pictures of the players' pages. docs/player.md",
  oidcConnections: ' OpenID providers, known by their keys. docs/logins.md',
  walletPolicy: ' What wallets may sign and send; null is the default. docs/wallet-policies.md',
  knownTokens: ' Tokens whose names the app vouches for. docs/tokens.md',
  gameRules: ' Rules of the tap game. docs/game.md',
  dapps: ' Of the whole server, for all apps, known by their names. docs/player.md',
  gameCenters: ' Of the whole server, for all apps, known by their names. docs/player.md',
  gameTasks: ' Tasks in the order in which players see them, known by their keys. docs/game.md',
}
const HEADING = ' An app of OpenAuth. docs/configuration-as-code.md'

/** The part whose items are known by keys. */
const keyedList = (name: string): ListPart | undefined => parts.filter(isListPart).find((part) => part.name === name)

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null

/** References, numbers of a list, and small objects of a list stand on one line. */
const isOneLine = (value: unknown, isItem: boolean): boolean => {
  if (Array.isArray(value)) return value.every((item) => typeof item === 'number')
  if (!isRecord(value)) return false
  const fields = Object.values(value)
  const isReference = fields.length === 1 && ['env', 'file'].includes(Object.keys(value)[0]!)
  return isReference || (isItem && fields.length <= 3 && fields.every(isPlain))
}

const nodeOf = (document: Document, value: unknown, isItem = false): Node => {
  const node = document.createNode(value, { flow: isOneLine(value, isItem), aliasDuplicateObjects: false })
  if (isSeq(node) && Array.isArray(value)) node.items = value.map((item) => nodeOf(document, item, true))
  if (isMap(node) && isRecord(value))
    for (const pair of node.items) pair.value = nodeOf(document, value[String((pair.key as Scalar).value)])
  return node
}

/** A part of the file with its value: above it a line that says what it is. */
const partPair = (document: Document, name: string, value: unknown): Pair => {
  const node = nodeOf(document, value)
  // Items with keys have a line for each field, however few those are.
  if (keyedList(name) && isSeq(node)) node.items = (value as Row[]).map((item) => nodeOf(document, item))
  const pair = document.createPair(name, node)
  const key = pair.key as Scalar
  if (!['openauth', 'name'].includes(name)) key.spaceBefore = true
  if (comments[name] !== undefined) key.commentBefore = comments[name]
  return pair
}

const nameOf = ({ key }: Pair): string => String(isScalar(key) ? key.value : key)

/** Gives a node the comments of the one that it replaces. */
const withCommentsOf = (node: Node, before: unknown): Node => {
  const { comment, commentBefore, spaceBefore } = before as Partial<Node>
  return Object.assign(node, {
    ...(comment ? { comment } : {}),
    ...(commentBefore ? { commentBefore } : {}),
    ...(spaceBefore ? { spaceBefore } : {}),
  })
}

/** A node with the value: the same one, changed as little as it must be, where that is possible. */
const updated = (document: Document, node: unknown, value: unknown, path: readonly string[]): Node => {
  if (isMap(node) && isRecord(value)) return updatedMap(document, node, value, path)
  if (isSeq(node) && Array.isArray(value)) return updatedList(document, node, value, path)
  const isUnchanged = isScalar(node) && (node.value ?? null) === value
  return isUnchanged ? node : withCommentsOf(nodeOf(document, value), node ?? {})
}

/** An empty list or object stands on one line, whatever it is to hold. */
const openEmpty = (node: YAMLMap | YAMLSeq, value: object): void => {
  const size = Array.isArray(value) ? value.length : Object.keys(value).length
  if (node.items.length === 0 && size > 0) node.flow = isOneLine(value, false)
}

const updatedMap = (document: Document, map: YAMLMap, value: Row, path: readonly string[]): Node => {
  openEmpty(map, value)
  map.items = map.items.filter((pair) => Object.hasOwn(value, nameOf(pair)))
  let at = 0
  for (const [key, field] of Object.entries(value)) {
    const index = map.items.findIndex((pair) => nameOf(pair) === key)
    const added = (): Pair =>
      path.length === 0 ? partPair(document, key, field) : document.createPair(key, nodeOf(document, field))
    if (index < 0) map.items.splice(at, 0, added())
    else map.items[index]!.value = updated(document, map.items[index]!.value, field, [...path, key])
    at = (index < 0 ? at : index) + 1
  }
  return map
}

/** Items of a list with keys are found by those, others by what they are; comments stay with them. */
const updatedList = (document: Document, list: YAMLSeq, values: unknown[], path: readonly string[]): Node => {
  openEmpty(list, values)
  const part = path.length === 1 ? keyedList(path[0]!) : undefined
  const rest = [...list.items]
  const isFound = (value: unknown) => (node: unknown) => {
    const raw: unknown = (node as Node).toJS(document)
    if (part) return isRecord(raw) && keyOfItem(part, raw) === keyOfItem(part, value as Row)
    return isSame(raw, value)
  }
  list.items = values.map((value) => {
    const index = rest.findIndex(isFound(value))
    if (index < 0) return nodeOf(document, value, !part)
    const [node] = rest.splice(index, 1)
    return part ? updated(document, node, value, ['item']) : node
  })
  return list
}

const newDocument = (): Document => {
  const document = new Document({})
  document.commentBefore = HEADING
  return document
}

/** The text of a file with these values. What stands around them in an existing document, such as comments, stays. */
export const appFileText = (existing: Document | undefined, values: Row): string => {
  const document = existing ?? newDocument()
  if (isMap(document.contents)) updatedMap(document, document.contents, values, [])
  return document.toString({ lineWidth: 0, indentSeq: true })
}
