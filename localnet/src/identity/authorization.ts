import { randomBytes } from 'node:crypto'
import { findClient, isRegistered } from './clients.ts'
import type { Person } from './people.ts'
import { base, clock } from './state.ts'
import type { AuthorizationRequest, Challenge, ProviderRules, Refusal, State } from './model.ts'

/** Random letters and digits, as many as `length`. */
export const randomText = (length: number): string =>
  randomBytes(length).toString('base64url').replaceAll(/[-_]/g, 'x').slice(0, length)

const challengeOf = (query: URLSearchParams): Challenge | undefined => {
  const value = query.get('code_challenge')
  return value ? { value, method: query.get('code_challenge_method') ?? 'plain' } : undefined
}

const refusalOf = (state: State, rules: ProviderRules, query: URLSearchParams): Refusal | undefined => {
  const { provider, clients, clientParameter, responseTypes, required, allowsPlain = false } = rules
  if (!findClient(clients, query.get(clientParameter)))
    return { error: 'invalid_client', description: `No client of ours has this ${clientParameter}.` }
  if (!isRegistered(provider, query.get('redirect_uri') ?? '', state.redirects))
    return { error: 'redirect_uri_mismatch', description: 'The redirect_uri is not registered for this client.' }
  if (responseTypes.length > 0 && !responseTypes.includes(query.get('response_type') ?? ''))
    return { error: 'unsupported_response_type', description: `response_type must be ${responseTypes.join(' or ')}.` }
  const missing = required.find((name) => !query.get(name))
  if (missing) return { error: 'invalid_request', description: `Missing required parameter: ${missing}.` }
  const method = challengeOf(query)?.method ?? 'S256'
  if (method !== 'S256' && !(allowsPlain && method === 'plain'))
    return { error: 'invalid_request', description: 'code_challenge_method must be S256.' }
  return rules.refuses?.(query)
}

/** Parses an authorization request, or returns the refusal for the provider's error page. */
export const beginAuthorization = (
  state: State,
  rules: ProviderRules,
  query: URLSearchParams,
): AuthorizationRequest | Refusal => {
  const refusal = refusalOf(state, rules, query)
  const client = findClient(rules.clients, query.get(rules.clientParameter))
  if (refusal || !client) return refusal ?? { error: 'invalid_client', description: 'Unknown client.' }
  const request: AuthorizationRequest = {
    id: randomText(24),
    rules,
    client,
    redirectUri: query.get('redirect_uri') ?? '',
    responseMode: query.get('response_mode') ?? 'query',
    responseType: query.get('response_type') ?? 'code',
    scopes: (query.get('scope') ?? '').split(rules.scopeSeparator).filter(Boolean),
    state: query.get('state') ?? undefined,
    nonce: query.get('nonce') ?? undefined,
    challenge: challengeOf(query),
  }
  state.pending.set(request.id, request)
  return request
}

/** The response to the client, which the browser carries. */
export interface Return {
  method: 'GET' | 'POST'
  url: string
  fields: Record<string, string>
}

const returning = (world: State, request: AuthorizationRequest, own: Record<string, string>): Return => {
  const { redirectUri, responseMode, rules, state } = request
  const fields = {
    ...(state !== undefined && { state }),
    ...(rules.issuer && { iss: base(world, rules.issuer) }),
    ...own,
  }
  if (responseMode === 'form_post') return { method: 'POST', url: redirectUri, fields }
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
  return { method: 'GET', url: url.href, fields }
}

/** Ends an authorization request: with a code for the person, or with the refusal. */
export const endAuthorization = async (
  state: State,
  request: AuthorizationRequest,
  person?: Person,
): Promise<Return> => {
  state.pending.delete(request.id)
  if (!person) return returning(state, request, request.rules.declined)
  const code = request.rules.newCode()
  const extras = await request.rules.extras?.(state, request, person)
  state.codes.set(code, { ...request, person, expiresAt: clock(state) + request.rules.codeLifetime })
  return returning(state, request, { code, ...extras })
}
