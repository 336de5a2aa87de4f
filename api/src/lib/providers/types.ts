import type { Outbound } from '../outbound.ts'

/**
 * An app's credentials at a provider. TikTok's client key is its `clientId`; Apple has a signing key instead of a
 * secret.
 */
export interface ClientCredentials {
  clientId: string
  clientSecret?: string | undefined
  /** `privateKey` is PKCS#8 PEM. */
  apple?: { teamId: string; keyId: string; privateKey: string } | undefined
}

/** An account that the provider has authenticated. */
export interface ProviderAccount {
  /** Never changes and is never reassigned; accounts are looked up by it. */
  subject: string
  /** Shown to people: an address, a handle, or the subject if there is neither. */
  display: string
  /** NFKC, at most 64 UTF-16 units, no invisible characters. */
  displayName: string | null
  /** https, or http on a configured base address; at most 2048 characters. */
  avatarUrl: string | null
  /** Verified by the provider, in lower case. */
  email: string | null
}

export interface Obtained {
  accessToken: string
  /** In lower case: `bearer`. */
  tokenType: string
  /** TikTok only. */
  openId?: string
  account: ProviderAccount
}

/** What a provider says of an app's client: `accepted`, or why it is refused. */
export type ClientVerdict =
  | 'accepted'
  | 'wrong_client_id'
  | 'wrong_secret'
  /** The provider does not say which of the credentials is wrong. */
  | 'wrong_client'
  | 'client_not_allowed'
  | 'redirect_not_registered'

/** The parameters of one redirect login; the last three are single-use random text of at least 43 characters. */
export interface RedirectLogin {
  client: ClientCredentials
  redirectUri: string
  state: string
  /** Sent to providers with ID tokens, which must contain it. */
  nonce: string
  /** PKCE code verifier: RFC 7636, section 4.1. */
  verifier: string
}

/**
 * One provider. Every call may throw ProviderUnavailableError and ProviderMisconfiguredError; `finish` also
 * ProviderDeniedError and ProviderRefusedError, the checks ProviderRefusedError.
 */
export interface OAuthProviderClient {
  /** The address to which to send the browser. */
  start: (input: RedirectLogin) => Promise<URL>
  /**
   * Asks whether the provider accepts the credentials and, where it tells, the redirect address. No person takes part
   * and no token is issued. Throws ProviderMisconfiguredError only for credentials that cannot be sent, and
   * ProviderDeniedError for an answer that is not documented.
   */
  checkClient: (client: ClientCredentials, redirectUri: string) => Promise<ClientVerdict>
  /** `parameters`: those of the callback, from its query or Apple's form. */
  finish: (input: RedirectLogin & { parameters: URLSearchParams }) => Promise<Obtained>
  /** Only for providers that report a token's client. */
  checkAccessToken?: (client: ClientCredentials, token: string) => Promise<ProviderAccount>
  /**
   * `nonce`: the page's raw nonce; the token may contain its SHA-256 in hex instead. A token that contains a nonce is
   * refused without it. The caller prevents reuse of a token until `expiresAt`.
   */
  checkIdToken?: (
    client: ClientCredentials,
    idToken: string,
    nonce?: string,
  ) => Promise<{ account: ProviderAccount; expiresAt: Date }>
}

/** An answer of a token endpoint: the OAuth error, its description, and what they say of the client. */
export type Reading = readonly [error: RegExp, description: RegExp | undefined, verdict: ClientVerdict]

/** Dependencies of every provider. `A`: the names of its base addresses. */
export interface ProviderContext<A extends string = string> {
  addresses: Record<A, string>
  outbound: Outbound
  /** A valid picture address, or null for one that a page may not show. */
  avatarUrl: (value: unknown) => string | null
}

/** What this server knows of one provider, in one file each. */
export interface ProviderSlice<A extends string = string> {
  /**
   * Base addresses, to which the real path is appended. A setting may replace each, also with a path and over plain
   * http: `OPENAUTH_{NAME}_URL`. The names are unique among all providers.
   */
  addresses: Readonly<Record<A, string>>
  /** Creates the client. Once a server, because it caches the keys of ID tokens. */
  create: (context: ProviderContext<A>) => OAuthProviderClient
  /** The page of the provider's console that has the credentials. */
  consoleUrl: string
  /** The provider's documentation of that page. */
  docsUrl: string
  /** It signs ID tokens or reads signed secrets, so that its logins depend on this server's clock. */
  signsIdTokens?: true
}
