import type { Outbound } from '../outbound.ts'
import { checkClient } from './check-client.ts'
import { exchangeCode } from './exchange-code.ts'
import { type AuthorizationServer, authorizationUrl } from './redirect.ts'
import type { OAuthProviderClient, ProviderAccount } from './types.ts'
import { assertIdToken, createIdTokenCheck, type IdTokenRules } from './verify-id-token.ts'

/** The calls that every provider answers in the same way. */
export const redirectCalls = (
  server: AuthorizationServer,
  outbound: Outbound,
): Pick<OAuthProviderClient, 'start' | 'checkClient'> => ({
  start: (input) => authorizationUrl(server, input),
  checkClient: (client, redirectUri) => checkClient(server, outbound, client, redirectUri),
})

interface IdTokenOptions extends Omit<IdTokenRules, 'provider'> {
  server: AuthorizationServer
  /** The account of verified claims. `parameters`: those of the callback, in a redirect login. */
  accountOf: (claims: unknown, parameters?: URLSearchParams) => ProviderAccount
}

/** All calls of a provider whose ID token names the account (OpenID Connect Core, section 2). */
export const idTokenCalls = ({ server, accountOf, ...rules }: IdTokenOptions) => {
  const { provider } = server
  const checkIdToken = createIdTokenCheck({ provider, ...rules })
  return {
    ...redirectCalls(server, rules.outbound),
    finish: async (input) => {
      const { accessToken, tokenType, idToken } = await exchangeCode(server, rules.outbound, input)
      const nonce = { sent: input.nonce }
      const { claims } = await checkIdToken(assertIdToken(idToken, provider), input.client.clientId, nonce)
      return { accessToken, tokenType, account: accountOf(claims, input.parameters) }
    },
    checkIdToken: async ({ clientId }, token, stated) => {
      const { claims, expiresAt } = await checkIdToken(token, clientId, { stated })
      return { account: accountOf(claims), expiresAt }
    },
  } satisfies OAuthProviderClient
}
