import type { RedirectProvider } from '@openauth/client'
import type { AnyClient, Pair } from './clients.ts'
import type { SigningKey } from './keys.ts'
import type { Person } from './people.ts'

/** The differences between the providers' authorization endpoints. */
export interface ProviderRules {
  provider: RedirectProvider
  clients: Pair<AnyClient>
  title: string
  /** #rrggbb of the page's head. */
  colour: string
  clientParameter: 'client_id' | 'client_key'
  scopeSeparator: RegExp
  responseTypes: readonly string[]
  /** Seconds for which a code can be exchanged. */
  codeLifetime: number
  newCode: () => string
  /** Required parameters. */
  required: readonly string[]
  /** Whether the code challenge method `plain` is allowed. */
  allowsPlain?: boolean
  /** Whether the code challenge may be in hex. */
  allowsHexChallenge?: boolean
  /** Whether a token request may omit the redirect address. */
  redirectUriIsOptional?: boolean
  /** The host whose address the response contains as `iss`: RFC 9207. */
  issuer?: string
  /** The parameters of the response when the person declines. */
  declined: Record<string, string>
  /** A reason to show the provider's error page. */
  refuses?: (query: URLSearchParams) => Refusal | undefined
  /** Parameters of the response beside code and state. */
  extras?: (state: State, request: AuthorizationRequest, person: Person) => Promise<Record<string, string>>
}

export interface Refusal {
  error: string
  description: string
}

/** RFC 7636. */
export interface Challenge {
  value: string
  method: string
}

export interface AuthorizationRequest {
  id: string
  rules: ProviderRules
  client: AnyClient
  redirectUri: string
  responseMode: string
  responseType: string
  scopes: string[]
  state?: string
  nonce?: string
  challenge?: Challenge
}

/** The stored grant of a code. */
export interface Grant extends AuthorizationRequest {
  person: Person
  expiresAt: number
}

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

/** A client of an OpenID Connect issuer beside the identity world. */
export interface OidcDevClient {
  issuer: string
  clientId: string
  clientSecret: string
}

/** The state of the identity world. */
export interface State {
  /** Set once the server listens. */
  url: string
  /** Seconds by which the identity world's clock is ahead. */
  skew: number
  people: Person[]
  /** Of each provider that signs identity tokens. The last key signs; all are published. */
  keys: Partial<Record<RedirectProvider, SigningKey[]>>
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
  /** Listed on the index page. */
  oidcClient?: OidcDevClient
}
