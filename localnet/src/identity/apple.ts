import { methodTitles } from '@openauth/client'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type AppleClient, clientOfSecret, stableKey } from './apple-client-secret.ts'
import { randomText } from './authorization.ts'
import type { AuthorizationRequest, ProviderRules, Refusal } from './model.ts'
import { isKnownRedirect, pair } from './clients.ts'
import { authorizationRoute } from './consent.ts'
import { exchangeCode, grantAccess } from './exchange.ts'
import { formOf } from './http.ts'
import { identityToken, leftHalfHash, type TokenChanges } from './id-token.ts'
import type { IssueOptions } from './issue-options.ts'
import { jwks } from './keys.ts'
import { stable, type Person } from './people.ts'
import type { StandIn } from './stand-in.ts'
import { base, clock, personOr } from './state.ts'
import type { State } from './model.ts'

const hosts = { apple: 'appleid.apple.com' } as const
const clients = pair((owner, digit) => ({
  clientId: `com.example.${owner}.web`,
  teamId: `TEAM00000${digit}`,
  keyId: `KEY000000${digit}`,
  privateKey: stableKey(`apple ${owner}`),
}))

/** Six digits, 32 hex, four digits: an id within a developer team, not within a client. */
const subject = ({ slug }: Person, { teamId }: Pick<AppleClient, 'teamId'>): string => {
  const hex = stable('apple', teamId, slug)
  return `00${String(parseInt(hex.slice(0, 4), 16) % 10_000).padStart(4, '0')}.${hex.slice(4, 36)}.0917`
}

const LIFETIME = 3_600
const ID_TOKEN_LIFETIME = 86_400

const formPostOnly = (query: URLSearchParams): Refusal | undefined =>
  /\b(?:name|email)\b/.test(query.get('scope') ?? '') && query.get('response_mode') !== 'form_post'
    ? {
        error: 'invalid_request',
        description: 'response_mode must be form_post when name or email scope is requested.',
      }
    : undefined

/** A person who hides the address has a relay address at Apple. */
const emailOf = (person: Person, client: AppleClient) =>
  person.hidesEmail
    ? {
        email: `${subject(person, client).slice(7, 17)}@privaterelay.appleid.com`,
        is_private_email: true,
      }
    : { email: person.email }

interface Issued extends TokenChanges {
  client: AppleClient
  person: Person
  scopes: string[]
  nonce?: string
}

/** https://developer.apple.com/documentation/signinwithapplerestapi/authenticating-users-with-sign-in-with-apple */
const issueTokens = async (state: State, { client, person, scopes, nonce, ...changes }: Issued) => {
  const accessToken = `a${randomText(64)}.0.${randomText(22)}`
  grantAccess(state, accessToken, { provider: 'apple', client, person, scopes }, LIFETIME)
  const iat = clock(state)
  const claims = {
    iss: base(state, hosts.apple),
    aud: client.clientId,
    exp: iat + ID_TOKEN_LIFETIME,
    iat,
    sub: subject(person, client),
    nonce,
    at_hash: leftHalfHash(accessToken),
    ...(scopes.includes('email') && { ...emailOf(person, client), email_verified: true }),
    auth_time: iat,
    nonce_supported: true,
  }
  return { accessToken, idToken: await identityToken(state, 'apple', claims, changes) }
}

/** An ID token of Apple and its access token, as after a consent. `overrides` replace claims. */
const issue = (state: State, options: IssueOptions<AppleClient> = {}) =>
  issueTokens(state, {
    ...options,
    client: options.client ?? clients.own,
    person: personOr(state, options.person),
    scopes: options.scopes ?? ['name', 'email'],
  })

/** Sent at the first consent only: a client that does not store it cannot ask again. */
const userOnce = (state: State, { client, scopes }: AuthorizationRequest, person: Person): Record<string, string> => {
  const pair = `${client.clientId} ${person.slug}`
  if (scopes.length === 0 || state.consented.has(pair)) return {}
  state.consented.add(pair)
  const user = {
    ...(scopes.includes('name') && { name: { firstName: person.givenName, lastName: person.familyName } }),
    ...(scopes.includes('email') && { email: emailOf(person, client as AppleClient).email }),
  }
  return { user: JSON.stringify(user) }
}

const extras = async (state: State, request: AuthorizationRequest, person: Person): Promise<Record<string, string>> => {
  const user = userOnce(state, request, person)
  if (!request.responseType.includes('id_token')) return user
  const { idToken } = await issueTokens(state, { ...request, client: request.client as AppleClient, person })
  return { ...user, id_token: idToken }
}

const rules: ProviderRules = {
  provider: 'apple',
  clients,
  title: methodTitles.apple,
  colour: '#6e6e73',
  clientParameter: 'client_id',
  scopeSeparator: / /,
  responseTypes: ['code', 'code id_token'],
  required: [],
  codeLifetime: 300,
  newCode: () => `c${randomText(32)}.0.${randomText(22)}`,
  declined: { error: 'user_cancelled_authorize' },
  refuses: formPostOnly,
  extras,
}

const token = async (state: State, request: FastifyRequest, reply: FastifyReply) => {
  const form = formOf(request)
  const client = await clientOfSecret(form, { clients, audience: base(state, hosts.apple), now: clock(state) })
  // Also for a redirect address that is not registered: https://developer.apple.com/documentation/signinwithapplerestapi/errorresponse
  if (!client || !isKnownRedirect('apple', form, state.redirects))
    return reply.code(400).send({ error: 'invalid_client' })
  if (form.get('grant_type') !== 'authorization_code') return reply.code(400).send({ error: 'unsupported_grant_type' })
  const grant = exchangeCode(state, 'apple', client, form)
  if (typeof grant === 'string')
    return reply
      .code(400)
      .send({ error: 'invalid_grant', error_description: 'The code has expired or has been revoked.' })
  const { accessToken, idToken } = await issueTokens(state, { ...grant, client })
  return {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: LIFETIME,
    refresh_token: `r${randomText(64)}.0.${randomText(22)}`,
    id_token: idToken,
  }
}

const discovery = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/auth/authorize`,
  token_endpoint: `${issuer}/auth/token`,
  revocation_endpoint: `${issuer}/auth/revoke`,
  jwks_uri: `${issuer}/auth/keys`,
  response_types_supported: ['code'],
  response_modes_supported: ['query', 'fragment', 'form_post'],
  subject_types_supported: ['pairwise'],
  id_token_signing_alg_values_supported: ['RS256'],
  scopes_supported: ['openid', 'email', 'name'],
  token_endpoint_auth_methods_supported: ['client_secret_post'],
})

/** https://developer.apple.com/documentation/signinwithapplerestapi */
const mount = (app: FastifyInstance, state: State): void => {
  authorizationRoute(app, state, rules, `/${hosts.apple}/auth/authorize`)
  app.post(`/${hosts.apple}/auth/token`, (request, reply) => token(state, request, reply))
  app.get(`/${hosts.apple}/auth/keys`, () => jwks(state.keys.apple))
  app.get(`/${hosts.apple}/.well-known/openid-configuration`, () => discovery(base(state, hosts.apple)))
}

export const apple = {
  hosts,
  clients,
  issue,
  mount,
  signsWith: 'RS256',
  settings: (owner) => ({
    appleClientId: clients[owner].clientId,
    appleTeamId: clients[owner].teamId,
    appleKeyId: clients[owner].keyId,
    applePrivateKey: clients[owner].privateKey,
  }),
  subjects: (person) => ({ apple: subject(person, clients.own) }),
} satisfies StandIn<'apple'>
