import { contract, listRoutes, pathTokens } from '@openauth/client'
import { nouns, SESSION_GROUP } from './commands/nouns.ts'
import { routeOf } from './context.ts'
import { flagsOf } from './flags-of.ts'
import { kebab } from './kebab.ts'
import type { CommandSpec } from './command-spec.ts'
import type { Noun, VerbData } from './noun.ts'

/** A noun and its verbs, as plain data. */
export interface NounOutline {
  name: string
  summary: string
  /** The heading under which help lists it. */
  section?: string
  examples: readonly string[]
  /** Where its verbs stand too: the name of another noun, and theirs below it. */
  below?: readonly [noun: string, name: string]
  commands: CommandSpec[]
}

const adminRoutes = listRoutes(contract).filter(({ route }) => route.auth === 'admin')

/** The nouns of nouns.ts, then a noun for every other group of the contract. */
const allNouns = (): Noun[] => {
  const known = new Set<string | undefined>([SESSION_GROUP, ...nouns.map(({ group }) => group)])
  const groups = new Set(adminRoutes.map(({ group }) => group).filter((group) => !known.has(group)))
  const derived = [...groups].map((group) => ({
    name: kebab(group),
    group,
    summary: `Manage ${kebab(group)}`,
    examples: [],
  }))
  return [...nouns, ...derived]
}

const destructive = /^(delete|disable|remove|reset|retire|revoke|rotate|unbind)/

const commandSpecOf = (noun: Noun, [group, verb]: readonly [string, string], data: VerbData): CommandSpec => {
  const route = routeOf(group, verb)
  // The cursor comes from the previous batch, never from a flag.
  const flags = flagsOf(route).filter(({ key }) => data.cursorBatches === undefined || key !== 'after')
  const flag = (key: string) => flags.find((candidate) => candidate.key === key)!
  const ids = pathTokens(route.path).filter((token) => token !== 'appId')
  const isWrite = route.method !== 'GET' && route.method !== 'DELETE'
  return {
    noun: noun.name,
    name: data.name ?? kebab(verb),
    group,
    verb,
    summary: data.summary ?? route.summary,
    description: route.description,
    flags,
    positional: [
      ...ids.map((key) => ({ flag: flag(key), required: true })),
      // Optional, because they are flags too and are prompted for on a terminal.
      ...(data.positional ?? []).map((key) => ({ flag: flag(key), required: false })),
    ],
    appKeys: ['appId', ...(noun.appKeys ?? [])].filter((key) => flags.some((candidate) => candidate.key === key)),
    isDefault: data.isDefault ?? false,
    isPaged: route.meta !== undefined && flags.some(({ key }) => key === 'page'),
    confirms: data.confirms ?? (route.method === 'DELETE' || destructive.test(verb)),
    takesFile: isWrite && data.batches === undefined && flags.length > pathTokens(route.path).length,
    ...(data.batches === undefined ? {} : { batches: data.batches }),
    ...(data.cursorBatches === undefined ? {} : { cursorBatches: data.cursorBatches }),
  }
}

const commandSpecsOf = (noun: Noun): CommandSpec[] => [
  ...adminRoutes
    .filter(({ group }) => group === noun.group)
    .map(({ group, verb }) => commandSpecOf(noun, [group, verb], noun.verbs?.[verb] ?? {})),
  ...(noun.more ?? []).map(({ route, ...data }) => commandSpecOf(noun, route, data)),
]

/**
 * The nouns and verbs of the command line, derived from the contract. Deriving them takes longer than the rest of
 * `--help`, so the build replaces this module by the result. It must export nothing else.
 */
export const outline: NounOutline[] = allNouns().map((noun) => ({
  name: noun.name,
  summary: noun.summary,
  examples: noun.examples,
  ...(noun.section ? { section: noun.section } : {}),
  ...(noun.below ? { below: noun.below } : {}),
  commands: commandSpecsOf(noun),
}))
