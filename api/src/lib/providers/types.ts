import type { Outbound } from '../outbound.ts'
import type { ProviderAddresses } from './addresses.ts'

export type OAuthProvider = 'google' | 'discord' | 'twitter' | 'tiktok' | 'github' | 'huggingface' | 'apple'

/** What the provider knows an app by. TikTok's client key is its `clientId`; Apple has a signing key for a secret. */
export interface ClientCredentials {
  clientId: string
  clientSecret?: string | undefined
  /** `privateKey` is PKCS#8 PEM. */
  apple?: { teamId: string; keyId: string; privateKey: string } | undefined
}

/** What the provider proved. */
export interface ProviderAccount {
  /** Never changes and is never given to another person: what an account is found by. */
  subject: string
  /** What people know the account by: an address, a handle, or the subject where there is neither. */
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
  /** In lower case, `bearer`. */
  tokenType: string
  /** TikTok only. */
  openId?: string
  account: ProviderAccount
}

/** What belongs to one redirect login; the last three are single-use random text of at least 43 characters. */
export interface RedirectLogin {
  client: ClientCredentials
  redirectUri: string
  state: string
  /** Sent to providers that have an ID token, which must then carry it. */
  nonce: string
  /** Of PKCE: RFC 7636, section 4.1. */
  verifier: string
}

/**
 * One provider. Every call may throw ProviderUnavailableError and ProviderMisconfiguredError; `finish` also
 * ProviderDeniedError and ProviderRefusedError, the checks ProviderRefusedError.
 */
export interface OAuthProviderClient {
  /** Where to send the browser. */
  start: (input: RedirectLogin) => Promise<URL>
  /** `parameters`: what came back to the redirect URI, in its query or in Apple's form. */
  finish: (input: RedirectLogin & { parameters: URLSearchParams }) => Promise<Obtained>
  /** Only where the provider tells which client a token was issued to. */
  checkAccessToken?: (client: ClientCredentials, token: string) => Promise<ProviderAccount>
  /**
   * `nonce`: what the page made, raw; the token may carry its SHA-256 in hex instead. A token that carries a nonce is
   * refused without it. The caller keeps a token from being used twice, until `expiresAt`.
   */
  checkIdToken?: (
    client: ClientCredentials,
    idToken: string,
    nonce?: string,
  ) => Promise<{ account: ProviderAccount; expiresAt: Date }>
}

/** What every provider is made with. */
export interface ProviderContext {
  addresses: ProviderAddresses
  outbound: Outbound
  /** A provider's word for a picture, or null when it is not an address that a page may show. */
  avatarUrl: (value: unknown) => string | null
}
