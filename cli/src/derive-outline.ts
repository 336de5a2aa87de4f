import { type Auth, contract, listRoutes, pathTokens, type Route } from '@openauth/client'
import { nouns, SESSION_GROUP } from './commands/nouns.ts'
import { answerFactsOf } from './answer-facts-of.ts'
import { flagsOf } from './flags-of.ts'
import { kebab } from './kebab.ts'
import { routeOf } from './route-of.ts'
import { hasSureInput } from './sure-form-of.ts'
import { wordsOf } from './noun-words.ts'
import type { CommandSpec } from './command-spec.ts'
import type { Noun, VerbData } from './noun.ts'
import type { NounDetails, NounOutline } from './noun-outline.ts'

type Namespace = Noun['under']

/** The word below which the calls of a credential stand. Public calls are made by those who log in. */
const namespaces: Record<Auth, Namespace> = { admin: undefined, app: 'partner', user: 'user', public: 'user' }

/** Whether it is a step of an operator's sign-in, which only tasks call: nobody is signed in yet. */
const isOfSignIn = ({ auth, reader }: Route): boolean => auth === 'public' && reader === 'Operators'

const routes = listRoutes(contract)
  .filter(({ group, route }) => group !== SESSION_GROUP && !isOfSignIn(route))
  .map(({ group, verb, route }) => ({ group, verb, under: namespaces[route.auth] }))

/** The name of a noun that has no data: `appUsers` of the partners is `partner users`. */
const derivedName = (group: string, under: Namespace): string =>
  kebab(under === 'partner' ? group.replace(/^app(?=[A-Z])/, '') : group)

/** The nouns of nouns.ts, then a noun for every other group of the contract. */
const allNouns = (): Noun[] => {
  const keyOf = ({ group, under }: Pick<Noun, 'group' | 'under'>) => `${under ?? ''} ${group ?? ''}`
  const known = new Set(nouns.map(keyOf))
  const others = new Map(routes.filter((route) => !known.has(keyOf(route))).map((route) => [keyOf(route), route]))
  const derived = [...others.values()].map(({ group, under }) => ({
    name: derivedName(group, under),
    ...(under ? { under } : {}),
    group,
    summary: `Manage ${kebab(group)}`,
    examples: [],
  }))
  return [...nouns, ...derived]
}

const destructive = /^(delete|disable|remove|reset|retire|revoke|rotate|unbind)/

const argumentsOf = (route: Route, flags: CommandSpec['flags'], data: VerbData): CommandSpec['positional'] => {
  const flag = (key: string) => flags.find((candidate) => candidate.key === key)!
  return [
    ...pathTokens(route.path)
      .filter((token) => token !== 'appId')
      .map((key) => ({ flag: flag(key), required: true })),
    // Optional, because they are flags too and are prompted for on a terminal.
    ...(data.positional ?? []).map((key) => ({ flag: flag(key), required: false })),
  ]
}

const commandSpecOf = (noun: Noun, [group, verb]: readonly [string, string], data: VerbData): CommandSpec => {
  const route = routeOf(group, verb)
  // The cursor comes from the previous batch, never from a flag.
  const flags = flagsOf(route, noun.plainKeys).filter(({ key }) => data.cursorBatches === undefined || key !== 'after')
  const isWrite = route.method !== 'GET' && route.method !== 'DELETE'
  return {
    noun: wordsOf(noun),
    name: data.name ?? kebab(verb),
    auth: route.auth,
    ...(route.support ? { forSupport: true as const } : {}),
    group,
    verb,
    summary: data.summary ?? route.summary,
    description: route.description,
    answer: answerFactsOf(route),
    hasSureInput: hasSureInput(route),
    flags,
    positional: argumentsOf(route, flags, data),
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
  ...routes
    .filter(({ group, under }) => group === noun.group && under === noun.under)
    .map(({ group, verb }) => commandSpecOf(noun, [group, verb], noun.verbs?.[verb] ?? {})),
  ...(noun.more ?? []).map(({ route, ...data }) => commandSpecOf(noun, route, data)),
]

/** Every noun with its verbs, derived from the contract and the data of nouns. */
export const derivedOutline: { noun: NounOutline; details: NounDetails }[] = allNouns().map((noun) => ({
  noun: {
    name: noun.name,
    summary: noun.summary,
    ...(noun.under ? { under: noun.under } : {}),
    ...(noun.section ? { section: noun.section } : {}),
    ...(noun.below ? { below: noun.below } : {}),
  },
  details: { examples: noun.examples, commands: commandSpecsOf(noun) },
}))
