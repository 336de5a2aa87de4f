import { registeredClients } from './clients.ts'
import { hosts, type HostName } from './hosts.ts'
import { newKeySets } from './keys.ts'
import type { State } from './model.ts'
import { peopleOf, type Person } from './people.ts'

/** The people, as every identity world has them. */
export const worldPeople = (clients = registeredClients()): Person[] =>
  peopleOf({ appleTeam: clients.apple.own.teamId, tiktokKey: clients.tiktok.own.clientKey })

/** The state of a new identity world: its people, clients and keys, and no logins. */
export const newState = async (): Promise<State> => {
  const clients = registeredClients()
  return {
    url: '',
    skew: 0,
    clients,
    people: worldPeople(clients),
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
