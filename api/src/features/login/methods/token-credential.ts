import type { CredentialInput, ErrorCode, RedirectMethod, RedirectProvider } from '@openauth/client'
import type { Context } from '../../../handler.ts'
import type { Platform } from '../../../resources.ts'
import { Problem } from '../../../errors.ts'
import { displayNameOf } from '../../../lib/providers/account.ts'
import type { ProviderAccount } from '../../../lib/providers/types.ts'
import { withProviderErrors } from '../with-provider-errors.ts'
import { addressKey } from '../attempts.ts'
import { consumeGrant, grantedPurpose } from '../grants.ts'
import type { LoginApp } from '../../apps/login-apps.ts'
import { spend } from '../one-time.ts'
import type { BoundPurpose } from '../purpose.ts'
import type { VerifiedCredential, VerifyCredential } from '../verified-credential.ts'
import { providerClient } from '../provider-clients.ts'
import type { LoginNeeds } from '../needs.ts'

/** Tokens of a provider in a call's input. */
type Tokens = Partial<CredentialInput<'google'>>

const outages = new Set<ErrorCode>(['provider_unavailable', 'provider_misconfigured', 'method_not_configured'])

/** Whether the provider is unavailable or misconfigured, so that the credential was not refused. */
const isOutage = (error: unknown): boolean => error instanceof Problem && outages.has(error.code)

/** Counts a call to a provider before it is made, and refunds it unless the provider refused the credential. */
const withCount = async <T>(
  { attempts }: Pick<Platform, 'attempts'>,
  { ip }: Context,
  work: () => Promise<T>,
): Promise<T> => {
  const key = ['remoteProofByIp', addressKey(ip)] as const
  await attempts.consume(key)
  const result = await work().catch(async (error: unknown) => {
    if (isOutage(error)) await attempts.refund(key)
    throw error
  })
  await attempts.refund(key)
  return result
}

/** Accepts an ID token once. Stores its signed part, because a signature has several base64url spellings. */
const useIdToken = async (
  deps: LoginNeeds,
  app: LoginApp,
  provider: RedirectProvider,
  { idToken, nonce }: { idToken: string; nonce: string | undefined },
  at: Context,
) => {
  const check = deps.providers[provider].checkIdToken
  if (!check) throw new Problem('token_refused')
  const { account, expiresAt: tokenExpiresAt } = await withProviderErrors(
    check(providerClient(app, provider), idToken, nonce),
    at,
  )
  const signed = idToken.split('.', 2).join('.')
  const expiresAt = new Date(tokenExpiresAt.getTime() + 5 * 60_000)
  if (!(await spend(deps.db, app.id, `${provider} ${signed}`, expiresAt))) throw new Problem('token_refused')
  return account
}

const otherPurpose = () =>
  new Problem('token_refused', {
    message: 'The token of the login provider was issued for another purpose. Start again at the provider',
  })

/**
 * Refuses a token that this server returned for another purpose, although the provider would accept it. A token that a page
 * obtained itself has no purpose: it is accepted for login and bind, but not for reauthentication.
 */
const requireForeignToken = async (
  { db }: Pick<Platform, 'db'>,
  { id }: LoginApp,
  token: string | undefined,
  bound: BoundPurpose,
): Promise<void> => {
  if (bound.purpose === 'reauthenticate') throw otherPurpose()
  const grantedFor = token === undefined ? undefined : await grantedPurpose(db, id, token)
  if (grantedFor && (grantedFor.purpose !== bound.purpose || grantedFor.sessionId !== bound.sessionId))
    throw otherPurpose()
}

/** How long the first use of a provider's access token is stored. Some providers' tokens never expire. Milliseconds. */
const TOKEN_USE_LIFETIME = 365 * 86_400_000

/** A provider's data of an account, and the token if it can be replayed. */
export type TokenAccount = ProviderAccount & Pick<VerifiedCredential, 'reusable'>

const accountByToken = (provider: RedirectProvider, token: string, account: ProviderAccount): TokenAccount => ({
  ...account,
  reusable: { secret: `${provider} ${token}`, expiresAt: new Date(Date.now() + TOKEN_USE_LIFETIME) },
})

/**
 * The account of a token: by the grant of this server's redirect login, otherwise by asking the provider whether the token
 * was issued to this app. Tokens without a grant of providers that do not report the audience (X, TikTok, Hugging Face) are
 * refused.
 */
export const accountByCredential = async (
  deps: LoginNeeds,
  app: LoginApp,
  provider: RedirectProvider,
  { token, idToken, nonce }: Tokens,
  context: Context,
  bound: BoundPurpose,
): Promise<TokenAccount> => {
  const granted = token === undefined ? undefined : await consumeGrant(deps.db, app.id, token, provider, bound)
  if (granted) return accountByToken(provider, token!, granted.account)
  await requireForeignToken(deps, app, token, bound)
  const client = providerClient(app, provider)
  return withCount(deps, context, async () => {
    if (idToken !== undefined) return useIdToken(deps, app, provider, { idToken, nonce }, context)
    const check = deps.providers[provider].checkAccessToken
    if (!check || token === undefined) throw new Problem('token_refused')
    return accountByToken(provider, token, await withProviderErrors(check(client, token), context))
  })
}

/** The verified credential of a provider's account. `displayName`: instead of the account's. */
export const verifiedOf = (
  provider: RedirectMethod,
  account: TokenAccount,
  { displayName, formerSubject }: { displayName?: string | undefined; formerSubject?: string | undefined } = {},
): VerifiedCredential => {
  const { subject, display, avatarUrl, reusable } = account
  return {
    identity: { provider, subject, display },
    formerSubject,
    displayName: displayNameOf(displayName ?? account.displayName),
    picture: avatarUrl ? { kind: 'url', url: avatarUrl } : null,
    ...(reusable ? { reusable } : {}),
  }
}

/** Throws `account_mismatch` if a call names an account and the provider another. */
export const requireSameAccount = (given: string | undefined, actual: string | null): void => {
  if (given !== undefined && given.toLowerCase() !== actual?.toLowerCase()) throw new Problem('account_mismatch')
}

/** The usual verification: the token of a redirect login, or an ID token where the provider signs them. */
export const verifyToken =
  (provider: RedirectProvider): VerifyCredential<Tokens> =>
  async (deps, app, { token, idToken, nonce }, context, bound) => {
    if (token === undefined && idToken === undefined)
      throw new Problem('invalid_input', { issues: [{ path: 'token', message: 'give token or idToken' }] })
    return verifiedOf(
      provider,
      await accountByCredential(deps, app, provider, { token, idToken, nonce }, context, bound),
    )
  }
