import { methodTitles } from '@openauth/client'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { randomText } from './authorization.ts'
import type { ProviderRules } from './model.ts'
import { authenticated, type Client, isKnownRedirect, pair, stableSecret } from './clients.ts'
import { authorizationRoute } from './consent.ts'
import { accessOf, exchangeCode, grantAccess, overridden, type ExchangeError } from './exchange.ts'
import { bearerOf, credentialsOf, formOf } from './http.ts'
import type { IssueOptions } from './issue-options.ts'
import { type Person, stable } from './people.ts'
import type { StandIn } from './stand-in.ts'
import { personOr } from './state.ts'
import type { Access, State } from './model.ts'

const hosts = { discord: 'discord.com', discordCdn: 'cdn.discordapp.com' } as const
const clients = pair((owner, digit) => ({
  clientId: `15792845390022246${digit}0`,
  clientSecret: stableSecret(`discord ${owner}`),
}))
const subject = ({ number }: Person): string => `80351110224678912${number}`
const avatar = ({ slug }: Person): string => stable('discord avatar', slug).slice(0, 32)

const LIFETIME = 604_800

const rules: ProviderRules = {
  provider: 'discord',
  clients,
  title: methodTitles.discord,
  colour: '#5865f2',
  clientParameter: 'client_id',
  scopeSeparator: / /,
  responseTypes: ['code'],
  required: ['scope'],
  issuer: hosts.discord,
  codeLifetime: 600,
  newCode: () => randomText(30),
  declined: {
    error: 'access_denied',
    error_description: 'The resource owner or authorization server denied the request',
  },
}

/** https://discord.com/developers/docs/resources/user#user-object */
const partialUser = ({ person }: Access) => ({
  id: subject(person),
  username: person.username,
  avatar: person.hasPicture ? avatar(person) : null,
  discriminator: '0',
  public_flags: 0,
  flags: 0,
  banner: null,
  accent_color: null,
  global_name: person.name,
})

const user = (access: Access) =>
  overridden(
    {
      ...partialUser(access),
      mfa_enabled: true,
      locale: 'en-US',
      premium_type: 0,
      ...(access.scopes.includes('email') && { email: access.person.email, verified: true }),
    },
    access.overrides,
  )

/** https://discord.com/developers/docs/topics/oauth2#get-current-authorization-information */
const authorizationInfo = (access: Access) => {
  const application = {
    id: access.client.clientId,
    name: 'A game',
    icon: null,
    description: '',
    hook: true,
    bot_public: true,
    bot_require_code_grant: false,
    verify_key: stable('verify key', access.client.clientId),
  }
  return {
    application: { ...application, id: access.overrides.aud ?? application.id },
    scopes: access.scopes,
    expires: new Date(access.expiresAt * 1000).toISOString().replace('Z', '000+00:00'),
    ...(access.scopes.includes('identify') && { user: overridden(partialUser(access), access.overrides) }),
  }
}

const exchangeErrors: Record<ExchangeError, { error: string; error_description: string }> = {
  code: { error: 'invalid_grant', error_description: 'Invalid "code" in request.' },
  redirect_uri: { error: 'invalid_grant', error_description: 'Invalid "redirect_uri" in request.' },
  missing_verifier: { error: 'invalid_grant', error_description: 'Missing "code_verifier" in request.' },
  code_verifier: { error: 'invalid_grant', error_description: 'Invalid "code_verifier" in request.' },
}

/** An address that is not registered: https://github.com/discord/discord-api-docs/issues/4076 */
const unknownRedirect = { error: 'invalid_request', error_description: 'Invalid "redirect_uri" in request.' }

/** An access token of Discord, as after a consent. `overrides` replace fields of the profile. */
const issue = (state: State, options: IssueOptions<Client> = {}) => {
  const { client = clients.own, person, scopes = ['identify', 'email'], overrides } = options
  const access = { provider: 'discord', client, person: personOr(state, person), scopes, overrides } as const
  return { accessToken: grantAccess(state, randomText(30), access, LIFETIME) }
}

const token = (state: State, request: FastifyRequest, reply: FastifyReply) => {
  const form = formOf(request)
  const { id, secret } = credentialsOf(request)
  const client = authenticated(clients, id, secret)
  if (!client) return reply.code(401).send({ error: 'invalid_client' })
  if (form.get('grant_type') !== 'authorization_code') return reply.code(400).send({ error: 'unsupported_grant_type' })
  if (!isKnownRedirect('discord', form, state.redirects)) return reply.code(400).send(unknownRedirect)
  const grant = exchangeCode(state, 'discord', client, form)
  if (typeof grant === 'string') return reply.code(400).send(exchangeErrors[grant])
  return {
    token_type: 'Bearer',
    access_token: issue(state, { ...grant, client }).accessToken,
    expires_in: LIFETIME,
    refresh_token: randomText(30),
    scope: grant.scopes.join(' '),
  }
}

const withAccess =
  (state: State, answer: (access: Access) => object) => (request: FastifyRequest, reply: FastifyReply) => {
    const access = accessOf(state, 'discord', bearerOf(request))
    return access ? answer(access) : reply.code(401).send({ message: '401: Unauthorized', code: 0 })
  }

/** https://discord.com/developers/docs/topics/oauth2 */
const mount = (app: FastifyInstance, state: State): void => {
  for (const path of ['/oauth2/authorize', '/api/oauth2/authorize'])
    authorizationRoute(app, state, rules, `/${hosts.discord}${path}`)
  for (const api of ['/api', '/api/v9', '/api/v10']) {
    app.post(`/${hosts.discord}${api}/oauth2/token`, (request, reply) => token(state, request, reply))
    app.get(`/${hosts.discord}${api}/oauth2/@me`, withAccess(state, authorizationInfo))
    app.get(`/${hosts.discord}${api}/users/@me`, withAccess(state, user))
  }
}

export const discord = {
  hosts,
  clients,
  issue,
  mount,
  settings: (owner) => ({
    discordApplicationId: clients[owner].clientId,
    discordClientSecret: clients[owner].clientSecret,
  }),
  subjects: (person) => ({ discord: subject(person) }),
  pictures: { [`${hosts.discordCdn}/avatars`]: (person, path) => path === `${subject(person)}/${avatar(person)}.png` },
} satisfies StandIn<'discord'>
