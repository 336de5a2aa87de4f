import type { RedirectProvider } from '@openauth/client'
import { registeredClients, type AnyClient, type Clients } from './clients.ts'
import { hosts, type HostName } from './hosts.ts'
import { newKeySets, type KeySets } from './keys.ts'
import type { AuthorizationRequest, Grant } from './authorization.ts'
import { peopleOf, type Person } from './people.ts'

/** The grant of an access token. */
export interface Access {
  provider: RedirectProvider
  client: AnyClient
  person: Person
  scopes: string[]
  issuedAt: number
  /** Unix seconds on the identity world's clock. */
  expiresAt: number
  /** Replaces fields of the provider's profile. */
  overrides: Record<string, unknown>
}

export interface BotMessage {
  bot: string
  /** The chat's id, which is the person's. */
  to: string
  text: string
}

/** The state of the identity world. */
export interface State {
  /** Set once the server listens. */
  url: string
  /** Seconds by which the identity world's clock is ahead. */
  skew: number
  clients: Clients
  people: Person[]
  keys: KeySets
  /** Authorization requests that wait for consent, by id. */
  pending: Map<string, AuthorizationRequest>
  codes: Map<string, Grant>
  access: Map<string, Access>
  /** `client person` pairs to which Apple has sent the name. */
  consented: Set<string>
  /** Messages of bots to people, oldest first. */
  messages: BotMessage[]
  /** Redirect addresses beside the default ones. */
  redirects: Set<string>
}

/** The state of a new identity world: its people, clients and keys, and no logins. */
export const newState = async (): Promise<State> => {
  const clients = registeredClients()
  return {
    url: '',
    skew: 0,
    clients,
    people: peopleOf({ appleTeam: clients.apple.own.teamId, tiktokKey: clients.tiktok.own.clientKey }),
    keys: await newKeySets(),
    pending: new Map(),
    codes: new Map(),
    access: new Map(),
    consented: new Set(),
    messages: [],
    redirects: new Set(),
  }
}

/** Unix seconds on the identity world's clock. */
export const clock = (state: State): number => Math.floor(Date.now() / 1000) + state.skew

/** The base address of a host of this identity world. */
export const base = (state: State, name: HostName): string => `${state.url}/${hosts[name]}`

/** The person with this slug; undefined if there is none. */
export const personBySlug = (state: State, slug: string | null): Person | undefined =>
  state.people.find((person) => person.slug === slug)

/** The given person, or else the first. */
export const personOr = (state: State, person: Person | undefined): Person => {
  const chosen = person ?? state.people[0]
  if (!chosen) throw new Error('This world has no people')
  return chosen
}
