import * as z from 'zod'
import { AccountId, displayNameOf, verifiedEmail } from '../account.ts'
import { inBody, secretOf } from '../client-authentication.ts'
import { ProviderRefusedError } from '../../provider-errors.ts'
import { requestWithToken, parseAnswer } from '../read-json.ts'
import type { AuthorizationServer } from '../redirect.ts'
import { idTokenCalls } from '../redirect-calls.ts'
import type { OAuthProviderClient, ProviderAccount, ProviderContext, ProviderSlice, Reading } from '../types.ts'

const standard = {
  googleAccounts: 'https://accounts.google.com',
  googleOauth: 'https://oauth2.googleapis.com',
  googleOpenid: 'https://openidconnect.googleapis.com',
  googleCerts: 'https://www.googleapis.com',
} as const

/**
 * The descriptions of its 401: https://github.com/Edujugon/laravel-google-ads/issues/17 for an unknown client,
 * https://github.com/teranetsrl/oauth2_client/issues/145 for a wrong secret.
 */
const refusals: Reading[] = [
  [/^invalid_client$/, /client was not found/i, 'wrong_client_id'],
  [/^invalid_client$/, /secret|unauthorized/i, 'wrong_secret'],
]

/** As google-auth-library's TokenInfo; `sub` needs the scope openid. */
const TokenInfo = z.object({ aud: z.string(), sub: AccountId.optional() })

/** ID token and userinfo alike: https://developers.google.com/identity/openid-connect/openid-connect#an-id-tokens-payload */
const Profile = z.object({
  sub: AccountId,
  email: z.unknown().optional(),
  email_verified: z.unknown().optional(),
  name: z.unknown().optional(),
  picture: z.unknown().optional(),
})

/** https://developers.google.com/identity/openid-connect/openid-connect */
const create = ({ addresses, outbound, avatarUrl }: ProviderContext<keyof typeof standard>): OAuthProviderClient => {
  const provider = 'google'
  const server: AuthorizationServer = {
    provider,
    issuer: addresses.googleAccounts,
    authorizationEndpoint: `${addresses.googleAccounts}/o/oauth2/v2/auth`,
    tokenEndpoint: `${addresses.googleOauth}/token`,
    scope: 'openid email profile',
    hasIdToken: true,
    refusals,
    authenticate: (client) => inBody(client, secretOf(client)),
  }
  const accountOf = (profile: unknown): ProviderAccount => {
    const { sub, email, email_verified: verified, name, picture } = parseAnswer(Profile, profile, provider)
    const address = verifiedEmail(email, verified)
    if (address === null) throw new ProviderRefusedError('email_not_verified')
    const displayName = displayNameOf(name)
    return { subject: sub, display: address, displayName, avatarUrl: avatarUrl(picture), email: address }
  }
  const calls = idTokenCalls({
    server,
    outbound,
    // "Always https://accounts.google.com or accounts.google.com", according to the documentation of the payload.
    issuers: [server.issuer, server.issuer.replace(/^https:\/\//, '')],
    certs: `${addresses.googleCerts}/oauth2/v3/certs`,
    accountOf,
  })
  return {
    ...calls,
    // The token is in a header, as in google-auth-library: tokeninfo also accepts it in the address, which is logged.
    checkAccessToken: async ({ clientId }, token) => {
      const ask = { provider, outbound, token } as const
      const url = `${addresses.googleOauth}/tokeninfo`
      const info = await requestWithToken({ ...ask, url, method: 'POST', schema: TokenInfo })
      if (info.aud !== clientId) throw new ProviderRefusedError('token_of_another_app')
      const profile = await requestWithToken({ ...ask, url: `${addresses.googleOpenid}/v1/userinfo`, schema: Profile })
      if (info.sub !== undefined && info.sub !== profile.sub) throw new ProviderRefusedError('token_refused')
      return accountOf(profile)
    },
  }
}

export const google = {
  addresses: standard,
  create,
  consoleUrl: 'https://console.cloud.google.com/auth/clients',
  docsUrl: 'https://developers.google.com/identity/openid-connect/openid-connect#getcredentials',
  signsIdTokens: true,
} satisfies ProviderSlice<keyof typeof standard>
