import { redirectProviders, type RedirectProvider } from '../contract/providers.ts'
import { deliver } from './deliver.ts'
import { asError, type Session } from './session.ts'

/** What a redirect login adds to the address of the page; `auth_bind` is what `useBind` had sent along. */
const parameters = [
  ...['auth_type', 'access_token', 'code', 'open_id', 'token_type', 'error', 'error_description', 'auth_bind'],
]

/** What the page's address brought back from a provider. */
export interface Landing {
  provider: RedirectProvider
  proof: { token: string; openId?: string; tokenType?: string } | undefined
  /** Why there is no proof. */
  problem: string
  /** Set where the user left to bind an account, not to log in. */
  bind: string | null
}

const isRedirectProvider = (name: string | undefined): name is RedirectProvider =>
  redirectProviders.includes(name as RedirectProvider)

/** An address without what a redirect login adds to it. */
export const withoutLanding = (address: string): string => {
  const url = new URL(address)
  for (const name of parameters) url.searchParams.delete(name)
  return url.href
}

const proofIn = (query: URLSearchParams): Landing['proof'] => {
  const token = query.get('access_token') || query.get('code')
  if (!token || query.has('error')) return undefined
  const [openId, tokenType] = [query.get('open_id'), query.get('token_type')]
  return { token, ...(openId ? { openId } : {}), ...(tokenType ? { tokenType } : {}) }
}

/**
 * Takes what a redirect login brought off the address of the page, at once and for good: neither a reload, nor the way
 * back, nor a second mount finds it again.
 */
export const takeLanding = (): Landing | undefined => {
  const query = new URL(location.href).searchParams
  const provider = /^openauth_(.+)$/.exec(query.get('auth_type') ?? '')?.[1]
  if (provider === undefined) return undefined
  history.replaceState(history.state, '', withoutLanding(location.href))
  if (!isRedirectProvider(provider)) return undefined
  const problem = query.get('error_description') || query.get('error') || 'The login provider sent nothing back'
  return { provider, proof: proofIn(query), problem, bind: query.get('auth_bind') }
}

const INTENT = 'OpenAuth:Bind'
/** Milliseconds that a user may take at the provider. */
const INTENT_AGE = 15 * 60_000

/** Which session asked to bind: the signature of its token is enough to know it by. */
const sessionMark = (session: Session): string => session.getState().token?.split('.')[2] ?? ''

/** Remembers that this tab leaves to bind an account. Returns what proves it on the way back. */
export const rememberBind = (session: Session, provider: RedirectProvider): string => {
  // randomUUID is for pages over TLS only.
  const nonce = crypto.getRandomValues(new Uint32Array(4)).join('-')
  const intent = { nonce, provider, session: sessionMark(session), until: Date.now() + INTENT_AGE }
  try {
    sessionStorage.setItem(INTENT, JSON.stringify(intent))
  } catch (cause) {
    throw new Error('This browser does not let the page remember what is to be bound', { cause })
  }
  return nonce
}

/**
 * Whether this tab, with this session, began what came back. A link made by somebody else would otherwise bind their
 * account to the user who follows it.
 */
const isOwnBind = (session: Session, { provider, bind }: Landing): boolean => {
  try {
    const intent = JSON.parse(sessionStorage.getItem(INTENT) ?? '{}') as Record<string, unknown>
    sessionStorage.removeItem(INTENT)
    const mark = sessionMark(session)
    const isSame = intent['nonce'] === bind && intent['provider'] === provider && intent['session'] === mark
    return isSame && mark !== '' && Number(intent['until']) > Date.now()
  } catch {
    return false
  }
}

const exchange = async (session: Session, landing: Landing): Promise<void> => {
  const { provider, proof, problem } = landing
  if (landing.bind !== null && !isOwnBind(session, landing))
    throw new Error('This was not begun here, or too long ago. Bind the account again')
  if (!proof) throw new Error(problem)
  await deliver(session, landing.bind === null ? 'login' : 'bind', provider, proof)
}

/** Where to go on to; undefined where the page is there already. Never back into a landing. */
const onward = (redirectUrl: string | undefined): string | undefined => {
  if (redirectUrl === undefined) return undefined
  const target = new URL(redirectUrl, location.href)
  if (!/^https?:$/.test(target.protocol)) return undefined
  const address = withoutLanding(target.href)
  return address === location.href ? undefined : address
}

/** Only the part after `#` differs: the browser does not load that anew. */
const isSamePage = (address: string): boolean => address.split('#', 1)[0] === location.href.split('#', 1)[0]

/**
 * Exchanges what came back for a session, or binds it. A failure is told to `onError` and shown where the user left from;
 * the page goes on all the same. Resolves to whether it stays on this page.
 */
export const land = async (session: Session, landing: Landing): Promise<boolean> => {
  const landed = { provider: landing.provider, kind: landing.bind === null ? 'login' : 'bind' } as const
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
  // Routers read the address anew: the parameters went without their knowledge.
  if (stays) dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown }))
  return stays
}
