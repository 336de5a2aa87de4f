import { redirectProviders, type RedirectProvider } from '../contract/providers.ts'
import { submitProof, type CallKind } from './submit-proof.ts'
import { consumeServerIntent, INTENT_PARAMETER, kindOf, consumeIntent } from './intent.ts'
import { asError, type Session } from './session.ts'

/** What a redirect login adds to the address of the page. A page may have parameters of its own by these names. */
const parameters = [
  ...['auth_type', 'access_token', 'code', 'open_id', 'token_type', 'error', 'error_description', INTENT_PARAMETER],
]

/** What the page's address brought back from a provider. */
export interface Landing {
  provider: RedirectProvider
  kind: CallKind
  proof: { token: string; openId?: string; tokenType?: string } | undefined
  /** Why there is no proof. */
  problem: Error
  /** Why none of it counts; undefined where it does. */
  refusal: string | undefined
  /** Whether it has the form of older clients, which an app may allow all the same. */
  isOlder: boolean
}

const isRedirectProvider = (name: string): name is RedirectProvider =>
  redirectProviders.includes(name as RedirectProvider)

/** Only where this stands is anything in the address from a provider. */
const providerIn = (query: URLSearchParams): string | undefined =>
  /^openauth_(.+)$/.exec(query.get('auth_type') ?? '')?.[1]

/** An address without what a redirect login adds to it. */
export const withoutLanding = (address: string): string => {
  const url = new URL(address)
  if (providerIn(url.searchParams) === undefined) return url.href
  for (const name of parameters) url.searchParams.delete(name)
  return url.href
}

const isTwofold = (query: URLSearchParams): boolean => query.has('access_token') && query.has('code')

const proofIn = (query: URLSearchParams): Landing['proof'] => {
  const token = query.get('access_token') || query.get('code')
  if (!token || query.has('error') || isTwofold(query)) return undefined
  const [openId, tokenType] = [query.get('open_id'), query.get('token_type')]
  return { token, ...(openId ? { openId } : {}), ...(tokenType ? { tokenType } : {}) }
}

/** The codes of a user who has said no; some providers send them without a word for people. */
const cancelled = ['access_denied', 'user_cancelled_authorize']

/** Why a redirect login brought no proof: its name is `LoginCancelled` where the user said no at the provider. */
const problemIn = (query: URLSearchParams): Error => {
  const code = query.get('error')
  const told = query.get('error_description')
  if (cancelled.includes(code ?? ''))
    return Object.assign(new Error(told || 'Cancelled at the login provider'), { name: 'LoginCancelled' })
  if (told) return new Error(told)
  if (isTwofold(query))
    return new Error('The address brought both a token and a code: only one can be from the login provider')
  return new Error(code || 'The login provider sent nothing back')
}

/**
 * What was not begun in this browser may be a link of somebody else's, for their account. A login that began at the server and
 * comes back to its own origin is marked by a cookie; it replaces no session.
 */
const refusalOf = (session: Session, kind: CallKind, nonce: string | null): string | undefined => {
  if (kind === 'bind') return 'This was not begun here, or too long ago. Bind the account again'
  const isOwn = consumeServerIntent(nonce) && session.getState().token === null
  return isOwn ? undefined : 'This was not begun here, or too long ago. Log in again'
}

/** The form of older clients, which begin a login without remembering it: a token for a page without a session. */
const isOlderForm = (session: Session, kind: CallKind, query: URLSearchParams): boolean =>
  kind === 'login' && !query.has('code') && session.getState().token === null

/** Whether the app lets pages log in by what this browser did not begin. Asked anew: what is stored may be out of date. */
const allowsOlderForm = async ({ client, appId }: Session): Promise<boolean> =>
  (await client.account.config({ appId }).catch(() => undefined))?.legacyLanding === true

/**
 * Takes what a redirect login brought off the address of the page, at once and for good: neither a reload, nor the way
 * back, nor a second mount finds it again. What was begun here comes back to the address that was left.
 */
export const consumeLanding = (session: Session): Landing | undefined => {
  const query = new URL(location.href).searchParams
  const provider = providerIn(query)
  if (provider === undefined) return undefined
  const nonce = query.get(INTENT_PARAMETER)
  const intent = isRedirectProvider(provider) ? consumeIntent(session, provider, nonce) : undefined
  history.replaceState(history.state, '', intent?.page ?? withoutLanding(location.href))
  if (!isRedirectProvider(provider)) return undefined
  const kind = kindOf(nonce)
  const refusal = intent ? undefined : refusalOf(session, kind, nonce)
  const isOlder = isOlderForm(session, kind, query)
  return { provider, kind, proof: proofIn(query), problem: problemIn(query), refusal, isOlder }
}

const exchange = async (session: Session, landing: Landing): Promise<void> => {
  const { provider, kind, proof, problem, refusal, isOlder } = landing
  if (refusal !== undefined && !(isOlder && (await allowsOlderForm(session)))) throw new Error(refusal)
  if (!proof) throw problem
  await submitProof(session, kind, provider, proof)
}

/** Where to go on to; undefined where the page is there already. Never back into a landing. */
const onward = (redirectUrl: string | undefined): string | undefined => {
  if (redirectUrl === undefined) return undefined
  const target = new URL(redirectUrl, location.href)
  if (!/^https?:$/.test(target.protocol)) return undefined
  const address = withoutLanding(target.href)
  return address === location.href ? undefined : address
}

/** Only the part after `#` differs: the browser does not reload for that. */
const isSamePage = (address: string): boolean => address.split('#', 1)[0] === location.href.split('#', 1)[0]

/**
 * Exchanges what came back for a session, or binds it. A failure is told to `onError` and shown where the user left from;
 * the page goes on all the same. Resolves to whether it stays on this page.
 */
export const completeLanding = async (session: Session, landing: Landing): Promise<boolean> => {
  const landed = { provider: landing.provider, kind: landing.kind }
  session.set({ landed: { ...landed, isPending: true, error: null } })
  let error: Error | null = null
  await exchange(session, landing).catch((thrown: unknown) => {
    error = asError(thrown)
    // What a call refused has been told already.
    if (error.name !== 'ApiError') session.options.onError?.(error)
  })
  // Whoever left to bind an account wants to be back where that was asked.
  const address = landed.kind === 'bind' ? undefined : onward(session.options.redirectUrl)
  const stays = address === undefined || isSamePage(address)
  session.set({ landed: { ...landed, isPending: !stays, error } })
  if (address !== undefined) location.replace(address)
  // Routers read the address again: they did not see the parameters go.
  if (stays) dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown }))
  return stays
}
