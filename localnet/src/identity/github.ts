import { methodTitles } from '@openauth/client'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { randomText } from './authorization.ts'
import type { ProviderRules } from './model.ts'
import { authenticated, type Client, findClient, isKnownRedirect, pair, stableSecret } from './clients.ts'
import { authorizationRoute } from './consent.ts'
import { exchangeCode, grantAccess, type ExchangeError } from './exchange.ts'
import { mountGithubApi } from './github-api.ts'
import { credentialsOf, formOf } from './http.ts'
import type { IssueOptions } from './issue-options.ts'
import { type Person, stable } from './people.ts'
import type { StandIn } from './stand-in.ts'
import { personOr } from './state.ts'
import type { State } from './model.ts'

const hosts = { github: 'github.com', githubApi: 'api.github.com' } as const
const browserHosts = { githubAvatars: 'avatars.githubusercontent.com' } as const
const clients = pair((owner) => ({
  clientId: `Ov23li${stableSecret(`github id ${owner}`, 14)}`,
  clientSecret: stable('github', owner).slice(0, 40),
}))
const subject = ({ number }: Person): number => 90_583_100 + number

/** GitHub's tokens of OAuth apps do not expire. */
const LIFETIME = 100 * 365 * 86_400

const rules: ProviderRules = {
  provider: 'github',
  clients,
  title: methodTitles.github,
  colour: '#1f883d',
  clientParameter: 'client_id',
  scopeSeparator: /[ ,]/,
  responseTypes: [],
  required: [],
  redirectUriIsOptional: true,
  codeLifetime: 600,
  newCode: () => Buffer.from(randomText(10)).toString('hex'),
  declined: {
    error: 'access_denied',
    error_description: 'The user has denied your application access.',
    error_uri:
      'https://docs.github.com/apps/managing-oauth-apps/troubleshooting-authorization-request-errors/#access-denied',
  },
}

/**
 * All of them have status 200.
 *
 * https://docs.github.com/en/apps/oauth-apps/maintaining-oauth-apps/troubleshooting-oauth-app-access-token-request-errors
 */
const errors: Record<string, string> = {
  incorrect_client_credentials: 'The client_id and/or client_secret passed are incorrect.',
  redirect_uri_mismatch: 'The redirect_uri MUST match the registered callback URL for this application.',
  bad_verification_code: 'The code passed is incorrect or expired.',
}
const exchangeErrors: Record<ExchangeError, string> = {
  code: 'bad_verification_code',
  redirect_uri: 'redirect_uri_mismatch',
  missing_verifier: 'bad_verification_code',
  code_verifier: 'bad_verification_code',
}

const failure = (error: string): Record<string, string> => ({
  error,
  error_description: errors[error] ?? '',
  error_uri: `https://docs.github.com/apps/managing-oauth-apps/troubleshooting-oauth-app-access-token-request-errors/#${error.replaceAll('_', '-')}`,
})

/** An access token of GitHub, as after a consent. `overrides` replace fields of the profile. */
const issue = (state: State, options: IssueOptions<Client> = {}) => {
  const { client = clients.own, person, scopes = ['read:user', 'user:email'], overrides } = options
  const access = { provider: 'github', client, person: personOr(state, person), scopes, overrides } as const
  return { accessToken: grantAccess(state, `gho_${randomText(36)}`, access, LIFETIME) }
}

const token = (state: State, request: FastifyRequest): Record<string, string> => {
  const form = formOf(request)
  const { id, secret } = credentialsOf(request)
  const client = authenticated(clients, id, secret)
  if (!client) return failure('incorrect_client_credentials')
  if (!isKnownRedirect('github', form, state.redirects)) return failure('redirect_uri_mismatch')
  const grant = exchangeCode(state, 'github', client, form)
  if (typeof grant === 'string') return failure(exchangeErrors[grant])
  const { accessToken } = issue(state, { ...grant, client })
  return { access_token: accessToken, token_type: 'bearer', scope: grant.scopes.join(',') }
}

/** A form, unless the request accepts JSON. */
const sendAccepted = (request: FastifyRequest, reply: FastifyReply, fields: Record<string, string>) =>
  /\bjson\b/.test(request.headers.accept ?? '')
    ? reply.send(fields)
    : reply.type('application/x-www-form-urlencoded; charset=utf-8').send(new URLSearchParams(fields).toString())

/** https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps */
const mount = (app: FastifyInstance, state: State): void => {
  authorizationRoute(app, state, rules, `/${hosts.github}/login/oauth/authorize`)
  app.post(`/${hosts.github}/login/oauth/access_token`, (request, reply) => {
    // An unknown client is a 404, unlike all other errors: https://github.com/octokit/auth-oauth-user.js/issues/239
    if (!findClient(clients, credentialsOf(request).id))
      return sendAccepted(request, reply.code(404), { error: 'Not Found' })
    return sendAccepted(request, reply, token(state, request))
  })
  mountGithubApi(app, state, { hosts: { ...hosts, ...browserHosts }, clients, subject })
}

export const github = {
  hosts,
  browserHosts,
  clients,
  issue,
  mount,
  settings: (owner) => ({ githubClientId: clients[owner].clientId, githubClientSecret: clients[owner].clientSecret }),
  subjects: (person) => ({ github: subject(person) }),
  pictures: { [`${browserHosts.githubAvatars}/u`]: (person, path) => path === String(subject(person)) },
} satisfies StandIn<'github'>
