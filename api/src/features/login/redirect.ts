import { randomBytes } from 'node:crypto'
import { errors, type ErrorCode, type RedirectMethod } from '@openauth/client'
import type { Context } from '../../handler.ts'
import type { Platform } from '../../resources.ts'
import { Problem } from '../../errors.ts'
import { ProviderDeniedError } from '../../lib/provider-errors.ts'
import type { ClientCredentials, OAuthProviderClient, Obtained } from '../../lib/providers/types.ts'
import { withProviderErrors } from './with-provider-errors.ts'
import { addressKey } from './attempts.ts'
import { callbackUrl } from '../../lib/providers/callback-url.ts'
import type { ConnectionRef } from '../oidc-connections/connections.ts'
import { issueGrant } from './grants.ts'
import { issueOneTime, oneTimeDigest, consumeOneTime } from './one-time.ts'
import { requireAllowedPage } from './page-origin.ts'
import { confidentialProviderClient } from './provider-clients.ts'
import { type BoundPurpose, forLogin } from './purpose.ts'
import { consumeTicket } from './redirect-tickets.ts'
import type { LoginNeeds } from './needs.ts'

/** How long a redirect login may take. Milliseconds (OWASP ASVS 5, 10.4.3: at most ten minutes). */
export const LIFETIME = 10 * 60_000

/** The stored state of a redirect login. */
interface RedirectState extends BoundPurpose {
  provider: RedirectMethod
  connection: ConnectionRef | null
  redirectUrl: string
  mode: ReturnMode
  verifier: string
  nonce: string
  /** A digest of the cookie, which binds the state to the browser that started the login. */
  browser: string
}

/** What the page receives: the provider's token, as clients in the field expect, or a one-time code. */
export type ReturnMode = 'token' | 'code'

interface RedirectContext {
  appId: string
  provider: RedirectMethod
  /** The key of an OpenID connection. */
  connection?: string | undefined
  /** The browser's cookie. */
  browser: string
}

const secret = (): string => randomBytes(32).toString('base64url')
const browserDigest = (cookie: string): string => oneTimeDigest(cookie).toString('base64url')

/** The tokens of an organization's provider open more than this login, and are given to no page. */
const returnModeOf = (provider: RedirectMethod, asked: ReturnMode): ReturnMode => (provider === 'oidc' ? 'code' : asked)

/** The parameters that a redirect login adds to the page's address. */
const returned = ['auth_type', 'access_token', 'token_type', 'open_id', 'code', 'error', 'error_description']

const returnTo = (
  redirectUrl: string,
  provider: RedirectMethod,
  parameters: Record<string, string | undefined>,
): URL => {
  const url = new URL(redirectUrl)
  // Removes parameters of an earlier login or of an attacker's link.
  for (const name of returned) url.searchParams.delete(name)
  const all = { auth_type: `openauth_${provider}`, ...parameters }
  for (const [name, value] of Object.entries(all)) if (value !== undefined) url.searchParams.set(name, value)
  return url
}

/** The error parameters for the page: the provider's code or this server's. Unexpected errors are not described. */
const failure = (error: unknown): { error: string; error_description: string | undefined } => {
  if (error instanceof ProviderDeniedError) return { error: error.error, error_description: error.description }
  const code: ErrorCode = error instanceof Problem ? error.code : 'internal'
  return { error: code, error_description: error instanceof Problem ? error.message : errors.internal[1] }
}

const returnWith = (
  error: unknown,
  redirectUrl: string,
  provider: RedirectMethod,
  { log }: Pick<Context, 'log'>,
): URL => {
  if (!(error instanceof Problem) && !(error instanceof ProviderDeniedError))
    log.error({ err: error }, 'a redirect login failed')
  return returnTo(redirectUrl, provider, failure(error))
}

/** What a redirect asks: a provider that this server knows, or a connection of the app. */
interface Target {
  client: OAuthProviderClient
  credentials: ClientCredentials
  redirectUri: string
  connection: ConnectionRef | null
}

/** Throws `app_not_found`, `login_method_disabled`, `method_not_configured`, `connection_not_found`. */
const targetOf = async (
  deps: LoginNeeds,
  where: RedirectContext,
  begun?: Pick<RedirectState, 'connection'>,
): Promise<Target> => {
  const { appId, provider, connection } = where
  const app = await deps.loginApps.getFor(appId, provider)
  const redirectUri = callbackUrl(deps.settings.publicUrl, provider === 'oidc' ? where : { appId, provider })
  if (provider !== 'oidc') {
    const credentials = confidentialProviderClient(app, provider)
    return { client: deps.providers[provider], credentials, redirectUri, connection: null }
  }
  if (connection === undefined) throw new Problem('connection_not_found')
  const found = await deps.oidc.get(appId, { key: connection, ...begun?.connection })
  const { client, credentials } = found
  const { key, issuer } = found.connection
  return { client, credentials, redirectUri, connection: { key, issuer } }
}

/**
 * Starts a redirect login, or with a ticket a bind or reauthentication. Returns the provider's address with a one-time state,
 * PKCE and a nonce, or the page's address with an error. Throws if the page itself is not allowed: `app_not_found`,
 * `origin_not_allowed`, `too_many_attempts`.
 */
export const beginRedirect = async (
  deps: LoginNeeds,
  where: RedirectContext,
  { redirectUrl, mode, ticket }: { redirectUrl: string; mode: ReturnMode; ticket?: string | undefined },
  context: Pick<Context, 'log' | 'ip'>,
): Promise<URL> => {
  const { appId, provider, browser } = where
  const page = requireAllowedPage(await deps.loginApps.get(appId), deps.settings.publicUrl, redirectUrl).href
  await deps.attempts.consume(['redirectByIp', addressKey(context.ip)])
  try {
    const bound = ticket === undefined ? forLogin : await consumeTicket(deps.db, appId, provider, ticket)
    if (!bound) throw new Problem('token_refused')
    const { client, credentials, redirectUri, connection } = await targetOf(deps, where)
    const [state, verifier, nonce] = [secret(), secret(), secret()]
    const start = () =>
      withProviderErrors(client.start({ client: credentials, redirectUri, state, verifier, nonce }), context)
    const url = await deps.loginOutcomes.watch(appId, provider, start())
    const flow = { verifier, nonce, browser: browserDigest(browser) }
    const via = { provider, connection }
    const returns = { redirectUrl: page, mode: returnModeOf(provider, mode) }
    const redirectState: RedirectState = { ...via, ...returns, ...flow, ...bound }
    await issueOneTime(
      deps.db,
      { kind: 'redirect', appId, secret: state },
      redirectState,
      new Date(Date.now() + LIFETIME),
    )
    return url
  } catch (error) {
    return returnWith(error, page, provider, context)
  }
}

/** Creates the page's token or code and stores its digest as a grant. */
const issueToPage = async (
  { db }: Pick<Platform, 'db'>,
  { appId, provider }: RedirectContext,
  redirectState: RedirectState,
  obtained: Obtained,
): Promise<URL> => {
  const { account, accessToken, tokenType, openId } = obtained
  const { purpose, sessionId, connection } = redirectState
  const isProviderToken = redirectState.mode === 'token'
  const token = isProviderToken ? accessToken : `oac_${secret()}`
  await issueGrant(db, appId, token, { provider, account, connection, purpose, sessionId }, { isProviderToken })
  return returnTo(
    redirectState.redirectUrl,
    provider,
    redirectState.mode === 'code' ? { code: token } : { access_token: token, token_type: tokenType, open_id: openId },
  )
}

/**
 * Completes a redirect login and returns the page's address with a token, a code or `error`. Throws `token_refused` if the
 * state is unknown, used, expired, or of another provider, app or browser, because then the page is unknown.
 */
export const finishRedirect = async (
  deps: LoginNeeds,
  where: RedirectContext,
  parameters: URLSearchParams,
  context: Pick<Context, 'log'>,
): Promise<URL> => {
  const { appId, provider, connection, browser } = where
  const state = parameters.get('state') ?? ''
  const fields = {
    provider,
    connection: connection === undefined ? null : { key: connection },
    browser: browserDigest(browser),
  }
  const redirectState = await consumeOneTime<RedirectState>(deps.db, { kind: 'redirect', appId, secret: state }, fields)
  if (!redirectState) throw new Problem('token_refused')
  try {
    const { client, credentials, redirectUri } = await targetOf(deps, where, redirectState)
    const { verifier, nonce } = redirectState
    const finish = client.finish({ client: credentials, redirectUri, parameters, state, nonce, verifier })
    const obtained = deps.loginOutcomes.watch(appId, provider, withProviderErrors(finish, context))
    return await issueToPage(deps, where, redirectState, await obtained)
  } catch (error) {
    return returnWith(error, redirectState.redirectUrl, provider, context)
  }
}
