/** How a client proves itself (OpenID Connect Core 1.0, section 9). `none`: a public client, such as an app on a phone. */
export const oidcClientAuthentications = [
  'client_secret_basic',
  'client_secret_post',
  'private_key_jwt',
  'none',
] as const
export type OidcClientAuthentication = (typeof oidcClientAuthentications)[number]

/** Whether a client with this authentication has a secret. */
export const hasClientSecret = (authentication: OidcClientAuthentication): boolean =>
  authentication === 'client_secret_basic' || authentication === 'client_secret_post'

/** What clients may ask for. `wallets` is of this server, the others are of OpenID Connect Core 1.0. */
export const oidcScopes = ['openid', 'profile', 'email', 'wallets', 'offline_access'] as const
export type OidcScope = (typeof oidcScopes)[number]

/** The ids of users that a client sees (OpenID Connect Core 1.0, section 8). */
export const oidcSubjects = ['public', 'pairwise'] as const

/** Algorithms of ID tokens (RFC 7518, RFC 8037). */
export const oidcAlgorithms = ['RS256', 'ES256', 'EdDSA'] as const
export type OidcAlgorithm = (typeof oidcAlgorithms)[number]

/** The issuer of an app as OpenID provider; `base` is the server's public address without a slash at its end. */
export const oidcIssuerOf = (base: string, appId: string): string => `${base}/oidc/${appId}`
