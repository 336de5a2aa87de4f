import { createHash } from 'node:crypto'
import type { RedirectProvider } from '@openauth/client'
import type { AuthorizationRequest, Grant, ProviderRules } from './model.ts'
import type { AnyClient } from './clients.ts'
import { clock } from './state.ts'
import type { Access, State } from './model.ts'

type Challenge = NonNullable<AuthorizationRequest['challenge']>

const s256 = (verifier: string, encoding: 'base64url' | 'hex'): string =>
  createHash('sha256').update(verifier).digest(encoding)

const isVerified = ({ value, method }: Challenge, verifier: string, rules: ProviderRules): boolean => {
  if (method !== 'S256') return verifier === value
  return s256(verifier, 'base64url') === value || (rules.allowsHexChallenge === true && s256(verifier, 'hex') === value)
}

export type ExchangeError = 'code' | 'redirect_uri' | 'missing_verifier' | 'code_verifier'

/**
 * The grant of the code in a token request, or the name of its wrong field. A code ends with the first attempt of the
 * client that received it.
 */
export const exchangeCode = (
  state: State,
  provider: RedirectProvider,
  client: AnyClient,
  form: URLSearchParams,
): Grant | ExchangeError => {
  const code = form.get('code') ?? ''
  const grant = state.codes.get(code)
  if (grant?.rules.provider !== provider || grant.client.clientId !== client.clientId) return 'code'
  state.codes.delete(code)
  if (grant.expiresAt <= clock(state)) return 'code'
  const redirectUri = form.get('redirect_uri') ?? (grant.rules.redirectUriIsOptional ? grant.redirectUri : undefined)
  if (grant.redirectUri !== redirectUri) return 'redirect_uri'
  const verifier = form.get('code_verifier')
  if (!grant.challenge) return grant
  if (!verifier) return 'missing_verifier'
  return isVerified(grant.challenge, verifier, grant.rules) ? grant : 'code_verifier'
}

/** Stores the grant of an access token. */
export const grantAccess = (
  state: State,
  token: string,
  access: Omit<Access, 'issuedAt' | 'expiresAt' | 'overrides'> & { overrides?: Record<string, unknown> },
  lifetime: number,
): string => {
  const issuedAt = clock(state)
  const { exp } = access.overrides ?? {}
  const expiresAt = typeof exp === 'number' ? exp : issuedAt + lifetime
  state.access.set(token, { ...access, overrides: access.overrides ?? {}, issuedAt, expiresAt })
  return token
}

/** The grant of an access token of this provider; undefined if it is unknown, of another provider or expired. */
export const accessOf = (
  state: State,
  provider: RedirectProvider,
  token: string | null | undefined,
): Access | undefined => {
  const access = state.access.get(token ?? '')
  return access?.provider === provider && access.expiresAt > clock(state) ? access : undefined
}

/** A provider's profile of the person, with the values of a test. Undefined removes a field. */
export const overridden = <T extends object>(profile: T, overrides: Record<string, unknown>): T =>
  Object.fromEntries(
    Object.entries(profile).map(([name, value]) => [name, name in overrides ? overrides[name] : value]),
  ) as T
