import * as z from 'zod'
import { AccountId, displayNameOf, Handle } from '../account.ts'
import { inHeader } from '../client-authentication.ts'
import { exchangeCode } from '../exchange-code.ts'
import { requestWithToken } from '../read-json.ts'
import type { AuthorizationServer } from '../redirect.ts'
import { redirectCalls } from '../redirect-calls.ts'
import type { OAuthProviderClient, ProviderAccount, ProviderContext, ProviderSlice, Reading } from '../types.ts'

const standard = {
  twitter: 'https://x.com',
  twitterApi: 'https://api.x.com',
} as const

/**
 * https://docs.x.com/fundamentals/authentication/oauth-2-0/authorization-code: a wrong pair of a confidential client is
 * `unauthorized_client`, "Missing valid authorization header"; a wrong code is an invalid request.
 */
const refusals: Reading[] = [
  [/^unauthorized_client$/, undefined, 'wrong_client'],
  [/^invalid_request$/, /authorization code/i, 'accepted'],
]

/** https://docs.x.com/x-api/users/user-lookup-me */
const Me = z.object({
  data: z.object({
    id: AccountId,
    username: Handle,
    name: z.unknown().optional(),
    profile_image_url: z.unknown().optional(),
  }),
})

/** https://docs.x.com/resources/fundamentals/authentication/oauth-2-0/authorization-code */
const create = ({ addresses, outbound, avatarUrl }: ProviderContext<keyof typeof standard>): OAuthProviderClient => {
  const provider = 'twitter'
  const server: AuthorizationServer = {
    provider,
    issuer: addresses.twitter,
    authorizationEndpoint: `${addresses.twitter}/i/oauth2/authorize`,
    tokenEndpoint: `${addresses.twitterApi}/2/oauth2/token`,
    scope: 'users.read tweet.read',
    hasIdToken: false,
    refusals,
    authenticate: inHeader,
  }
  const accountOf = async (token: string): Promise<ProviderAccount> => {
    const url = `${addresses.twitterApi}/2/users/me?user.fields=profile_image_url`
    const { data } = await requestWithToken({ provider, outbound, url, token, schema: Me, isNewToken: true })
    const { id, username, name, profile_image_url: picture } = data
    return {
      subject: id,
      display: username,
      displayName: displayNameOf(name),
      avatarUrl: avatarUrl(picture),
      email: null,
    }
  }
  return {
    ...redirectCalls(server, outbound),
    finish: async (input) => {
      const { accessToken, tokenType } = await exchangeCode(server, outbound, input)
      return { accessToken, tokenType, account: await accountOf(accessToken) }
    },
  }
}

export const twitter = {
  addresses: standard,
  create,
  consoleUrl: 'https://console.x.com',
  docsUrl: 'https://docs.x.com/fundamentals/authentication/oauth-2-0/authorization-code',
} satisfies ProviderSlice<keyof typeof standard>
