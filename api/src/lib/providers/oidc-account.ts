import type { OidcConnection } from '@openauth/client'
import * as z from 'zod'
import { domainOf, hasDomain } from '../email-domain.ts'
import type { Outbound } from '../outbound.ts'
import { shownName } from '../shown-name.ts'
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

/** What the provider's userinfo endpoint tells of the account, where the ID token lacks claims (Core, section 5.3). */
const furtherClaims = async (
  outbound: Outbound,
  names: AccountRules['claims'],
  { claims, accessToken, userinfo }: VerifiedLogin,
): Promise<Claims> => {
  const wanted = [names.username, names.name, names.email, names.picture]
  if (userinfo === undefined || wanted.every((name) => name in claims)) return {}
  const more = await requestWithToken({
    provider: 'oidc',
    outbound,
    url: userinfo,
    token: accessToken,
    schema: z.record(z.string(), z.unknown()),
    isNewToken: true,
  })
  if (more['sub'] !== claims['sub']) throw new ProviderRefusedError('token_refused')
  return more
}

/** What the provider says of an address: `email_verified` is about the claim `email` beside it (Core, section 5.1), and no other. */
const saidOf = (address: unknown, answers: Claims[]): unknown =>
  answers.find((each) => each['email'] === address && each['email_verified'] !== undefined)?.['email_verified']

/** An id that is an e-mail address passes to whoever enters the address at the provider, unless it is verified. */
const isEmail = (names: AccountRules['claims']): boolean => ['email', names.email].includes(names.subject)

/**
 * The account of a login, by the rules of its connection. Its id is of the ID token alone, which is signed. Throws
 * ProviderRefusedError for an account that the rules exclude, ProviderMisconfiguredError without an id.
 */
export const accountOfLogin = async (
  outbound: Outbound,
  { issuer, claims: names, domains, onlyDomains, trustsEmails }: AccountRules,
  login: VerifiedLogin,
): Promise<ProviderAccount> => {
  const answers = [login.claims, await furtherClaims(outbound, names, login)]
  const claims = { ...answers[1], ...login.claims }
  const verified = (address: unknown) => verifiedEmail(address, trustsEmails || saidOf(address, answers))
  const id = AccountId.safeParse(login.claims[names.subject])
  if (!id.success)
    throw new ProviderMisconfiguredError(`The ID token has no claim ${names.subject} that could be an account's id`)
  if (isEmail(names) && verified(login.claims[names.subject]) === null)
    throw new ProviderRefusedError('email_not_verified')
  const email = verified(claims[names.email])
  if (onlyDomains && (email === null || !hasDomain(domains, domainOf(email))))
    throw new ProviderRefusedError('account_not_expected')
  return {
    // An account is of its issuer: another provider's account of the same id is another person.
    subject: `${issuer} ${id.data}`,
    display: email ?? shownName(claims[names.username], 255) ?? id.data,
    displayName: displayNameOf(claims[names.name]),
    avatarUrl: createAvatarUrl([issuer])(claims[names.picture]),
    email,
  }
}
