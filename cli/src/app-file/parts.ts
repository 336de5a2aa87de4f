import {
  contract,
  loginMethods,
  methodFields,
  type Route,
  type RouteTable,
  settingTerms,
  switchOf,
} from '@openauth/client'
import * as z from 'zod'
import type { Row } from '../fields.ts'
import { isSecretName } from '../secrets.ts'

/** The place of an item in its list: in the file, that is where it stands. */
export const placing = ['order'] as const

/** A call of the contract, by group and verb. */
export type Call = readonly [group: string, verb: string]

/** Keys of inputs that say which object is meant, which version of it was seen, or why it is asked for. They are no configuration. */
export const identifying = [
  'id',
  'appId',
  'connectionId',
  'expectedUpdatedAt',
  'expectedVersion',
  'approvalReason',
] as const

/** A field of a call's input, and where it stands in the file. */
export interface Place {
  key: string
  path: readonly string[]
  schema: z.ZodType
  isSecret: boolean
}

/** What one call changes: settings that stand once in the file. */
export interface RecordPart {
  kind: 'record'
  name: string
  read: Call
  update: Call
  /** The key of the app's id in the input of both calls. */
  appKey: 'id' | 'appId'
  /** The settings and their version in the answer of `read`. */
  valuesOf: (answer: Row) => Row
  versionOf: (answer: Row) => unknown
  /** The key by which a change says which version it is made of. */
  versionKey: 'expectedUpdatedAt' | 'expectedVersion'
  places: readonly Place[]
}

/** A list whose items are known by fields of theirs, the same on every server. */
export interface ListPart {
  kind: 'list'
  name: string
  /** The fields that make the key of an item. */
  keys: readonly string[]
  list: Call
  create: Call
  /** Undefined where `create` replaces an item of the same key. */
  update?: Call
  remove: Call
  /** Undefined where the order means nothing; the file then has the items by key. */
  reorder?: Call
  /** The key of an item's id in the inputs of `update` and `remove`; undefined where the fields of its key stand there. */
  idKey?: string
  fields: Readonly<Record<string, z.ZodType>>
  /** The list is of the whole server, for all apps: a file has it only where somebody wants that. */
  isOfServer?: true
}

export type Part = RecordPart | ListPart

export const routeOfCall = ([group, verb]: Call): Route => (contract as RouteTable)[group]![verb]!

const isConfiguration = (key: string): boolean => !([...identifying, ...placing] as readonly string[]).includes(key)

/** A field without what a missing one stands for: in the file it stays as it is. */
const given = (schema: unknown): z.ZodType =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault
    ? given(schema.unwrap())
    : (schema as z.ZodType)

const fieldsOf = (call: Call): [key: string, schema: z.ZodType][] =>
  Object.entries(routeOfCall(call).input.shape)
    .filter(([key]) => isConfiguration(key))
    .map(([key, schema]) => [key, given(schema)])

/** Where a setting of an app stands: those of a login method below its name. */
const pathOfSetting = (key: string): string[] => {
  for (const method of loginMethods) {
    if (switchOf[method] === key) return ['loginMethods', method, 'enabled']
    const setting = methodFields[method].find(({ name }: { name: string }) => name === key)
    if (setting) return ['loginMethods', method, settingTerms[setting.name]]
  }
  return key === 'name' || key === 'brand' ? [key] : ['settings', key]
}

/** The brand is given as a whole or not at all: null would only be another way to write all of its fields as null. */
const withoutNull = (schema: z.ZodType): z.ZodType =>
  schema instanceof z.ZodNullable ? (schema.unwrap() as z.ZodType) : schema

const placesOf = (call: Call, pathOf: (key: string) => string[]): Place[] =>
  fieldsOf(call).map(([key, schema]) => ({
    key,
    path: pathOf(key),
    schema: key === 'brand' ? withoutNull(schema) : schema,
    isSecret: isSecretName(key),
  }))

/** The fields of an item: as `update` takes them, and those that are only given to a new one. */
const itemFields = (create: Call, update?: Call): Record<string, z.ZodType> => ({
  ...Object.fromEntries(fieldsOf(create)),
  ...(update ? Object.fromEntries(fieldsOf(update)) : {}),
})

type RecordTraits = Pick<RecordPart, 'name' | 'appKey' | 'valuesOf' | 'versionOf' | 'versionKey'>

/** Settings that the calls `get` and `update` of a group read and change. */
const recordOf = (group: string, traits: RecordTraits, pathOf: (key: string) => string[]): RecordPart => ({
  kind: 'record',
  ...traits,
  read: [group, 'get'],
  update: [group, 'update'],
  places: placesOf([group, 'update'], pathOf),
})

const byTime = { versionOf: ({ updatedAt }: Row) => updatedAt, versionKey: 'expectedUpdatedAt' } as const
const byNumber = { versionOf: ({ version }: Row) => version, versionKey: 'expectedVersion' } as const

const settings = recordOf(
  'apps',
  { name: 'settings', appKey: 'id', valuesOf: (answer) => answer, ...byTime },
  pathOfSetting,
)
const walletPolicy = recordOf(
  'walletPolicies',
  { name: 'walletPolicy', appKey: 'appId', valuesOf: ({ own }) => own as Row, ...byTime },
  (key) => ['walletPolicy', key],
)
const gameRules = recordOf(
  'gameRules',
  { name: 'gameRules', appKey: 'appId', valuesOf: ({ rules }) => rules as Row, ...byNumber },
  (key) => ['gameRules', key],
)

const oidcConnections: ListPart = {
  kind: 'list',
  name: 'oidcConnections',
  keys: ['key'],
  list: ['oidcConnections', 'list'],
  create: ['oidcConnections', 'create'],
  update: ['oidcConnections', 'update'],
  remove: ['oidcConnections', 'delete'],
  idKey: 'connectionId',
  fields: itemFields(['oidcConnections', 'create'], ['oidcConnections', 'update']),
}

const knownTokens: ListPart = {
  kind: 'list',
  name: 'knownTokens',
  keys: ['network', 'address'],
  list: ['knownTokens', 'list'],
  create: ['knownTokens', 'set'],
  remove: ['knownTokens', 'remove'],
  fields: itemFields(['knownTokens', 'set']),
}

const gameTasks: ListPart = {
  kind: 'list',
  name: 'gameTasks',
  keys: ['key'],
  list: ['gameTasks', 'list'],
  create: ['gameTasks', 'create'],
  update: ['gameTasks', 'update'],
  remove: ['gameTasks', 'delete'],
  reorder: ['gameTasks', 'reorder'],
  idKey: 'id',
  fields: itemFields(['gameTasks', 'create'], ['gameTasks', 'update']),
}

/** A list of entries that pages look up by their names. */
const contentOf = (name: 'dapps' | 'gameCenters'): ListPart => ({
  kind: 'list',
  name,
  keys: ['name'],
  list: [name, 'list'],
  create: [name, 'create'],
  update: [name, 'update'],
  remove: [name, 'delete'],
  reorder: [name, 'reorder'],
  idKey: 'id',
  fields: itemFields([name, 'create'], [name, 'update']),
  isOfServer: true,
})
const dapps = contentOf('dapps')
const gameCenters = contentOf('gameCenters')

/** The parts in the order of the file. */
export const parts: readonly Part[] = [
  settings,
  oidcConnections,
  walletPolicy,
  knownTokens,
  gameRules,
  gameTasks,
  dapps,
  gameCenters,
]

/**
 * The parts in the order in which a push changes them: limits before what they limit, leagues before the tasks that name them, and
 * switches of logins at the end, when everything that a login needs is there.
 */
export const partsInOrder: readonly Part[] = [
  walletPolicy,
  knownTokens,
  gameRules,
  gameTasks,
  dapps,
  gameCenters,
  oidcConnections,
  settings,
]

/** The key of an item, by which file and server are compared. */
export const keyOfItem = ({ keys }: ListPart, item: Row): string => keys.map((key) => String(item[key])).join(':')

export const isListPart = (part: Part): part is ListPart => part.kind === 'list'

/** The lists of the whole server, by name. */
export const contentNames = parts.filter((part) => isListPart(part) && part.isOfServer).map(({ name }) => name)

/** The app of a call, where it is about one. */
export const ofApp = ({ isOfServer }: ListPart, appId: string): { appId?: string } => (isOfServer ? {} : { appId })
