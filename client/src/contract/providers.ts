import type { MethodFacts } from './methods/method.ts'
import { type Methods, methods, type ProofMethod } from './methods/index.ts'

/** All login methods. A user can have several passkeys, but one identity of each provider. */
export type LoginMethod = keyof Methods
export const loginMethods = Object.keys(methods) as [LoginMethod, ...LoginMethod[]]

/** The methods whose facts have these. */
type MethodsWith<F> = { [M in LoginMethod]: Methods[M] extends F ? M : never }[LoginMethod]

const facts: Record<LoginMethod, MethodFacts> = methods

/** One fact of each of some methods, by method. */
export const factOf = <M extends LoginMethod, F extends keyof MethodFacts>(
  some: readonly M[],
  fact: F,
): { [N in M]: Methods[N] extends Record<F, infer V> ? V : never } =>
  Object.fromEntries(some.map((method) => [method, facts[method][fact]])) as never

/** The methods that prove an identity, which a User's fields show. */
export type Provider = MethodsWith<{ identityField: string }>
export const providers = loginMethods.filter((method) => facts[method].identityField !== undefined) as [
  Provider,
  ...Provider[],
]

/** The field of each provider's identity in a User, in the order of the fields. */
export const identityFields = factOf(providers, 'identityField')

/**
 * The login methods as a login page lists them: what most people have comes first, wallets and a password of one's own
 * come last. An app has no order of its own.
 */
export const loginOrder = loginMethods.toSorted((one, other) => facts[one].place - facts[other].place)

/** The name of each login method on a button. */
export const methodTitles = factOf(loginMethods, 'title')

/** The providers with a redirect login at `/auth/{appId}/{provider}/oauth`. */
export type RedirectProvider = MethodsWith<{ redirect: true }>
export const redirectProviders = loginMethods.filter((method) => facts[method].redirect) as [
  RedirectProvider,
  ...RedirectProvider[],
]

/** The methods that a browser is redirected for: to a provider, or by a connection of the app. */
export type RedirectMethod = RedirectProvider | MethodsWith<{ connections: true }>
export const redirectMethods = loginMethods.filter((method) => facts[method].redirect ?? facts[method].connections) as [
  RedirectMethod,
  ...RedirectMethod[],
]

/** The methods whose credential is the input of a login call and a bind call of one form. */
export const proofMethods = loginMethods.filter((method) => !facts[method].ownCalls) as ProofMethod[]
export type { ProofMethod }

/** The switch of each login method in an app's settings. */
export const switchOf = factOf(loginMethods, 'switch')

/** The settings of each login method at its provider. The first one of a redirect provider is its client id. */
export const methodFields = factOf(loginMethods, 'settings') satisfies Record<LoginMethod, MethodFacts['settings']>

type Setting = Methods[LoginMethod]['settings'][number]
const settings = Object.values<MethodFacts>(methods).flatMap((method) => method.settings)

/** The app's secrets at its providers; encrypted at rest, visible to admins only. */
export type CredentialName = Extract<Setting, { secret: true }>['name']
export const credentialNames = settings.filter(({ secret }) => secret).map(({ name }) => name) as [
  CredentialName,
  ...CredentialName[],
]

/** The app's public identifiers at its providers. */
export type ClientIdName = Exclude<Setting, { secret: true }>['name']
export const clientIdNames = settings.filter(({ secret }) => !secret).map(({ name }) => name) as [
  ClientIdName,
  ...ClientIdName[],
]

/** Whether a setting is a secret, whose value no answer about login methods has. */
export const isSecretField = (name: ClientIdName | CredentialName): name is CredentialName =>
  (credentialNames as readonly string[]).includes(name)

const termOf = (method: LoginMethod, { name, term }: MethodFacts['settings'][number]): string => {
  const own = name.slice(method.length)
  return term ?? own.charAt(0).toLowerCase() + own.slice(1)
}

/** What the provider's console calls each setting: `clientId`, `channelSecret`. */
export const settingTerms = Object.fromEntries(
  loginMethods.flatMap((method) => facts[method].settings.map((setting) => [setting.name, termOf(method, setting)])),
) as Record<ClientIdName | CredentialName, string>
