import { type RedirectProvider, redirectProviders } from '@openauth/client'
import { stable } from './people.ts'

export interface Client {
  clientId: string
  clientSecret: string
}
/** Apple's clients have a key instead of a secret. */
export type AnyClient = Pick<Client, 'clientId'> & Partial<Client>

/** Two clients of each provider: that of the app under test, and a foreign one. */
export type Owner = 'own' | 'foreign'
export type Pair<C> = Record<Owner, C>

/** Both clients. The digit tells them apart where ids are numbers. */
export const pair = <C>(of: (owner: Owner, digit: 1 | 2) => C): Pair<C> => ({
  own: of('own', 1),
  foreign: of('foreign', 2),
})

/** Letters and digits that depend on the words only, so that what an app has stored stays valid in the next run. */
export const stableSecret = (words: string, length = 32): string =>
  Buffer.from(stable('client secret of', words), 'hex').toString('base64url').replaceAll(/[-_]/g, 'x').slice(0, length)

/** The client with this id, own or foreign; undefined if there is none. */
export const findClient = <C extends AnyClient>(clients: Pair<C>, clientId: string | null | undefined): C | undefined =>
  [clients.own, clients.foreign].find((client) => client.clientId === clientId)

/** The client with this id and secret; undefined if there is none. */
export const authenticated = <C extends Client>(
  clients: Pair<C>,
  id: string | null | undefined,
  secret: string | null | undefined,
): C | undefined => {
  const client = findClient(clients, id)
  return client?.clientSecret === secret ? client : undefined
}

const callback = (provider: RedirectProvider): RegExp =>
  new RegExp(
    `^http://(?:127\\.0\\.0\\.1|localhost):\\d{1,5}/auth/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/${provider}/callback$`,
  )
const callbacks = Object.fromEntries(redirectProviders.map((name) => [name, callback(name)]))

/** Whether the redirect address of a token request is registered, or absent. */
export const isKnownRedirect = (
  provider: RedirectProvider,
  form: URLSearchParams,
  added: ReadonlySet<string>,
): boolean => {
  const redirectUri = form.get('redirect_uri')
  return redirectUri === null || isRegistered(provider, redirectUri, added)
}

/** Callbacks of apps on loopback are registered for every client, and those that a test adds. */
export const isRegistered = (provider: RedirectProvider, redirectUri: string, added: ReadonlySet<string>): boolean =>
  added.has(redirectUri) || Boolean(callbacks[provider]?.test(redirectUri))
