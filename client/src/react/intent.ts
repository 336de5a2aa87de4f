import type { RedirectProvider } from '../contract/providers.ts'
import type { CallKind } from './submit-proof.ts'
import type { Session } from './session.ts'

/** The parameter that travels with the address to come back to, and shows there that this tab left for it. */
export const INTENT_PARAMETER = 'auth_intent'

const KEY = 'OpenAuth:Intent'
/** Milliseconds that a user may take at the provider. */
const MAX_AGE = 15 * 60_000

/** For what, and from where, this tab left for a provider. */
export interface Intent {
  nonce: string
  provider: RedirectProvider
  /** The session that it was begun with; empty where there was none. */
  session: string
  /** The address that was left. */
  page: string
  until: number
}

/** Which session this is: the signature of its token is enough to know it by. */
const sessionMark = (session: Session): string => session.getState().token?.split('.')[2] ?? ''

/** What a nonce was made for; it tells that by itself, so that a failure is shown where it belongs. */
export const kindOf = (nonce: string | null): CallKind => (nonce?.startsWith('bind-') ? 'bind' : 'login')

/**
 * Remembers that this tab leaves for a provider. Returns what proves it on the way back; undefined where the browser
 * does not let the page remember anything.
 */
export const rememberIntent = (
  session: Session,
  kind: CallKind,
  { provider, page }: Pick<Intent, 'provider' | 'page'>,
): string | undefined => {
  // randomUUID is for pages over TLS only.
  const nonce = [kind, ...crypto.getRandomValues(new Uint32Array(4))].join('-')
  const intent: Intent = { nonce, provider, session: sessionMark(session), page, until: Date.now() + MAX_AGE }
  try {
    sessionStorage.setItem(KEY, JSON.stringify(intent))
    return nonce
  } catch {
    return undefined
  }
}

/**
 * The cookie by which the server marks a login that this browser began at it and that comes back to a page of its own origin. A
 * link of somebody else's brings no cookie along. The server's `protocols/redirects.ts` sets it.
 */
const cookieNames = ['__Host-openauth_intent', 'openauth_intent']

/** Whether the server has marked this login, which counts once. */
export const consumeServerIntent = (nonce: string | null): boolean => {
  if (!nonce || !/^login-[\w-]{43}$/.test(nonce)) return false
  const name = cookieNames.find((each) => document.cookie.split('; ').includes(`${each}=${nonce}`))
  if (name === undefined) return false
  document.cookie = `${name}=; path=/; max-age=0; samesite=lax${name.startsWith('__Host-') ? '; secure' : ''}`
  return true
}

const consumeStored = (): Partial<Intent> | null => {
  try {
    const text = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    return JSON.parse(text ?? 'null') as Partial<Intent> | null
  } catch {
    return null
  }
}

/**
 * What this tab left for, if that is what came back. A link made by somebody else would otherwise log whoever follows it
 * in as them, or bind their account. It works once: whatever comes back ends it.
 */
export const consumeIntent = (
  session: Session,
  provider: RedirectProvider,
  nonce: string | null,
): Intent | undefined => {
  const stored = consumeStored()
  if (!stored || nonce === null || stored.nonce !== nonce || stored.provider !== provider) return undefined
  if (!(Number(stored.until) > Date.now())) return undefined
  const mark = sessionMark(session)
  // What was begun for one user is bound to no other.
  if (kindOf(nonce) === 'bind' && (mark === '' || stored.session !== mark)) return undefined
  return stored as Intent
}
