import { randomBytes } from 'node:crypto'
import { errors, type ErrorCode, type RedirectProvider } from '@openauth/client'
import type { Context } from '../../auth.ts'
import type { Deps } from '../../deps.ts'
import { Problem } from '../../errors.ts'
import { ProviderDeniedError } from '../../lib/providers/errors.ts'
import type { Obtained } from '../../lib/providers/types.ts'
import { withProviderErrors } from './with-provider-errors.ts'
import { addressKey } from './attempts.ts'
import { issueGrant } from './grants.ts'
import { issueOneTime, oneTimeDigest, consumeOneTime } from './one-time.ts'
import { requireAllowedPage } from './page-origin.ts'
import { confidentialProviderClient } from './provider-clients.ts'

/** How long somebody may take at the provider. Milliseconds (OWASP ASVS 5, 10.4.3: at most ten minutes). */
export const LIFETIME = 10 * 60_000

/** What is kept of a redirect login while the browser is at the provider. */
interface RedirectState {
  provider: RedirectProvider
  redirectUrl: string
  mode: ReturnMode
  verifier: string
  nonce: string
  /** A digest of the cookie: only the browser that was sent away may come back. */
  browser: string
}

/** How the page gets what it logs in with: the provider's token, as clients in the field read it, or a one-time code. */
export type ReturnMode = 'token' | 'code'

interface Where {
  appId: string
  provider: RedirectProvider
  /** The browser's cookie. */
  browser: string
}

const secret = (): string => randomBytes(32).toString('base64url')
const browserDigest = (cookie: string): string => oneTimeDigest(cookie).toString('base64url')

const callbackUrl = ({ settings }: Deps, { appId, provider }: Where): string =>
  `${settings.publicUrl}/auth/${appId}/${provider}/callback`

/** What a redirect login adds to the page's address. */
const returned = [...['auth_type', 'access_token', 'token_type', 'open_id', 'code', 'error', 'error_description']]

const returnTo = (
  redirectUrl: string,
  provider: RedirectProvider,
  parameters: Record<string, string | undefined>,
): URL => {
  const url = new URL(redirectUrl)
  // What an earlier login left in the page's address, or somebody put there, is not taken for this one's.
  for (const name of returned) url.searchParams.delete(name)
  const all = { auth_type: `openauth_${provider}`, ...parameters }
  for (const [name, value] of Object.entries(all)) if (value !== undefined) url.searchParams.set(name, value)
  return url
}

/** A failure as the page reads it: the provider's own code, or one of ours. What is unforeseen is not a page's business. */
const failure = (error: unknown): { error: string; error_description: string | undefined } => {
  if (error instanceof ProviderDeniedError) return { error: error.error, error_description: error.description }
  const code: ErrorCode = error instanceof Problem ? error.code : 'internal'
  return { error: code, error_description: error instanceof Problem ? error.message : errors.internal[1] }
}

const backWith = (
  error: unknown,
  redirectUrl: string,
  provider: RedirectProvider,
  { log }: Pick<Context, 'log'>,
): URL => {
  if (!(error instanceof Problem) && !(error instanceof ProviderDeniedError))
    log.error({ err: error }, 'a redirect login failed')
  return returnTo(redirectUrl, provider, failure(error))
}

/**
 * Where to send a browser that wants to log in: to the provider, with a state that works once, PKCE and a nonce, or back
 * to its page with the reason why not. Throws only where the page itself is not allowed: `app_not_found`,
 * `origin_not_allowed`, `too_many_attempts`.
 */
export const beginRedirect = async (
  deps: Deps,
  where: Where,
  { redirectUrl, mode }: { redirectUrl: string; mode: ReturnMode },
  context: Pick<Context, 'log' | 'ip'>,
): Promise<URL> => {
  const { appId, provider, browser } = where
  const page = requireAllowedPage(await deps.loginApps.get(appId), deps.settings.publicUrl, redirectUrl).href
  await deps.limits.consume(['redirectByIp', addressKey(context.ip)])
  try {
    const client = confidentialProviderClient(await deps.loginApps.getFor(appId, provider), provider)
    const [state, verifier, nonce] = [secret(), secret(), secret()]
    const redirectUri = callbackUrl(deps, where)
    const url = await withProviderErrors(
      deps.providers[provider].start({ client, redirectUri, state, verifier, nonce }),
      context,
    )
    const saved: RedirectState = { provider, redirectUrl: page, mode, verifier, nonce, browser: browserDigest(browser) }
    await issueOneTime(deps.db, { kind: 'redirect', appId, secret: state }, saved, new Date(Date.now() + LIFETIME))
    return url
  } catch (error) {
    return backWith(error, page, provider, context)
  }
}

/** Gives the page what it logs in with. The provider's own token is remembered, by its digest, as one of ours. */
const handOut = async (
  { db }: Deps,
  { appId, provider }: Where,
  saved: RedirectState,
  obtained: Obtained,
): Promise<URL> => {
  const { account, accessToken, tokenType, openId } = obtained
  const token = saved.mode === 'code' ? `oac_${secret()}` : accessToken
  await issueGrant(db, appId, token, { provider, account })
  return returnTo(
    saved.redirectUrl,
    provider,
    saved.mode === 'code' ? { code: token } : { access_token: token, token_type: tokenType, open_id: openId },
  )
}

/**
 * Takes a browser back from its provider and gives the address to send it on to: its page, with what it logs in with or
 * with `error`. Throws `token_refused` where the state is unknown, used, expired, of another provider, app or browser:
 * then no page is known to go back to.
 */
export const finishRedirect = async (
  deps: Deps,
  where: Where,
  parameters: URLSearchParams,
  context: Pick<Context, 'log'>,
): Promise<URL> => {
  const { appId, provider, browser } = where
  const state = parameters.get('state') ?? ''
  const fields = { provider, browser: browserDigest(browser) }
  const saved = await consumeOneTime<RedirectState>(deps.db, { kind: 'redirect', appId, secret: state }, fields)
  if (!saved) throw new Problem('token_refused')
  try {
    const app = await deps.loginApps.getFor(appId, provider)
    const { verifier, nonce } = saved
    const client = confidentialProviderClient(app, provider)
    const redirectUri = callbackUrl(deps, where)
    const finish = deps.providers[provider].finish({ client, redirectUri, parameters, state, nonce, verifier })
    return await handOut(deps, where, saved, await withProviderErrors(finish, context))
  } catch (error) {
    return backWith(error, saved.redirectUrl, provider, context)
  }
}
