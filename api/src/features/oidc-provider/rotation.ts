import type { KoaContextWithOIDC } from 'oidc-provider'

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
