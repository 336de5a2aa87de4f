import type { Configuration, KoaContextWithOIDC } from 'oidc-provider'

/**
 * Whether a login brings a refresh token: with `offline_access`, as OpenID Connect says, and for APIs alone, where OAuth 2.0 leaves it to the
 * server. Agents that log in for an API do not ask, and could do nothing after 15 minutes.
 */
export const isRefreshable = (scopes: readonly string[], hasResource: boolean): boolean =>
  scopes.includes('offline_access') || (hasResource && !scopes.includes('openid'))

/** The same for oidc-provider. */
export const issueRefreshToken: Configuration['issueRefreshToken'] = async (_, client, source) =>
  client.grantTypeAllowed('refresh_token') && isRefreshable([...source.scopes], source.resourceIndicators.size > 0)

/** How often a refresh token may be replaced at first, and then once in how many seconds. An access token is valid for 900. */
const BURST = 60
const SECONDS = 60

/**
 * Whether a refresh replaces the token: always, but not faster than any program needs. Each use keeps a row for 30 days, by which a copy
 * is recognized.
 */
export const createRotation =
  (tooMany: () => Error) =>
  ({ oidc }: KoaContextWithOIDC): true => {
    const { rotations = 0, iiat = 0 } = oidc.entities.RefreshToken ?? {}
    if (rotations >= BURST + (Date.now() / 1000 - iiat) / SECONDS) throw tooMany()
    return true
  }
