import { createHash } from 'node:crypto'
import type { RedirectMethod } from '@openauth/client'
import { createRemoteJWKSet, customFetch, errors, type JWTPayload, jwtVerify } from 'jose'
import type { Outbound } from '../outbound.ts'
import { ProviderRefusedError, ProviderUnavailableError } from '../provider-errors.ts'
import { readJson } from './read-json.ts'

/** Tolerated clock difference in seconds. */
const CLOCK_TOLERANCE = 60
/** In characters. */
export const MAX_TOKEN_LENGTH = 16_384

export interface IdTokenRules {
  provider: RedirectMethod
  outbound: Outbound
  issuers: string[]
  /** The address of the JWKS. */
  certs: string
  /** The accepted signatures; RS256 alone by default. */
  algorithms?: string[]
  /** How long keys are not read again for an unknown kid. Milliseconds; 30,000 by default, against made-up tokens of pages. */
  cooldown?: number
}

/**
 * `sent`: the nonce of a redirect login, which the token must contain unchanged. `stated`: the nonce of a page that
 * obtained the token itself; native SDKs of Apple send its SHA-256 in hex. A token with a nonce is refused when none is
 * stated, because anyone with the token could otherwise use it.
 */
export type NonceRule = { sent: string } | { stated: string | undefined }

export interface IdToken {
  claims: JWTPayload & { sub: string; exp: number }
  expiresAt: Date
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Whether a token's nonce is the one that belongs to this login. */
export const fitsNonce = (nonce: unknown, rule: NonceRule): boolean => {
  if ('sent' in rule) return nonce === rule.sent
  if (rule.stated === undefined) return nonce === undefined
  return nonce === rule.stated || nonce === sha256(rule.stated)
}

/** Whether the client is the only audience, as a string or in an array, and the only authorized party. */
export const isFor = ({ aud, azp }: Pick<JWTPayload, 'aud'> & { azp?: unknown }, clientId: string): boolean => {
  const audience = Array.isArray(aud) ? aud : [aud]
  return audience.length > 0 && audience.every((each) => each === clientId) && (azp === undefined || azp === clientId)
}

/** jose's error codes for unavailable keys, as opposed to an invalid token. */
const keyCodes = new Set(['ERR_JOSE_GENERIC', 'ERR_JWKS_INVALID', 'ERR_JWKS_TIMEOUT'])

const translated = (error: unknown, provider: RedirectMethod): Error => {
  if (error instanceof ProviderUnavailableError) return error
  if (error instanceof errors.JOSEError && !keyCodes.has(error.code)) return new ProviderRefusedError('token_refused')
  return new ProviderUnavailableError(`${provider} publishes no usable keys`)
}

/**
 * Verifies ID tokens of one issuer: OpenID Connect Core, section 3.1.3.7, by default with RS256 only, which the vendors document.
 * Keys are cached for ten minutes and fetched again for an unknown kid, by default at most every 30 seconds. Throws
 * ProviderRefusedError and ProviderUnavailableError.
 */
export const createIdTokenCheck = ({
  provider,
  outbound,
  issuers,
  certs,
  algorithms = ['RS256'],
  cooldown = 30_000,
}: IdTokenRules) => {
  const keys = createRemoteJWKSet(new URL(certs), {
    cooldownDuration: cooldown,
    cacheMaxAge: 600_000,
    // The outbound call has a shorter timeout with a specific error.
    timeoutDuration: 60_000,
    [customFetch]: async (url, init) => {
      const response = await outbound(url, init)
      return Response.json(await readJson(response, provider), { status: response.status })
    },
  })
  return async (token: string, clientId: string, nonce: NonceRule): Promise<IdToken> => {
    if (token.length > MAX_TOKEN_LENGTH) throw new ProviderRefusedError('token_refused')
    const { payload } = await jwtVerify<{ sub: string; exp: number; iat: number }>(token, keys, {
      algorithms,
      issuer: issuers,
      requiredClaims: ['sub', 'aud', 'exp', 'iat'],
      clockTolerance: CLOCK_TOLERANCE,
    }).catch((error: unknown) => {
      throw translated(error, provider)
    })
    if (!isFor(payload, clientId)) throw new ProviderRefusedError('token_of_another_app')
    const isFromTheFuture = payload.iat > Date.now() / 1000 + CLOCK_TOLERANCE
    if (isFromTheFuture || !fitsNonce(payload.nonce, nonce)) throw new ProviderRefusedError('token_refused')
    return { claims: payload, expiresAt: new Date(payload.exp * 1000) }
  }
}

/** The ID token of a code exchange, which OpenID Connect requires. */
export const assertIdToken = (idToken: string | undefined, provider: RedirectMethod): string => {
  if (idToken !== undefined) return idToken
  throw new ProviderUnavailableError(`${provider} answered the exchange of a code without an ID token`)
}
