import type { RedirectMethod } from '../contract/providers.ts'
import type { CallKind } from './submit-proof.ts'
import type { Session } from './session.ts'

/** The query parameter with the intent's nonce. It shows that this tab started the login whose redirect returns. */
export const INTENT_PARAMETER = 'auth_intent'

const KEY = 'OpenAuth:Intent'
/** How long a redirect login may take. Milliseconds. */
const MAX_AGE = 15 * 60_000

/** A redirect login that this tab started. */
export interface Intent {
  nonce: string
  provider: RedirectMethod
  /** The fingerprint of the session at the start; empty without a session. */
  session: string
  /** The address of the page at the start. */
  page: string
  expiresAt: number
}

/** Identifies a session by its token's signature. */
const sessionFingerprint = (session: Session): string => session.getState().token?.split('.')[2] ?? ''

/** The call that a nonce was created for; its prefix states it. */
export const kindOf = (nonce: string | null): CallKind => (nonce?.startsWith('bind-') ? 'bind' : 'login')

/**
 * Stores that this tab starts a redirect login. Returns the nonce that the redirect must return, or undefined if
 * `sessionStorage` is blocked.
 */
export const storeIntent = (
  session: Session,
  kind: CallKind,
  { provider, page }: Pick<Intent, 'provider' | 'page'>,
): string | undefined => {
  // randomUUID exists only on pages over TLS.
  const nonce = [kind, ...crypto.getRandomValues(new Uint32Array(4))].join('-')
  const intent: Intent = {
    nonce,
    provider,
    session: sessionFingerprint(session),
    page,
    expiresAt: Date.now() + MAX_AGE,
  }
  try {
    sessionStorage.setItem(KEY, JSON.stringify(intent))
    return nonce
  } catch {
    return undefined
  }
}

/**
 * The cookie by which the server marks a login that this browser started at the server and that returns to a page of the
 * server's own origin. An attacker's link does not set it. The server's `protocols/redirects.ts` does.
 */
const COOKIE = 'openauth_intent'

/** The parts of a window that hold the server's mark. */
interface MarkedPage {
  location: Pick<Location, 'protocol'>
  document: Pick<Document, 'cookie'>
}

/**
 * Whether the server's cookie marks this login. Deletes the cookie, so that it is valid once. Over TLS the cookie without the
 * `__Host-` prefix does not count, because other hosts of the domain can set it (RFC 6265bis, section 4.1.3.2).
 */
export const consumeServerIntent = (
  nonce: string | null,
  { location, document: page }: MarkedPage = window,
): boolean => {
  if (!nonce || !/^login-[\w-]{43}$/.test(nonce)) return false
  const isSecure = location.protocol === 'https:'
  const name = isSecure ? `__Host-${COOKIE}` : COOKIE
  if (!page.cookie.split('; ').includes(`${name}=${nonce}`)) return false
  page.cookie = `${name}=; path=/; max-age=0; samesite=lax${isSecure ? '; secure' : ''}`
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
 * Returns the intent that a redirect belongs to, if this tab stored one, and deletes it. Without this check an attacker's
 * link could log a visitor in to the attacker's account, or bind that account (login CSRF).
 */
export const consumeIntent = (session: Session, provider: RedirectMethod, nonce: string | null): Intent | undefined => {
  const stored = consumeStored()
  if (!stored || nonce === null || stored.nonce !== nonce || stored.provider !== provider) return undefined
  if (!(Number(stored.expiresAt) > Date.now())) return undefined
  const fingerprint = sessionFingerprint(session)
  // A bind must return to the session that started it.
  if (kindOf(nonce) === 'bind' && (fingerprint === '' || stored.session !== fingerprint)) return undefined
  return stored as Intent
}
