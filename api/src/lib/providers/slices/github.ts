import * as z from 'zod'
import { AccountId, displayNameOf, Handle } from '../account.ts'
import { basicAuthorization, inBody, secretOf } from '../client-authentication.ts'
import { ProviderMisconfiguredError, ProviderRefusedError, ProviderUnavailableError } from '../../provider-errors.ts'
import { exchangeCode } from '../exchange-code.ts'
import { requestWithToken, assertToken, parseAnswer, readJson } from '../read-json.ts'
import type { AuthorizationServer } from '../redirect.ts'
import { redirectCalls } from '../redirect-calls.ts'
import type {
  ClientCredentials,
  OAuthProviderClient,
  ProviderAccount,
  ProviderContext,
  ProviderSlice,
  Reading,
} from '../types.ts'

const standard = {
  github: 'https://github.com',
  githubApi: 'https://api.github.com',
} as const

/** An unknown client is a 404: https://github.com/octokit/auth-oauth-user.js/issues/239 */
const refusals: Reading[] = [[/^not found$/i, undefined, 'wrong_client_id']]

const User = z.object({
  id: AccountId,
  login: Handle,
  name: z.unknown().optional(),
  avatar_url: z.unknown().optional(),
})

const CheckedToken = z.object({ app: z.object({ client_id: z.string() }), user: User })

type Context = ProviderContext<keyof typeof standard>

const provider = 'github'

const serverOf = ({ addresses }: Context): AuthorizationServer => ({
  provider,
  // In callbacks since April 2026: https://docs.github.com/apps/github-authentication-discovery-endpoints
  issuer: `${addresses.github}/login/oauth`,
  authorizationEndpoint: `${addresses.github}/login/oauth/authorize`,
  tokenEndpoint: `${addresses.github}/login/oauth/access_token`,
  scope: 'read:user',
  hasIdToken: false,
  refusals,
  authenticate: (client) => inBody(client, secretOf(client)),
})

const accountOf = (
  { avatarUrl }: Context,
  { id, login, name, avatar_url: picture }: z.output<typeof User>,
): ProviderAccount => ({
  subject: id,
  display: login,
  displayName: displayNameOf(name),
  avatarUrl: avatarUrl(picture),
  email: null,
})

/**
 * The error for a token that is not this client's: another client's, or an invalid one.
 * https://docs.github.com/rest/users/users#get-the-authenticated-user
 */
const refusalOf = async ({ addresses, outbound }: Context, token: string): Promise<ProviderRefusedError> => {
  const headers = { accept: 'application/vnd.github+json', authorization: `Bearer ${token}` }
  const { status, body } = await outbound(`${addresses.githubApi}/user`, { headers })
  await body?.cancel()
  return new ProviderRefusedError(status === 200 ? 'token_of_another_app' : 'token_refused')
}

/**
 * https://docs.github.com/rest/apps/oauth-applications#check-a-token: 404 for every token that is not this client's,
 * 422 for a malformed token.
 */
const checkAccessToken = async (
  context: Context,
  client: ClientCredentials,
  token: string,
): Promise<ProviderAccount> => {
  assertToken(token)
  const { addresses, outbound } = context
  const response = await outbound(`${addresses.githubApi}/applications/${encodeURIComponent(client.clientId)}/token`, {
    method: 'POST',
    headers: {
      accept: 'application/vnd.github+json',
      authorization: basicAuthorization(client),
      'content-type': 'application/json',
    },
    body: JSON.stringify({ access_token: token }),
  })
  const body = await readJson(response, provider)
  if (response.status === 404) throw await refusalOf(context, token)
  if (response.status === 422) throw new ProviderRefusedError('token_refused')
  if (response.status === 401) throw new ProviderMisconfiguredError("github does not accept the app's client secret")
  if (response.status !== 200) throw new ProviderUnavailableError(`github answered with status ${response.status}`)
  const { app, user } = parseAnswer(CheckedToken, body, provider)
  if (app.client_id !== client.clientId) throw new ProviderRefusedError('token_of_another_app')
  return accountOf(context, user)
}

/** https://docs.github.com/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps */
const create = (context: Context): OAuthProviderClient => {
  const { addresses, outbound } = context
  const server = serverOf(context)
  return {
    ...redirectCalls(server, outbound),
    finish: async (input) => {
      const { accessToken, tokenType } = await exchangeCode(server, outbound, input)
      const url = `${addresses.githubApi}/user`
      const request = { outbound, url, token: accessToken, schema: User, isNewToken: true }
      const user = await requestWithToken({ provider, ...request })
      return { accessToken, tokenType, account: accountOf(context, user) }
    },
    checkAccessToken: (client, token) => checkAccessToken(context, client, token),
  }
}

export const github = {
  addresses: standard,
  create,
  consoleUrl: 'https://github.com/settings/developers',
  docsUrl: 'https://docs.github.com/apps/oauth-apps/building-oauth-apps/creating-an-oauth-app',
} satisfies ProviderSlice<keyof typeof standard>
