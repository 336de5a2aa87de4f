import type { OidcConnection } from '@openauth/client'
import { z } from 'zod'
import type { Outbound } from '../outbound.ts'
import { AccountId, createAvatarUrl, displayNameOf, verifiedEmail } from './account.ts'
import { ProviderMisconfiguredError, ProviderRefusedError } from '../provider-errors.ts'
import { requestWithToken } from './read-json.ts'
import type { ProviderAccount } from './types.ts'

/** What of a connection decides who an account is, and whether it may log in. */
export type AccountRules = Pick<OidcConnection, 'issuer' | 'claims' | 'domains' | 'onlyDomains' | 'trustsEmails'>

type Claims = Record<string, unknown>

/** The tokens of a login, of which the ID token is verified. */
interface VerifiedLogin {
  claims: Claims
  accessToken: string
  /** The provider's userinfo endpoint, if it has one. */
  userinfo: string | undefined
}

const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1)

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** The claims of the ID token, with those that the provider tells at its userinfo endpoint alone (Core, section 5.3). */
const allClaims = async (
  outbound: Outbound,
  names: AccountRules['claims'],
  { claims, accessToken, userinfo }: VerifiedLogin,
): Promise<Claims> => {
  const wanted = [names.username, names.name, names.email, names.picture]
  if (userinfo === undefined || wanted.every((name) => name in claims)) return claims
  const more = await requestWithToken({
    provider: 'oidc',
    outbound,
    url: userinfo,
    token: accessToken,
    schema: z.record(z.string(), z.unknown()),
    isNewToken: true,
  })
  if (more['sub'] !== claims['sub']) throw new ProviderRefusedError('token_refused')
  return { ...more, ...claims }
}

/**
 * The account of a login, by the rules of its connection. Its id is of the ID token alone, which is signed. Throws
 * ProviderRefusedError for an account that the rules exclude, ProviderMisconfiguredError without an id.
 */
export const accountOfLogin = async (
  outbound: Outbound,
  { issuer, claims: names, domains, onlyDomains, trustsEmails }: AccountRules,
  login: VerifiedLogin,
): Promise<ProviderAccount> => {
  const claims = await allClaims(outbound, names, login)
  const id = AccountId.safeParse(login.claims[names.subject])
  if (!id.success)
    throw new ProviderMisconfiguredError(`The ID token has no claim ${names.subject} that could be an account's id`)
  const email = verifiedEmail(claims[names.email], trustsEmails || claims['email_verified'])
  if (onlyDomains && (email === null || !domains.includes(domainOf(email))))
    throw new ProviderRefusedError('account_not_expected')
  return {
    // An account is of its issuer: another provider's account of the same id is another person.
    subject: `${issuer} ${id.data}`,
    display: email ?? text(claims[names.username])?.slice(0, 255) ?? id.data,
    displayName: displayNameOf(claims[names.name]),
    avatarUrl: createAvatarUrl([issuer])(claims[names.picture]),
    email,
  }
}
