import * as z from 'zod'
import { oidcAlgorithms, oidcScopes } from './facts/oidc-clients.ts'
import { flag, hasUserInfo, name } from './fields.ts'

const isLoopback = ({ hostname }: URL): boolean => /^(127\.0\.0\.1|localhost|\[::1\])$/.test(hostname)

/** A scheme of an app on a device, such as `com.example.app:/callback` (RFC 8252, section 7.1). */
const isPrivateUse = ({ protocol }: URL): boolean => /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/.test(protocol)

const isReturnAddress = (text: string): boolean => {
  if (!URL.canParse(text) || text.includes('#') || /[\s\p{Cc}*\\]/u.test(text)) return false
  const url = new URL(text)
  const isWeb = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url))
  return isWeb ? !hasUserInfo(text) : isPrivateUse(url)
}

/** Compared character by character (RFC 9700, section 2.1). */
const ReturnAddress = z.string().trim().max(1024).refine(isReturnAddress, {
  error:
    'must be an https address without a fragment, http on loopback, or a private-use scheme such as com.example.app:/callback',
})

const distinct = (values: readonly unknown[]): boolean => new Set(values).size === values.length

export const ReturnAddresses = z
  .array(ReturnAddress)
  .max(20)
  .refine(distinct, { error: 'must not have the same address twice' })

const member = z.string().max(2048)

/** The public part of a key (RFC 7517, RFC 7518). A private part is refused: it belongs on the client's server alone. */
export const PublicJwk = z.strictObject({
  kty: z.enum(['RSA', 'EC', 'OKP']),
  kid: member.optional(),
  alg: member.optional(),
  use: z.literal('sig').optional(),
  crv: member.optional(),
  x: member.optional(),
  y: member.optional(),
  n: member.optional(),
  e: member.optional(),
})

/** What operators set of a client, and may change. */
export const changeableClientFields = {
  name: name(1, 64).describe('what users read on the consent page'),
  redirectUris: ReturnAddresses.describe('where logins may return to; compared character by character'),
  postLogoutRedirectUris: ReturnAddresses.describe('where a log-out may return to'),
  backchannelLogoutUri: z
    .url({ protocol: /^https?$/, error: 'must be an https address' })
    .max(1024)
    .nullable()
    .describe('is told when a session ends in which a user logged in there (OpenID Connect Back-Channel Logout 1.0)'),
  publicKeys: z.array(PublicJwk).max(5).describe('JWKs that verify its assertions, for `private_key_jwt` alone'),
  scopes: z
    .array(z.enum(oidcScopes))
    .max(oidcScopes.length)
    .refine((scopes) => scopes.includes('openid') && distinct(scopes), { error: 'must have `openid`, and each once' })
    .describe('what it may ask for'),
  idTokenAlgorithm: z.enum(oidcAlgorithms).describe('signs its ID tokens'),
  skipsConsent: flag(z.boolean()).describe("for the operator's own clients: users are not asked"),
  deviceLogins: flag(z.boolean()).describe('may log users in on devices without a browser (RFC 8628)'),
  requiresPkce: flag(z.boolean()).describe(
    'off: a client with a secret or key may send a `nonce` instead, for libraries without PKCE',
  ),
  enabled: flag(z.boolean()).describe('switched off, it gets no tokens, and those that it has are refused'),
}
