import type { CredentialInput, ErrorCode, RedirectProvider } from '@openauth/client'
import type { Context } from '../../../auth.ts'
import type { Deps } from '../../../deps.ts'
import { Problem } from '../../../errors.ts'
import { displayNameOf } from '../../../lib/providers/account.ts'
import type { ProviderAccount } from '../../../lib/providers/types.ts'
import { withProviderErrors } from '../with-provider-errors.ts'
import { addressKey } from '../attempts.ts'
import { consumeGrant } from '../grants.ts'
import type { LoginApp } from '../login-apps.ts'
import { spend } from '../one-time.ts'
import type { VerifiedCredential, VerifyCredential } from '../verified-credential.ts'
import { providerClient } from '../provider-clients.ts'

/** Tokens of a provider, as the calls carry them. */
type Tokens = Partial<CredentialInput<'google'>>

const outages = new Set<ErrorCode>(['provider_unavailable', 'provider_misconfigured', 'method_not_configured'])

/** Nothing was refused: the provider does not answer, or not to this app. */
const isOutage = (error: unknown): boolean => error instanceof Problem && outages.has(error.code)

/** A call to a provider is counted before it is made, and refunded unless the provider refused the credential. */
const counted = async <T>({ limits }: Deps, { ip }: Context, work: () => Promise<T>): Promise<T> => {
  const key = ['remoteProofByIp', addressKey(ip)] as const
  await limits.consume(key)
  const result = await work().catch(async (error: unknown) => {
    if (isOutage(error)) await limits.refund(key)
    throw error
  })
  await limits.refund(key)
  return result
}

/** An ID token logs in once. What is signed is remembered, since a signature has more than one spelling in base64url. */
const useIdToken = async (
  deps: Deps,
  app: LoginApp,
  provider: RedirectProvider,
  { idToken, nonce }: { idToken: string; nonce: string | undefined },
  at: Context,
) => {
  const check = deps.providers[provider].checkIdToken
  if (!check) throw new Problem('token_refused')
  const { account, expiresAt } = await withProviderErrors(check(providerClient(app, provider), idToken, nonce), at)
  const signed = idToken.split('.', 2).join('.')
  const until = new Date(expiresAt.getTime() + 5 * 60_000)
  if (!(await spend(deps.db, app.id, `${provider} ${signed}`, until))) throw new Problem('token_refused')
  return account
}

/**
 * Whose account is shown: by a token that a redirect login of this server handed out, else by asking the provider whether
 * it was issued to this app. Providers that tell no audience (X, TikTok, Hugging Face) are not asked: a token of theirs
 * from elsewhere is refused.
 */
const accountOf = async (
  deps: Deps,
  app: LoginApp,
  provider: RedirectProvider,
  { token, idToken, nonce }: Tokens,
  context: Context,
): Promise<ProviderAccount> => {
  const granted = token === undefined ? undefined : await consumeGrant(deps.db, app.id, token, provider)
  if (granted) return granted
  const client = providerClient(app, provider)
  return counted(deps, context, async () => {
    if (idToken !== undefined) return useIdToken(deps, app, provider, { idToken, nonce }, context)
    const check = deps.providers[provider].checkAccessToken
    if (!check || token === undefined) throw new Problem('token_refused')
    return withProviderErrors(check(client, token), context)
  })
}

const proofOf = (provider: RedirectProvider, account: ProviderAccount, displayName?: string): VerifiedCredential => {
  const { subject, display, email, avatarUrl } = account
  return {
    identity: { provider, subject, display },
    // Before subjects were kept, google identities were e-mail addresses; Google has verified this one.
    formerSubject: provider === 'google' && email ? email.toLowerCase() : undefined,
    displayName: displayNameOf(displayName ?? account.displayName),
    picture: avatarUrl ? { kind: 'url', url: avatarUrl } : null,
  }
}

const sameAs = (given: string | undefined, actual: string | null): void => {
  if (given !== undefined && given.toLowerCase() !== actual?.toLowerCase()) throw new Problem('account_mismatch')
}

export const verifyGoogleCredential: VerifyCredential<CredentialInput<'google'>> = async (
  deps,
  app,
  { email, ...shown },
  context,
) => {
  if (shown.token === undefined && shown.idToken === undefined)
    throw new Problem('invalid_input', { issues: [{ path: 'token', message: 'give token or idToken' }] })
  const account = await accountOf(deps, app, 'google', shown, context)
  sameAs(email, account.email)
  return proofOf('google', account)
}

/** The login call names the account `discord`, the bind call `discordId`. */
type Discord = CredentialInput<'discord'> & { discord?: string | undefined; discordId?: string | undefined }

export const verifyDiscordCredential: VerifyCredential<Discord> = async (
  deps,
  app,
  { token, discord, discordId },
  context,
) => {
  const account = await accountOf(deps, app, 'discord', { token }, context)
  sameAs(discord ?? discordId, account.subject)
  return proofOf('discord', account)
}

export const verifyTikTokCredential: VerifyCredential<CredentialInput<'tiktok'>> = async (
  deps,
  app,
  { token, openId },
  context,
) => {
  const account = await accountOf(deps, app, 'tiktok', { token }, context)
  if (openId !== undefined && openId !== account.subject) throw new Problem('account_mismatch')
  return proofOf('tiktok', account)
}

const verifyTokenCredential =
  (provider: 'twitter' | 'github'): VerifyCredential<CredentialInput<'twitter'>> =>
  async (deps, app, { token }, context) =>
    proofOf(provider, await accountOf(deps, app, provider, { token }, context))

export const verifyTwitterCredential = verifyTokenCredential('twitter')
export const verifyGithubCredential = verifyTokenCredential('github')

/** Hugging Face tells no audience of an access token, but signs ID tokens: `tokenType` says which it is. */
export const verifyHuggingfaceCredential: VerifyCredential<CredentialInput<'huggingface'>> = async (
  deps,
  app,
  { token, tokenType },
  context,
) => {
  const shown = tokenType?.toLowerCase() === 'id_token' ? { idToken: token } : { token }
  return proofOf('huggingface', await accountOf(deps, app, 'huggingface', shown, context))
}

export const verifyAppleCredential: VerifyCredential<CredentialInput<'apple'>> = async (
  deps,
  app,
  { token, nonce, displayName },
  context,
) => {
  // The page shows either an identity token of Apple's SDK or what the redirect login gave it; both come as `token`.
  const shown = /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token) ? { token, idToken: token, nonce } : { token }
  return proofOf('apple', await accountOf(deps, app, 'apple', shown, context), displayName)
}
