import { z } from 'zod'
import { AccountId, displayNameOf, Handle } from './account.ts'
import { inHeader } from './client-authentication.ts'
import { checkClient } from './check-client.ts'
import { exchangeCode } from './exchange-code.ts'
import { parseAnswer } from './read-json.ts'
import { type AuthorizationServer, authorizationUrl } from './redirect.ts'
import type { OAuthProviderClient, ProviderAccount, ProviderContext } from './types.ts'
import { assertIdToken, createIdTokenCheck } from './verify-id-token.ts'

const Claims = z.object({
  sub: AccountId,
  preferred_username: Handle.optional().catch(undefined),
  name: z.unknown().optional(),
  picture: z.unknown().optional(),
})

/** https://huggingface.co/docs/hub/oauth */
export const createHuggingFace = ({ addresses, outbound, avatarUrl }: ProviderContext): OAuthProviderClient => {
  const provider = 'huggingface'
  const server: AuthorizationServer = {
    provider,
    issuer: addresses.huggingface,
    authorizationEndpoint: `${addresses.huggingface}/oauth/authorize`,
    tokenEndpoint: `${addresses.huggingface}/oauth/token`,
    scope: 'openid profile',
    hasIdToken: true,
    authenticate: inHeader,
  }
  const checkIdToken = createIdTokenCheck({
    provider,
    outbound,
    issuers: [server.issuer],
    certs: `${addresses.huggingface}/oauth/jwks`,
  })
  const accountOf = (claims: unknown): ProviderAccount => {
    const { sub, preferred_username: handle, name, picture } = parseAnswer(Claims, claims, provider)
    return {
      subject: sub,
      // A token without the scope profile has no handle.
      display: handle ?? sub,
      displayName: displayNameOf(name),
      avatarUrl: avatarUrl(picture),
      email: null,
    }
  }
  return {
    start: (input) => authorizationUrl(server, input),
    checkClient: (client, redirectUri) => checkClient(server, outbound, client, redirectUri),
    finish: async (input) => {
      const { accessToken, tokenType, idToken } = await exchangeCode(server, outbound, input)
      const nonce = { sent: input.nonce }
      const { claims } = await checkIdToken(assertIdToken(idToken, provider), input.client.clientId, nonce)
      return { accessToken, tokenType, account: accountOf(claims) }
    },
    checkIdToken: async ({ clientId }, token, stated) => {
      const { claims, expiresAt } = await checkIdToken(token, clientId, { stated })
      return { account: accountOf(claims), expiresAt }
    },
  }
}
