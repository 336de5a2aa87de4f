import { type RedirectMethod, redirectMethods } from '../contract/providers.ts'
import { submitProof, type CallKind } from './submit-proof.ts'
import { consumeServerIntent, INTENT_PARAMETER, kindOf, consumeIntent } from './intent.ts'
import { asError, type Session } from './session.ts'

/** The query parameters of a redirect response. They are removed only with `auth_type`: a page may use the same names. */
const parameters = [
  'auth_type',
  'access_token',
  'code',
  'open_id',
  'token_type',
  'error',
  'error_description',
  INTENT_PARAMETER,
]

/** The response of a redirect login, from the query of the page's address. */
export interface RedirectResponse {
  provider: RedirectMethod
  kind: CallKind
  proof: { token: string; openId?: string; tokenType?: string } | undefined
  /** The error if there is no proof. */
  problem: Error
  /** Why the response must not be used; undefined if this browser started the login. */
  refusal: string | undefined
  /** Whether it has the legacy form, which an app can allow by `legacyLanding`. */
  isLegacy: boolean
}

const isRedirectMethod = (name: string): name is RedirectMethod => redirectMethods.includes(name as RedirectMethod)

/** The provider in `auth_type`, without which the address contains no redirect response. */
const providerIn = (query: URLSearchParams): string | undefined =>
  /^openauth_(.+)$/.exec(query.get('auth_type') ?? '')?.[1]

/** Removes the parameters of a redirect response from an address. */
export const withoutRedirectResponse = (address: string): string => {
  const url = new URL(address)
  if (providerIn(url.searchParams) === undefined) return url.href
  for (const name of parameters) url.searchParams.delete(name)
  return url.href
}

const hasTokenAndCode = (query: URLSearchParams): boolean => query.has('access_token') && query.has('code')

const proofIn = (query: URLSearchParams): RedirectResponse['proof'] => {
  const token = query.get('access_token') || query.get('code')
  if (!token || query.has('error') || hasTokenAndCode(query)) return undefined
  const [openId, tokenType] = [query.get('open_id'), query.get('token_type')]
  return { token, ...(openId ? { openId } : {}), ...(tokenType ? { tokenType } : {}) }
}

/** Error codes after the user cancelled at the provider; some providers send no description with them. */
const cancellationCodes = ['access_denied', 'user_cancelled_authorize']

/** The error of a response without a proof; its name is `LoginCancelled` if the user cancelled at the provider. */
const problemIn = (query: URLSearchParams): Error => {
  const code = query.get('error')
  const description = query.get('error_description')
  if (cancellationCodes.includes(code ?? ''))
    return Object.assign(new Error(description || 'Cancelled at the login provider'), { name: 'LoginCancelled' })
  if (description) return new Error(description)
  if (hasTokenAndCode(query))
    return new Error('The address contains both a token and a code: only one can be from the login provider')
  return new Error(code || 'The login provider returned no result')
}

/**
 * A response to a login that this browser did not start may be an attacker's link. A login that started at the server and
 * returns to the server's own origin is marked by a cookie; it does not replace a session.
 */
const refusalOf = (session: Session, kind: CallKind, nonce: string | null): string | undefined => {
  if (kind === 'bind') return 'This bind was not started in this browser, or too long ago. Bind the account again'
  const isOwn = consumeServerIntent(nonce) && session.getState().token === null
  return isOwn ? undefined : 'This login was not started in this browser, or too long ago. Log in again'
}

/** The legacy form, of clients that store no intent: a token for a page without a session. */
const isLegacyForm = (session: Session, kind: CallKind, query: URLSearchParams): boolean =>
  kind === 'login' && !query.has('code') && session.getState().token === null

/** Whether the app allows the legacy form. Reads the config again, because the stored one may be outdated. */
const allowsLegacyForm = async ({ client, appId }: Session): Promise<boolean> =>
  (await client.account.config({ appId }).catch(() => undefined))?.legacyLanding === true

/**
 * Reads a redirect response from the page's address and removes it there, so that neither a reload, nor the back button,
 * nor a second mount finds it again. Restores the address at which this tab started the login.
 */
export const consumeRedirectResponse = (session: Session): RedirectResponse | undefined => {
  const query = new URL(location.href).searchParams
  const provider = providerIn(query)
  if (provider === undefined) return undefined
  const nonce = query.get(INTENT_PARAMETER)
  const intent = isRedirectMethod(provider) ? consumeIntent(session, provider, nonce) : undefined
  history.replaceState(history.state, '', intent?.page ?? withoutRedirectResponse(location.href))
  if (!isRedirectMethod(provider)) return undefined
  const kind = kindOf(nonce)
  const refusal = intent ? undefined : refusalOf(session, kind, nonce)
  const isLegacy = isLegacyForm(session, kind, query)
  return { provider, kind, proof: proofIn(query), problem: problemIn(query), refusal, isLegacy }
}

const exchange = async (session: Session, response: RedirectResponse): Promise<void> => {
  const { provider, kind, proof, problem, refusal, isLegacy } = response
  if (refusal !== undefined && !(isLegacy && (await allowsLegacyForm(session)))) throw new Error(refusal)
  if (!proof) throw problem
  await submitProof(session, kind, provider, proof)
}

/** The address of `redirectUrl` without a redirect response; undefined if the page is already there. */
const targetOf = (redirectUrl: string | undefined): string | undefined => {
  if (redirectUrl === undefined) return undefined
  const target = new URL(redirectUrl, location.href)
  if (!/^https?:$/.test(target.protocol)) return undefined
  const address = withoutRedirectResponse(target.href)
  return address === location.href ? undefined : address
}

/** Whether an address differs only in its fragment, for which the browser does not reload. */
const isSamePage = (address: string): boolean => address.split('#', 1)[0] === location.href.split('#', 1)[0]

/**
 * Exchanges a redirect response for a session, or binds it. Stores the result in the state, passes an error to `onError`,
 * and navigates to `redirectUrl` in either case. Resolves to whether the browser stays on this page.
 */
export const completeRedirect = async (session: Session, response: RedirectResponse): Promise<boolean> => {
  const { provider, kind } = response
  session.set({ redirectResult: { provider, kind, isPending: true, error: null } })
  let error: Error | null = null
  await exchange(session, response).catch((thrown: unknown) => {
    error = asError(thrown)
    // The transport has already passed ApiErrors to onError.
    if (error.name !== 'ApiError') session.options.onError?.(error)
  })
  // A bind returns to the page where it started.
  const address = kind === 'bind' ? undefined : targetOf(session.options.redirectUrl)
  const stays = address === undefined || isSamePage(address)
  session.set({ redirectResult: { provider, kind, isPending: !stays, error } })
  if (address !== undefined) location.replace(address)
  // Makes routers read the address again: replaceState does not notify them.
  if (stays) dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown }))
  return stays
}
