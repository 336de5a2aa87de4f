import * as z from 'zod'
import { AccountId, displayNameOf, Handle } from '../account.ts'
import { inHeader } from '../client-authentication.ts'
import { parseAnswer } from '../read-json.ts'
import type { AuthorizationServer } from '../redirect.ts'
import { idTokenCalls } from '../redirect-calls.ts'
import type { OAuthProviderClient, ProviderAccount, ProviderContext, ProviderSlice } from '../types.ts'

const standard = {
  huggingface: 'https://huggingface.co',
} as const

const Claims = z.object({
  sub: AccountId,
  preferred_username: Handle.optional().catch(undefined),
  name: z.unknown().optional(),
  picture: z.unknown().optional(),
})

/** https://huggingface.co/docs/hub/oauth */
const create = ({ addresses, outbound, avatarUrl }: ProviderContext<keyof typeof standard>): OAuthProviderClient => {
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
  return idTokenCalls({
    server,
    outbound,
    issuers: [server.issuer],
    certs: `${addresses.huggingface}/oauth/jwks`,
    accountOf,
  })
}

export const huggingface = {
  addresses: standard,
  create,
  consoleUrl: 'https://huggingface.co/settings/connected-applications',
  docsUrl: 'https://huggingface.co/docs/hub/oauth',
  signsIdTokens: true,
} satisfies ProviderSlice<keyof typeof standard>
