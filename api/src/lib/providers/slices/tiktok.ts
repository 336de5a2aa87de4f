import * as z from 'zod'
import { AccountId, displayNameOf } from '../account.ts'
import { inBody, secretOf } from '../client-authentication.ts'
import { ProviderRefusedError } from '../../provider-errors.ts'
import { exchangeCode } from '../exchange-code.ts'
import { requestWithToken, parseAnswer } from '../read-json.ts'
import type { AuthorizationServer } from '../redirect.ts'
import { redirectCalls } from '../redirect-calls.ts'
import type { OAuthProviderClient, ProviderAccount, ProviderContext, ProviderSlice } from '../types.ts'

const standard = {
  tiktok: 'https://www.tiktok.com',
  tiktokApi: 'https://open.tiktokapis.com',
} as const

const TokenAnswer = z.object({ open_id: AccountId })

/**
 * An open_id is specific to the client; the union_id is not requested, because a token of a sister app would have it
 * too.
 */
const UserInfo = z.object({
  data: z.object({
    user: z.object({ open_id: AccountId, display_name: z.unknown().optional(), avatar_url: z.unknown().optional() }),
  }),
})

/**
 * https://developers.tiktok.com/doc/login-kit-web and
 * https://developers.tiktok.com/doc/oauth-user-access-token-management: `client_key` is the client id, scopes are
 * separated by commas, and paths end in a slash.
 */
const create = ({ addresses, outbound, avatarUrl }: ProviderContext<keyof typeof standard>): OAuthProviderClient => {
  const provider = 'tiktok'
  const server: AuthorizationServer = {
    provider,
    issuer: addresses.tiktok,
    authorizationEndpoint: `${addresses.tiktok}/v2/auth/authorize/`,
    tokenEndpoint: `${addresses.tiktokApi}/v2/oauth/token/`,
    scope: 'user.info.basic',
    hasIdToken: false,
    clientParameter: 'client_key',
    authenticate: (client) => inBody(client, secretOf(client), 'client_key'),
  }
  /** https://developers.tiktok.com/doc/tiktok-api-v2-get-user-info */
  const accountOf = async (token: string): Promise<ProviderAccount> => {
    const url = `${addresses.tiktokApi}/v2/user/info/?fields=open_id,avatar_url,display_name`
    const { data } = await requestWithToken({ provider, outbound, url, token, schema: UserInfo, isNewToken: true })
    const { open_id: subject, display_name: name, avatar_url: picture } = data.user
    return {
      subject,
      display: subject,
      displayName: displayNameOf(name),
      avatarUrl: avatarUrl(picture),
      email: null,
    }
  }
  return {
    ...redirectCalls(server, outbound),
    finish: async (input) => {
      const { accessToken, tokenType, more } = await exchangeCode(server, outbound, input)
      const { open_id: openId } = parseAnswer(TokenAnswer, more, provider)
      const account = await accountOf(accessToken)
      if (account.subject !== openId) throw new ProviderRefusedError('token_refused')
      return { accessToken, tokenType, openId, account }
    },
  }
}

export const tiktok = {
  addresses: standard,
  create,
  consoleUrl: 'https://developers.tiktok.com/apps',
  docsUrl: 'https://developers.tiktok.com/doc/login-kit-web',
} satisfies ProviderSlice<keyof typeof standard>
