import { methodTitles } from '@openauth/client'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { randomText } from './authorization.ts'
import type { ProviderRules } from './model.ts'
import { authenticated, type Client, pair, stableSecret } from './clients.ts'
import { authorizationRoute } from './consent.ts'
import { accessOf, exchangeCode, grantAccess, overridden, type ExchangeError } from './exchange.ts'
import { bearerOf, credentialsOf, formOf } from './http.ts'
import { identityToken, leftHalfHash, type TokenChanges } from './id-token.ts'
import type { IssueOptions } from './issue-options.ts'
import { jwks } from './keys.ts'
import { stable, type Person } from './people.ts'
import type { StandIn } from './stand-in.ts'
import { base, clock, personOr } from './state.ts'
import type { State } from './model.ts'

const hosts = { huggingface: 'huggingface.co' } as const
const clients = pair((owner, digit) => ({
  clientId: `1c7f0f5e-53c4-4d0c-9c6a-8a3d5f0b7c0${digit}`,
  clientSecret: `oauth_app_secret_${stableSecret(`huggingface ${owner}`, 30)}`,
}))
const subject = ({ slug }: Person): string => stable('huggingface', slug).slice(0, 24)

const LIFETIME = 28_800
const DEFAULT_SCOPES = ['openid', 'profile', 'email']
const HOST = `/${hosts.huggingface}`

const rules: ProviderRules = {
  provider: 'huggingface',
  clients,
  title: methodTitles.huggingface,
  colour: '#ff9d00',
  clientParameter: 'client_id',
  scopeSeparator: / /,
  responseTypes: ['code'],
  required: [],
  codeLifetime: 600,
  newCode: () => randomText(24),
  declined: { error: 'access_denied', error_description: 'The user denied the request.' },
}

/** The fields of UserInfo at https://huggingface.co/docs/huggingface.js/hub/interfaces/UserInfo */
const profile = (state: State, person: Person, scopes: string[]) => {
  const username = person.username.replace('_', '-')
  const address = base(state, hosts.huggingface)
  return {
    sub: subject(person),
    ...(scopes.includes('profile') && {
      name: person.name,
      preferred_username: username,
      profile: `${address}/${username}`,
      picture: `${address}/avatars/${person.slug}.png`,
      isPro: false,
    }),
    ...(scopes.includes('email') && { email: person.email, email_verified: true }),
  }
}

interface Issued extends TokenChanges {
  client: Client
  person: Person
  scopes: string[]
  nonce?: string
}

const issueTokens = async (state: State, { client, person, scopes, nonce, ...changes }: Issued) => {
  const accessToken = `hf_oauth_${randomText(48)}`
  const { overrides } = changes
  grantAccess(state, accessToken, { provider: 'huggingface', client, person, scopes, overrides }, LIFETIME)
  const iat = clock(state)
  const claims = {
    ...profile(state, person, scopes),
    iss: base(state, hosts.huggingface),
    aud: client.clientId,
    nonce,
    at_hash: leftHalfHash(accessToken),
    iat,
    exp: iat + 3_600,
  }
  return { accessToken, idToken: await identityToken(state, 'huggingface', claims, changes) }
}

/** An ID token of Hugging Face and its access token, as after a consent. `overrides` replace claims. */
const issue = (state: State, options: IssueOptions<Client> = {}) =>
  issueTokens(state, {
    ...options,
    client: options.client ?? clients.own,
    person: personOr(state, options.person),
    scopes: options.scopes ?? DEFAULT_SCOPES,
  })

const exchangeErrors: Record<ExchangeError, string> = {
  code: 'Invalid code',
  redirect_uri: 'Invalid redirect_uri',
  missing_verifier: 'Missing code_verifier',
  code_verifier: 'Invalid code_verifier',
}

const token = async (state: State, request: FastifyRequest, reply: FastifyReply) => {
  const form = formOf(request)
  const { id, secret } = credentialsOf(request)
  const client = authenticated(clients, id, secret)
  if (!client) return reply.code(401).send({ error: 'invalid_client', error_description: 'Invalid client credentials' })
  if (form.get('grant_type') !== 'authorization_code')
    return reply.code(400).send({ error: 'unsupported_grant_type', error_description: 'Unsupported grant_type' })
  const grant = exchangeCode(state, 'huggingface', client, form)
  if (typeof grant === 'string')
    return reply.code(400).send({ error: 'invalid_grant', error_description: exchangeErrors[grant] })
  const { accessToken, idToken } = await issueTokens(state, { ...grant, client })
  return {
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: LIFETIME,
    scope: grant.scopes.join(' '),
    ...(grant.scopes.includes('openid') && { id_token: idToken }),
  }
}

const discovery = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/oauth/authorize`,
  token_endpoint: `${issuer}/oauth/token`,
  userinfo_endpoint: `${issuer}/oauth/userinfo`,
  jwks_uri: `${issuer}/oauth/jwks`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  scopes_supported: DEFAULT_SCOPES,
  token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
  code_challenge_methods_supported: ['S256'],
})

/** https://huggingface.co/docs/hub/oauth */
const mount = (app: FastifyInstance, state: State): void => {
  authorizationRoute(app, state, rules, `${HOST}/oauth/authorize`)
  app.post(`${HOST}/oauth/token`, (request, reply) => token(state, request, reply))
  app.get(`${HOST}/oauth/userinfo`, (request, reply) => {
    const access = accessOf(state, 'huggingface', bearerOf(request))
    if (!access) return reply.code(401).send({ error: 'Invalid credentials in Authorization header' })
    return overridden(profile(state, access.person, access.scopes), access.overrides)
  })
  app.get(`${HOST}/oauth/jwks`, () => jwks(state.keys.huggingface))
  app.get(`${HOST}/.well-known/openid-configuration`, () => discovery(base(state, hosts.huggingface)))
}

export const huggingface = {
  hosts,
  clients,
  issue,
  mount,
  signsWith: 'RS256',
  settings: (owner) => ({
    huggingfaceClientId: clients[owner].clientId,
    huggingfaceAppSecret: clients[owner].clientSecret,
  }),
  subjects: (person) => ({ huggingface: subject(person) }),
  pictures: { [`${hosts.huggingface}/avatars`]: ({ slug }, path) => path === `${slug}.png` },
} satisfies StandIn<'huggingface'>
