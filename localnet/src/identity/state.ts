import type { State } from './model.ts'
import { people, type Person } from './people.ts'

/** The state of a new identity world: its keys and people, and no logins. */
export const newState = (keys: State['keys']): State => ({
  url: '',
  skew: 0,
  people,
  keys,
  pending: new Map(),
  codes: new Map(),
  access: new Map(),
  consented: new Set(),
  messages: [],
  redirects: new Set(),
})

/** Unix seconds on the identity world's clock. */
export const clock = (state: State): number => Math.floor(Date.now() / 1000) + state.skew

/** The base address of a host of this identity world. */
export const base = (state: State, host: string): string => `${state.url}/${host}`

/** The person with this slug; undefined if there is none. */
export const personBySlug = (state: State, slug: string | null): Person | undefined =>
  state.people.find((person) => person.slug === slug)

/** The given person, or else the first. */
export const personOr = (state: State, person: Person | undefined): Person => {
  const chosen = person ?? state.people[0]
  if (!chosen) throw new Error('This world has no people')
  return chosen
}
