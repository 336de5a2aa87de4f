import { methodTitles } from '@openauth/client'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { randomText } from './authorization.ts'
import type { ProviderRules } from './model.ts'
import { authenticated, type Client, pair, stableSecret } from './clients.ts'
import { authorizationRoute } from './consent.ts'
import { accessOf, exchangeCode, grantAccess, overridden, type ExchangeError } from './exchange.ts'
import { bearerOf, formOf, queryOf } from './http.ts'
import type { IssueOptions } from './issue-options.ts'
import { type Person, stable } from './people.ts'
import type { StandIn } from './stand-in.ts'
import { base, personOr } from './state.ts'
import type { Access, State } from './model.ts'

const hosts = { tiktok: 'www.tiktok.com', tiktokApi: 'open.tiktokapis.com' } as const
const browserHosts = { tiktokImages: 'p16-sign.tiktokcdn.com' } as const
/** TikTok calls the id a client key. */
export interface TikTokClient extends Client {
  clientKey: string
}
const clients = pair((owner): TikTokClient => {
  const clientKey = `aw${stable('tiktok', owner).slice(0, 16)}`
  return { clientId: clientKey, clientKey, clientSecret: stableSecret(`tiktok ${owner}`) }
})

/** Differs by client, unlike the union id. Ids begin with `-000` and are 36 characters long. */
const openId = ({ slug }: Person, clientKey: string): string => `-000${stable('tiktok', clientKey, slug).slice(0, 32)}`
const unionId = (person: Person): string => openId(person, 'union')

const LIFETIME = 86_400
const REFRESH_LIFETIME = 31_536_000
const API = `/${hosts.tiktokApi}/v2`

const rules: ProviderRules = {
  provider: 'tiktok',
  clients,
  title: methodTitles.tiktok,
  colour: '#fe2c55',
  clientParameter: 'client_key',
  scopeSeparator: /,/,
  responseTypes: ['code'],
  required: ['scope'],
  // The desktop kit documents the hash in hex: https://developers.tiktok.com/doc/login-kit-desktop
  allowsHexChallenge: true,
  codeLifetime: 600,
  // TikTok's codes also contain characters that must be decoded from the address and encoded in the form.
  newCode: () => `${randomText(64)}*${randomText(4)}!4321.va`,
  declined: { error: 'access_denied', error_description: 'User denied access' },
  extras: (_state, { scopes }) => Promise.resolve({ scopes: scopes.join(',') }),
}

const logId = (): string => `20260101${randomText(26).toUpperCase()}`

/** https://developers.tiktok.com/doc/oauth-error-handling: an error about the grant comes with status 200. */
const oauthError = (reply: FastifyReply, status: number, error: string, description: string) =>
  reply.code(status).send({ error, error_description: description, log_id: logId() })

const exchangeErrors: Record<ExchangeError, string> = {
  code: 'Authorization code is expired.',
  redirect_uri: 'Redirect_uri is not matched with the uri when requesting code.',
  missing_verifier: 'Code verifier or code challenge is invalid.',
  code_verifier: 'Code verifier or code challenge is invalid.',
}

/** An access token of TikTok with its open id, as after a consent. `overrides` replace fields of the profile. */
const issue = (state: State, options: IssueOptions<TikTokClient> = {}) => {
  const { client = clients.own, person, scopes = ['user.info.basic'], overrides } = options
  const access = { provider: 'tiktok', client, person: personOr(state, person), scopes, overrides } as const
  return {
    accessToken: grantAccess(state, `act.${randomText(60)}!4321.va`, access, LIFETIME),
    openId: openId(access.person, client.clientId),
  }
}

/** https://developers.tiktok.com/doc/oauth-user-access-token-management */
const token = (state: State, request: FastifyRequest, reply: FastifyReply) => {
  const form = formOf(request)
  const client = authenticated(clients, form.get('client_key'), form.get('client_secret'))
  if (!client) return oauthError(reply, 400, 'invalid_client', 'Client key or secret is incorrect.')
  if (form.get('grant_type') !== 'authorization_code')
    return oauthError(reply, 400, 'unsupported_grant_type', 'Grant type is not supported.')
  if (!form.get('code')) return oauthError(reply, 400, 'invalid_request', 'Code is missing in the request.')
  const grant = exchangeCode(state, 'tiktok', client, form)
  if (typeof grant === 'string') return oauthError(reply, 200, 'invalid_grant', exchangeErrors[grant])
  const issued = issue(state, { ...grant, client })
  return {
    access_token: issued.accessToken,
    expires_in: LIFETIME,
    open_id: issued.openId,
    refresh_expires_in: REFRESH_LIFETIME,
    refresh_token: `rft.${randomText(60)}!4321.va`,
    scope: grant.scopes.join(','),
    token_type: 'Bearer',
  }
}

const userFields = (state: State, { person, client }: Access): Record<string, unknown> => {
  const picture = (size: number) =>
    `${base(state, browserHosts.tiktokImages)}/tos-maliva-avt-0068/${person.slug}~c5_${size}x${size}.png?x-expires=1893456000&x-signature=local`
  return {
    open_id: openId(person, client.clientId),
    union_id: unionId(person),
    avatar_url: picture(168),
    avatar_url_100: picture(100),
    avatar_large_url: picture(720),
    display_name: person.name,
  }
}

const profileFields = ({ person }: Access): Record<string, unknown> => ({
  username: person.username,
  bio_description: '',
  profile_deep_link: `https://www.tiktok.com/@${person.username}`,
  is_verified: false,
})

/** https://developers.tiktok.com/doc/tiktok-api-v2-error-handling */
const apiError = (reply: FastifyReply, status: number, code: string, message: string) =>
  reply.code(status).send({ data: {}, error: { code, message, log_id: logId() } })

/** https://developers.tiktok.com/doc/tiktok-api-v2-get-user-info */
const userInfo = (state: State, request: FastifyRequest, reply: FastifyReply) => {
  const access = accessOf(state, 'tiktok', bearerOf(request))
  if (!access)
    return apiError(reply, 401, 'access_token_invalid', 'The access token is invalid or not found in the request.')
  const asked = (queryOf(request).get('fields') ?? '').split(',').filter(Boolean)
  if (asked.length === 0) return apiError(reply, 400, 'invalid_params', 'Fields is required')
  const granted = {
    ...(access.scopes.includes('user.info.basic') && userFields(state, access)),
    ...(access.scopes.includes('user.info.profile') && profileFields(access)),
  }
  if (asked.some((name) => !(name in granted)))
    return apiError(reply, 401, 'scope_not_authorized', 'The user did not authorize the scope required.')
  const user = Object.entries(overridden(granted, access.overrides)).filter(([name]) => asked.includes(name))
  return { data: { user: Object.fromEntries(user) }, error: { code: 'ok', message: '', log_id: logId() } }
}

/** https://developers.tiktok.com/doc/login-kit-web */
const mount = (app: FastifyInstance, state: State): void => {
  authorizationRoute(app, state, rules, `/${hosts.tiktok}/v2/auth/authorize/`)
  app.post(`${API}/oauth/token/`, (request, reply) => token(state, request, reply))
  app.get(`${API}/user/info/`, (request, reply) => userInfo(state, request, reply))
}

export const tiktok = {
  hosts,
  browserHosts,
  clients,
  issue,
  mount,
  settings: (owner) => ({ tiktokClientKey: clients[owner].clientKey, tiktokClientSecret: clients[owner].clientSecret }),
  subjects: (person) => ({ tiktok: openId(person, clients.own.clientKey), tiktokUnion: unionId(person) }),
  pictures: { [`${browserHosts.tiktokImages}/tos-maliva-avt-0068`]: ({ slug }, path) => path.startsWith(`${slug}~`) },
} satisfies StandIn<'tiktok'>
