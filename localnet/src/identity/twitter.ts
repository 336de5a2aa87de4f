import { methodTitles } from '@openauth/client'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { randomText } from './authorization.ts'
import type { ProviderRules } from './model.ts'
import { authenticated, type Client, pair, stableSecret } from './clients.ts'
import { authorizationRoute } from './consent.ts'
import { accessOf, exchangeCode, grantAccess, overridden, type ExchangeError } from './exchange.ts'
import { basicOf, bearerOf, formOf, queryOf } from './http.ts'
import type { IssueOptions } from './issue-options.ts'
import type { Person } from './people.ts'
import type { StandIn } from './stand-in.ts'
import { base, personOr } from './state.ts'
import type { Access, State } from './model.ts'

const hosts = { twitter: 'x.com', twitterApi: 'api.x.com' } as const
const browserHosts = { twitterImages: 'pbs.twimg.com' } as const
const clients = pair((owner) => ({
  clientId: stableSecret(`twitter id ${owner}`, 34),
  clientSecret: stableSecret(`twitter ${owner}`, 43),
}))
const subject = ({ number }: Person): string => `150350006150715${number + 99}`

const LIFETIME = 7_200
const API = `/${hosts.twitterApi}/2`

const rules: ProviderRules = {
  provider: 'twitter',
  clients,
  title: methodTitles.twitter,
  colour: '#536471',
  clientParameter: 'client_id',
  scopeSeparator: / /,
  responseTypes: ['code'],
  // https://docs.x.com/fundamentals/authentication/oauth-2-0/user-access-token
  codeLifetime: 30,
  newCode: () => randomText(91),
  required: ['scope', 'state', 'code_challenge'],
  allowsPlain: true,
  declined: { error: 'access_denied' },
}

const fields = (state: State, { person, scopes }: Access): Record<string, unknown> => ({
  id: subject(person),
  name: person.name,
  username: person.username,
  profile_image_url: `${base(state, browserHosts.twitterImages)}/profile_images/${subject(person)}/${person.slug}_normal.png`,
  created_at: '2020-01-01T00:00:00.000Z',
  description: '',
  protected: false,
  verified: false,
  verified_type: 'none',
  // https://docs.x.com/changelog: requires a scope of its own.
  ...(scopes.includes('users.email') && { confirmed_email: person.email }),
})

/** https://docs.x.com/x-api/users/get-my-user */
const me = (state: State, request: FastifyRequest, reply: FastifyReply) => {
  const access = accessOf(state, 'twitter', bearerOf(request))
  if (!access)
    return reply.code(401).send({ title: 'Unauthorized', type: 'about:blank', status: 401, detail: 'Unauthorized' })
  if (!access.scopes.includes('users.read') || !access.scopes.includes('tweet.read'))
    return reply.code(403).send({ title: 'Forbidden', type: 'about:blank', status: 403, detail: 'Forbidden' })
  const all = overridden(fields(state, access), access.overrides)
  const asked = (queryOf(request).get('user.fields') ?? '').split(',').filter(Boolean)
  const shown = new Set(['id', 'name', 'username', ...asked])
  return { data: Object.fromEntries(Object.entries(all).filter(([name]) => shown.has(name))) }
}

const exchangeErrors: Record<ExchangeError, string> = {
  code: 'Value passed for the authorization code was invalid.',
  redirect_uri: 'Value passed for the redirect uri did not match the uri of the authorization code.',
  missing_verifier: 'Missing required parameter [code_verifier].',
  code_verifier: 'Value passed for the code verifier did not match the code challenge.',
}

/** An access token of X, as after a consent. `overrides` replace fields of the profile. */
const issue = (state: State, options: IssueOptions<Client> = {}) => {
  const { client = clients.own, person, scopes = ['users.read', 'tweet.read'], overrides } = options
  const access = { provider: 'twitter', client, person: personOr(state, person), scopes, overrides } as const
  return { accessToken: grantAccess(state, randomText(91), access, LIFETIME) }
}

const token = (state: State, request: FastifyRequest, reply: FastifyReply) => {
  const form = formOf(request)
  const basic = basicOf(request)
  const client = authenticated(clients, basic?.id, basic?.secret)
  if (!client)
    return reply
      .code(401)
      .send({ error: 'unauthorized_client', error_description: 'Missing valid authorization header' })
  if (form.get('grant_type') !== 'authorization_code')
    return reply
      .code(400)
      .send({ error: 'unsupported_grant_type', error_description: 'Value passed for the grant type was invalid.' })
  const grant = exchangeCode(state, 'twitter', client, form)
  if (typeof grant === 'string')
    return reply.code(400).send({ error: 'invalid_request', error_description: exchangeErrors[grant] })
  return {
    token_type: 'bearer',
    expires_in: LIFETIME,
    access_token: issue(state, { ...grant, client }).accessToken,
    scope: grant.scopes.join(' '),
    ...(grant.scopes.includes('offline.access') && { refresh_token: randomText(91) }),
  }
}

/** https://docs.x.com/fundamentals/authentication/oauth-2-0/authorization-code */
const mount = (app: FastifyInstance, state: State): void => {
  authorizationRoute(app, state, rules, `/${hosts.twitter}/i/oauth2/authorize`)
  app.post(`${API}/oauth2/token`, (request, reply) => token(state, request, reply))
  app.get(`${API}/users/me`, (request, reply) => me(state, request, reply))
}

export const twitter = {
  hosts,
  browserHosts,
  clients,
  issue,
  mount,
  settings: (owner) => ({ twitterClientId: clients[owner].clientId, twitterClientSecret: clients[owner].clientSecret }),
  subjects: (person) => ({ twitter: subject(person) }),
  pictures: {
    [`${browserHosts.twitterImages}/profile_images`]: (person, path) => path.startsWith(`${subject(person)}/`),
  },
} satisfies StandIn<'twitter'>
