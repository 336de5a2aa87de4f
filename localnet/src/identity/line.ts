import { methodTitles } from '@openauth/client'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { randomText } from './authorization.ts'
import { authenticated, type Client, pair } from './clients.ts'
import { authorizationRoute } from './consent.ts'
import { accessOf, exchangeCode, grantAccess, overridden, type ExchangeError } from './exchange.ts'
import { bearerOf, formOf } from './http.ts'
import { identityToken, type TokenChanges } from './id-token.ts'
import type { IssueOptions } from './issue-options.ts'
import { jwks, signWithSecret } from './keys.ts'
import { mountVerify } from './line-verify.ts'
import type { ProviderRules, State } from './model.ts'
import { stable, type Person } from './people.ts'
import type { StandIn } from './stand-in.ts'
import { base, clock, personOr } from './state.ts'

const hosts = { line: 'access.line.me', lineApi: 'api.line.me' } as const
const browserHosts = { lineImages: 'profile.line-scdn.net' } as const
const clients = pair((owner, digit) => ({
  clientId: `200638701${digit}`,
  clientSecret: stable('line', owner).slice(0, 32),
}))
const subject = ({ slug }: Person): string => `U${stable('line', slug).slice(0, 32)}`
const pictureId = ({ slug }: Person): string => `0h${stable('line picture', slug).slice(0, 40)}`

/** 30 days: https://developers.line.biz/en/reference/line-login/#issue-access-token */
const LIFETIME = 2_592_000
const DEFAULT_SCOPES = ['openid', 'profile']
const ACCESS = `/${hosts.line}`
const API = `/${hosts.lineApi}/oauth2/v2.1`

/** https://developers.line.biz/en/docs/line-login/integrate-line-login/#making-an-authorization-request */
const rules: ProviderRules = {
  provider: 'line',
  clients,
  title: methodTitles.line,
  colour: '#06c755',
  clientParameter: 'client_id',
  scopeSeparator: / /,
  responseTypes: ['code'],
  required: ['scope', 'state'],
  codeLifetime: 600,
  newCode: () => randomText(20),
  declined: { error: 'access_denied', error_description: 'The resource owner denied the request.' },
}

/** The claims of a person in ID tokens and in the answer of `userinfo`. */
const profile = (state: State, person: Person, scopes: string[]) => ({
  sub: subject(person),
  ...(scopes.includes('profile') && {
    name: person.name,
    picture: `${base(state, browserHosts.lineImages)}/${pictureId(person)}`,
  }),
})

interface Issued {
  client: Client
  person: Person
  scopes: string[]
  nonce?: string
}

const claimsOf = (state: State, { client, person, scopes, nonce }: Issued) => {
  const iat = clock(state)
  const { sub, ...shown } = profile(state, person, scopes)
  return {
    iss: base(state, hosts.line),
    sub,
    aud: client.clientId,
    exp: iat + 3_600,
    iat,
    nonce,
    amr: ['linesso'],
    ...shown,
  }
}

/**
 * An ID token and an access token, as a LIFF app or an SDK gets them: signed with a key of LINE's. `overrides` replace
 * claims. https://developers.line.biz/en/docs/line-login/verify-id-token/#signature
 */
const issue = async (state: State, options: IssueOptions<Client> & TokenChanges = {}) => {
  const { client = clients.own, person, scopes = DEFAULT_SCOPES, nonce, overrides } = options
  const issued = { client, person: personOr(state, person), scopes, nonce }
  const accessToken = `eyJ${randomText(140)}`
  grantAccess(state, accessToken, { provider: 'line', ...issued, overrides }, LIFETIME)
  return { accessToken, idToken: await identityToken(state, 'line', claimsOf(state, issued), options) }
}

/** The first has the wording of https://github.com/kazasiki/omniauth-line/pull/26; LINE documents no other. */
const exchangeErrors: Record<ExchangeError, string> = {
  redirect_uri: 'redirect_uri does not match',
  code: 'invalid authorization code',
  missing_verifier: 'code_verifier is required',
  code_verifier: 'invalid code_verifier',
}

const refuse = (reply: FastifyReply, error: string, description: string) =>
  reply.code(400).send({ error, error_description: description })

/** After a redirect, ID tokens are signed with the channel secret. */
const token = async (state: State, request: FastifyRequest, reply: FastifyReply) => {
  const form = formOf(request)
  const client = authenticated(clients, form.get('client_id'), form.get('client_secret'))
  if (!client) return refuse(reply, 'invalid_client', 'invalid client_secret')
  if (form.get('grant_type') !== 'authorization_code')
    return refuse(reply, 'unsupported_grant_type', 'grant_type is not supported')
  const grant = exchangeCode(state, 'line', client, form)
  if (typeof grant === 'string') return refuse(reply, 'invalid_grant', exchangeErrors[grant])
  const { accessToken } = await issue(state, { ...grant, client })
  return {
    access_token: accessToken,
    token_type: 'Bearer',
    refresh_token: randomText(20),
    expires_in: LIFETIME,
    scope: grant.scopes.join(' '),
    ...(grant.scopes.includes('openid') && {
      id_token: await signWithSecret(claimsOf(state, { ...grant, client }), client.clientSecret),
    }),
  }
}

const discovery = (state: State) => ({
  issuer: base(state, hosts.line),
  authorization_endpoint: `${base(state, hosts.line)}/oauth2/v2.1/authorize`,
  token_endpoint: `${base(state, hosts.lineApi)}/oauth2/v2.1/token`,
  userinfo_endpoint: `${base(state, hosts.lineApi)}/oauth2/v2.1/userinfo`,
  jwks_uri: `${base(state, hosts.lineApi)}/oauth2/v2.1/certs`,
  scopes_supported: ['openid', 'profile', 'email'],
  response_types_supported: ['code'],
  subject_types_supported: ['pairwise'],
  id_token_signing_alg_values_supported: ['ES256'],
  code_challenge_methods_supported: ['S256'],
})

/** https://developers.line.biz/en/reference/line-login/ */
const mount = (app: FastifyInstance, state: State): void => {
  authorizationRoute(app, state, rules, `${ACCESS}/oauth2/v2.1/authorize`)
  app.get(`${ACCESS}/.well-known/openid-configuration`, () => discovery(state))
  app.post(`${API}/token`, (request, reply) => token(state, request, reply))
  mountVerify(app, state, { url: `${API}/verify`, issuer: hosts.line, clients })
  app.get(`${API}/certs`, () => jwks(state.keys.line))
  app.get(`${API}/userinfo`, (request, reply) => {
    const access = accessOf(state, 'line', bearerOf(request))
    if (access) return overridden(profile(state, access.person, access.scopes), access.overrides)
    return reply.code(401).send({ error: 'invalid_token', error_description: 'The access token is invalid' })
  })
}

export const line = {
  hosts,
  browserHosts,
  clients,
  issue,
  mount,
  signsWith: 'ES256',
  settings: (owner) => ({ lineChannelId: clients[owner].clientId, lineChannelSecret: clients[owner].clientSecret }),
  subjects: (person) => ({ line: subject(person) }),
  pictures: { [browserHosts.lineImages]: (person, path) => path === pictureId(person) },
} satisfies StandIn<'line'>
