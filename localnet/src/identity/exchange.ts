import { createHash } from 'node:crypto'
import type { AuthorizationRequest, Grant } from './authorization.ts'
import { findClient, type AnyClient, type ProviderName } from './clients.ts'
import { clock, type Access, type State } from './state.ts'

type Challenge = NonNullable<AuthorizationRequest['challenge']>

const s256 = (verifier: string, encoding: 'base64url' | 'hex'): string =>
  createHash('sha256').update(verifier).digest(encoding)

/** TikTok's desktop kit documents the hash in hex: https://developers.tiktok.com/doc/login-kit-desktop */
const proves = ({ value, method }: Challenge, verifier: string, provider: ProviderName): boolean => {
  if (method !== 'S256') return verifier === value
  return s256(verifier, 'base64url') === value || (provider === 'tiktok' && s256(verifier, 'hex') === value)
}

export type ExchangeError = 'code' | 'redirect_uri' | 'missing_verifier' | 'code_verifier'

/**
 * What the code in a token request stands for, or which of its fields is wrong. A code ends with the first attempt of the
 * client that it was given to.
 */
export const exchangeCode = (
  state: State,
  provider: ProviderName,
  client: AnyClient,
  form: URLSearchParams,
): Grant | ExchangeError => {
  const code = form.get('code') ?? ''
  const grant = state.codes.get(code)
  if (grant?.rules.provider !== provider || grant.client.clientId !== client.clientId) return 'code'
  state.codes.delete(code)
  if (grant.expiresAt <= clock(state)) return 'code'
  // Only GitHub lets a client leave it out.
  const redirectUri = form.get('redirect_uri') ?? (provider === 'github' ? grant.redirectUri : undefined)
  if (grant.redirectUri !== redirectUri) return 'redirect_uri'
  const verifier = form.get('code_verifier')
  if (!grant.challenge) return grant
  if (!verifier) return 'missing_verifier'
  return proves(grant.challenge, verifier, provider) ? grant : 'code_verifier'
}

/** Remembers what an access token stands for. */
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

export const accessOf = (
  state: State,
  provider: ProviderName,
  token: string | null | undefined,
): Access | undefined => {
  const access = state.access.get(token ?? '')
  return access?.provider === provider && access.expiresAt > clock(state) ? access : undefined
}

/** What a provider says of the person, with the values that a test wants instead. Undefined leaves a field out. */
export const overridden = <T extends object>(profile: T, overrides: Record<string, unknown>): T =>
  Object.fromEntries(
    Object.entries(profile).map(([name, value]) => [name, name in overrides ? overrides[name] : value]),
  ) as T

/** Whether id and secret are those of a registered client. */
export const authenticated = <P extends Exclude<ProviderName, 'apple'>>(
  state: State,
  provider: P,
  id: string | null | undefined,
  secret: string | null | undefined,
) => {
  const client = findClient(state.clients, provider, id ?? undefined)
  return client?.clientSecret === secret ? client : undefined
}
