import * as z from 'zod'
import { appleClientSecret } from '../apple-secret.ts'
import { AccountId, displayNameOf, verifiedEmail } from '../account.ts'
import { inBody } from '../client-authentication.ts'
import { parseAnswer } from '../read-json.ts'
import type { AuthorizationServer } from '../redirect.ts'
import { idTokenCalls } from '../redirect-calls.ts'
import type { OAuthProviderClient, ProviderAccount, ProviderContext, ProviderSlice } from '../types.ts'

const standard = {
  apple: 'https://appleid.apple.com',
} as const

const Claims = z.object({ sub: AccountId, email: z.unknown().optional(), email_verified: z.unknown().optional() })

const Name = z.object({ name: z.object({ firstName: z.string().catch(''), lastName: z.string().catch('') }) })

/**
 * The name in the form field `user`, which Apple sends unsigned and only at the first consent; use it for display only.
 * Null for anything but Apple's JSON.
 */
const nameFrom = (user: string | null): string | null => {
  try {
    const { firstName, lastName } = Name.parse(JSON.parse(user ?? '')).name
    return displayNameOf(`${firstName} ${lastName}`)
  } catch {
    return null
  }
}

/** https://developer.apple.com/documentation/signinwithapplerestapi */
const create = ({ addresses, outbound }: ProviderContext<keyof typeof standard>): OAuthProviderClient => {
  const provider = 'apple'
  const server: AuthorizationServer = {
    provider,
    issuer: addresses.apple,
    authorizationEndpoint: `${addresses.apple}/auth/authorize`,
    tokenEndpoint: `${addresses.apple}/auth/token`,
    scope: 'name email',
    hasIdToken: true,
    // Apple requires this whenever name or email is requested.
    parameters: { response_mode: 'form_post' },
    authenticate: async (client) => inBody(client, await appleClientSecret(client, addresses.apple)),
  }
  const accountOf = (claims: unknown, parameters?: URLSearchParams): ProviderAccount => {
    const { sub, email, email_verified: verified } = parseAnswer(Claims, claims, provider)
    const address = verifiedEmail(email, verified)
    return {
      subject: sub,
      display: sub,
      displayName: nameFrom(parameters?.get('user') ?? null),
      avatarUrl: null,
      email: address,
    }
  }
  return idTokenCalls({
    server,
    outbound,
    issuers: [server.issuer],
    certs: `${addresses.apple}/auth/keys`,
    accountOf,
  })
}

export const apple = {
  addresses: standard,
  create,
  consoleUrl: 'https://developer.apple.com/account/resources/identifiers/list/serviceId',
  docsUrl:
    'https://developer.apple.com/help/account/configure-app-capabilities/configure-sign-in-with-apple-for-the-web',
  signsIdTokens: true,
} satisfies ProviderSlice<keyof typeof standard>
