import { methodTitles } from '@openauth/client'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { authorizationRoute } from './consent.ts'
import { randomText } from './authorization.ts'
import type { ProviderRules } from './model.ts'
import { authenticated, type Client, findClient, isKnownRedirect, pair, stableSecret } from './clients.ts'
import { accessOf, exchangeCode, grantAccess, overridden, type ExchangeError } from './exchange.ts'
import { mountTokenInfo } from './google-token-info.ts'
import { bearerOf, credentialsOf, formOf } from './http.ts'
import { identityToken, leftHalfHash, type TokenChanges } from './id-token.ts'
import type { IssueOptions } from './issue-options.ts'
import { jwks } from './keys.ts'
import type { StandIn } from './stand-in.ts'
import { base, clock, personOr } from './state.ts'
import type { Access, State } from './model.ts'
import { stable, type Person } from './people.ts'

const hosts = {
  googleAccounts: 'accounts.google.com',
  googleOauth: 'oauth2.googleapis.com',
  googleOpenid: 'openidconnect.googleapis.com',
  googleCerts: 'www.googleapis.com',
} as const
const browserHosts = { googleUserContent: 'lh3.googleusercontent.com' } as const
const clients = pair((owner, digit) => ({
  clientId: `40740871819${digit}-${stable('google', owner).slice(0, 32)}.apps.googleusercontent.com`,
  clientSecret: `GOCSPX-${stableSecret(`google ${owner}`, 28)}`,
}))
const subject = ({ number }: Person): string => `10769150350006150715${number}`

const LIFETIME = 3_599
const DEFAULT_SCOPES = ['openid', 'email', 'profile']

/**
 * Google answers with the long names of scopes:
 * https://developers.google.com/identity/protocols/oauth2/scopes#openid-connect
 */
const longScopes = (scopes: string[]): string =>
  scopes
    .map((scope) =>
      scope === 'openid' ? scope : `https://www.googleapis.com/auth/userinfo.${scope.split('.').at(-1)}`,
    )
    .join(' ')

const rules: ProviderRules = {
  provider: 'google',
  clients,
  title: methodTitles.google,
  colour: '#1a73e8',
  clientParameter: 'client_id',
  scopeSeparator: / /,
  responseTypes: ['code'],
  required: ['scope'],
  allowsPlain: true,
  issuer: hosts.googleAccounts,
  codeLifetime: 600,
  newCode: () => `4/0A${randomText(69)}`,
  declined: { error: 'access_denied' },
  extras: (_state, { scopes }) => Promise.resolve({ scope: longScopes(scopes), authuser: '0', prompt: 'consent' }),
}

const has = (scopes: string[], name: string): boolean => scopes.some((scope) => scope.split('.').at(-1) === name)

const profile = (state: State, person: Person, scopes: string[]) => ({
  sub: subject(person),
  ...(has(scopes, 'profile') && {
    name: person.name,
    given_name: person.givenName,
    family_name: person.familyName,
    picture: `${base(state, browserHosts.googleUserContent)}/a/${person.slug}=s96-c`,
  }),
  ...(has(scopes, 'email') && { email: person.email, email_verified: true }),
})

interface Issued extends TokenChanges {
  client: Client
  person: Person
  scopes: string[]
  nonce?: string
}

/** https://developers.google.com/identity/openid-connect/openid-connect#an-id-tokens-payload */
const issueTokens = async (state: State, { client, person, scopes, nonce, ...changes }: Issued) => {
  const { overrides } = changes
  const accessToken = `ya29.a0${randomText(120)}`
  grantAccess(state, accessToken, { provider: 'google', client, person, scopes, overrides }, LIFETIME)
  const iat = clock(state)
  const claims = {
    iss: base(state, hosts.googleAccounts),
    azp: client.clientId,
    aud: client.clientId,
    ...profile(state, person, scopes),
    at_hash: leftHalfHash(accessToken),
    nonce,
    iat,
    exp: iat + 3_600,
  }
  return { accessToken, idToken: await identityToken(state, 'google', claims, changes) }
}

/** An ID token of Google and its access token, as after a consent. `overrides` replace claims. */
const issue = (state: State, options: IssueOptions<Client> = {}) =>
  issueTokens(state, {
    ...options,
    client: options.client ?? clients.own,
    person: personOr(state, options.person),
    scopes: options.scopes ?? DEFAULT_SCOPES,
  })

const exchangeErrors: Record<ExchangeError, { error: string; error_description: string }> = {
  code: { error: 'invalid_grant', error_description: 'Malformed auth code.' },
  redirect_uri: { error: 'redirect_uri_mismatch', error_description: 'Bad Request' },
  missing_verifier: { error: 'invalid_grant', error_description: 'Missing code verifier.' },
  code_verifier: { error: 'invalid_grant', error_description: 'Invalid code verifier.' },
}

/**
 * Google tells an unknown client from a wrong secret: https://github.com/Edujugon/laravel-google-ads/issues/17,
 * https://github.com/teranetsrl/oauth2_client/issues/145
 */
const clientError = (id: string | undefined): string =>
  findClient(clients, id) ? 'Unauthorized' : 'The OAuth client was not found.'

const token = async (state: State, request: FastifyRequest, reply: FastifyReply) => {
  const form = formOf(request)
  const { id, secret } = credentialsOf(request)
  const client = authenticated(clients, id, secret)
  if (!client) return reply.code(401).send({ error: 'invalid_client', error_description: clientError(id) })
  const type = form.get('grant_type')
  if (type !== 'authorization_code')
    return reply
      .code(400)
      .send({ error: 'unsupported_grant_type', error_description: `Invalid grant_type: ${type ?? ''}` })
  if (!isKnownRedirect('google', form, state.redirects)) return reply.code(400).send(exchangeErrors.redirect_uri)
  const grant = exchangeCode(state, 'google', client, form)
  if (typeof grant === 'string') return reply.code(400).send(exchangeErrors[grant])
  const { accessToken, idToken } = await issueTokens(state, { ...grant, client })
  return {
    access_token: accessToken,
    expires_in: LIFETIME,
    scope: longScopes(grant.scopes),
    token_type: 'Bearer',
    ...(grant.scopes.includes('openid') && { id_token: idToken }),
  }
}

const userInfo = (state: State, { person, scopes, overrides }: Access) =>
  overridden(profile(state, person, scopes), overrides)

const discovery = (state: State) => ({
  issuer: base(state, hosts.googleAccounts),
  authorization_endpoint: `${base(state, hosts.googleAccounts)}/o/oauth2/v2/auth`,
  token_endpoint: `${base(state, hosts.googleOauth)}/token`,
  userinfo_endpoint: `${base(state, hosts.googleOpenid)}/v1/userinfo`,
  jwks_uri: `${base(state, hosts.googleCerts)}/oauth2/v3/certs`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  scopes_supported: DEFAULT_SCOPES,
  token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
  code_challenge_methods_supported: ['plain', 'S256'],
})

/** https://developers.google.com/identity/openid-connect/openid-connect */
const mount = (app: FastifyInstance, state: State): void => {
  authorizationRoute(app, state, rules, `/${hosts.googleAccounts}/o/oauth2/v2/auth`)
  app.get(`/${hosts.googleAccounts}/.well-known/openid-configuration`, () => discovery(state))
  app.post(`/${hosts.googleOauth}/token`, (request, reply) => token(state, request, reply))
  mountTokenInfo(app, state, { url: `/${hosts.googleOauth}/tokeninfo`, longScopes, subject })
  app.get(`/${hosts.googleOpenid}/v1/userinfo`, (request, reply) => {
    const access = accessOf(state, 'google', bearerOf(request))
    if (access) return userInfo(state, access)
    return reply.code(401).send({ error: 'invalid_request', error_description: 'Invalid Credentials' })
  })
  app.get(`/${hosts.googleCerts}/oauth2/v3/certs`, () => jwks(state.keys.google))
}

export const google = {
  hosts,
  browserHosts,
  clients,
  issue,
  mount,
  signsWith: 'RS256',
  settings: (owner) => ({ googleClientId: clients[owner].clientId, googleClientSecret: clients[owner].clientSecret }),
  subjects: (person) => ({ google: subject(person) }),
  pictures: { [`${browserHosts.googleUserContent}/a`]: ({ slug }, path) => path.startsWith(`${slug}=`) },
} satisfies StandIn<'google'>
