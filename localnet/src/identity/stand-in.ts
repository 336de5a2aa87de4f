import type { methodFields, RedirectProvider } from '@openauth/client'
import type { FastifyInstance } from 'fastify'
import type { AnyClient, Owner, Pair } from './clients.ts'
import type { IssueOptions } from './issue-options.ts'
import type { Algorithm } from './keys.ts'
import type { State } from './model.ts'
import type { Person } from './people.ts'

/** Hosts by the name of their setting: `googleAccounts` is set by OPENAUTH_GOOGLE_ACCOUNTS_URL. */
export type Hosts = Readonly<Record<string, string>>

/** What the identity world must know of a login method at a provider. Everything that names providers derives from these. */
export interface MethodFacts {
  /** The hosts that servers call. */
  hosts: Hosts
  /** Hosts that only browsers and followers of a provider's address reach: servers have no setting for them. */
  browserHosts?: Hosts
  /** An app's settings for the clients of this owner. */
  settings: (owner: Owner) => Record<string, string>
  /** The person's ids at the provider, as the own client sees them. */
  subjects: (person: Person) => Readonly<Record<string, string | number>>
  /** Whether a picture below this path, which begins with a host, is the person's. */
  pictures?: Readonly<Record<string, (person: Person, path: string) => boolean>>
}

/** Also the facts of a provider with a redirect login. */
export interface ProviderFacts extends MethodFacts {
  clients: Pair<AnyClient>
  /** What its published keys sign identity tokens with; absent if it signs none. */
  signsWith?: Algorithm
  /** Tokens without a browser, as after a consent; by default of the own client and Player One. */
  issue: (state: State, options?: IssueOptions<never>) => object
  mount: (app: FastifyInstance, state: State) => void
}

type SettingsOf<M extends keyof typeof methodFields> = Record<
  Exclude<(typeof methodFields)[M][number]['name'], 'telegramBotId'>,
  string
>

/** The facts of one method, with all of its settings. */
export type MethodStandIn<M extends keyof typeof methodFields> = MethodFacts & {
  settings: (owner: Owner) => SettingsOf<M>
}
export type StandIn<P extends RedirectProvider> = MethodStandIn<P> & ProviderFacts
