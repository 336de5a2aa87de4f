import * as z from 'zod'
import { AccountId, displayNameOf } from '../account.ts'
import { inBody, secretOf } from '../client-authentication.ts'
import { ProviderRefusedError } from '../../provider-errors.ts'
import { exchangeCode } from '../exchange-code.ts'
import { requestWithToken } from '../read-json.ts'
import type { AuthorizationServer } from '../redirect.ts'
import { redirectCalls } from '../redirect-calls.ts'
import type { OAuthProviderClient, ProviderAccount, ProviderContext, ProviderSlice } from '../types.ts'

const standard = {
  discord: 'https://discord.com',
  discordCdn: 'https://cdn.discordapp.com',
} as const

const User = z.object({
  id: AccountId,
  username: z.unknown().optional(),
  global_name: z.unknown().optional(),
  /** The hash of a picture. */
  avatar: z.unknown().optional(),
})

/** `user` needs the scope identify: https://discord.com/developers/docs/topics/oauth2#get-current-authorization-information */
const Authorization = z.object({ application: z.object({ id: AccountId }), user: User.optional() })

/** https://discord.com/developers/docs/topics/oauth2 */
const create = ({ addresses, outbound, avatarUrl }: ProviderContext<keyof typeof standard>): OAuthProviderClient => {
  const provider = 'discord'
  const server: AuthorizationServer = {
    provider,
    issuer: addresses.discord,
    authorizationEndpoint: `${addresses.discord}/oauth2/authorize`,
    tokenEndpoint: `${addresses.discord}/api/oauth2/token`,
    scope: 'identify',
    hasIdToken: false,
    authenticate: (client) => inBody(client, secretOf(client)),
  }
  /** https://discord.com/developers/docs/reference#image-formatting */
  const pictureOf = (id: string, avatar: unknown): string | null =>
    typeof avatar === 'string' && /^\w{1,64}$/.test(avatar)
      ? avatarUrl(`${addresses.discordCdn}/avatars/${encodeURIComponent(id)}/${avatar}.png`)
      : null
  const checkAccessToken = async (client: { clientId: string }, token: string): Promise<ProviderAccount> => {
    const url = `${addresses.discord}/api/v10/oauth2/@me`
    const { application, user } = await requestWithToken({ provider, outbound, url, token, schema: Authorization })
    if (application.id !== client.clientId) throw new ProviderRefusedError('token_of_another_app')
    if (!user) throw new ProviderRefusedError('token_refused')
    const { id, username, global_name: globalName, avatar } = user
    const displayName = displayNameOf(globalName) ?? displayNameOf(username)
    return { subject: id, display: id, displayName, avatarUrl: pictureOf(id, avatar), email: null }
  }
  return {
    ...redirectCalls(server, outbound),
    finish: async (input) => {
      const { accessToken, tokenType } = await exchangeCode(server, outbound, input)
      return { accessToken, tokenType, account: await checkAccessToken(input.client, accessToken) }
    },
    checkAccessToken,
  }
}

export const discord = {
  addresses: standard,
  create,
  consoleUrl: 'https://discord.com/developers/applications',
  docsUrl: 'https://discord.com/developers/docs/topics/oauth2',
} satisfies ProviderSlice<keyof typeof standard>
