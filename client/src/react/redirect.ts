import type { RedirectProvider } from '../contract/providers.ts'
import type { CallKind } from './submit-proof.ts'
import { INTENT_PARAMETER, rememberIntent } from './intent.ts'
import { withoutLanding } from './landing.ts'
import type { Session } from './session.ts'
import { hasTelegramData } from './telegram.ts'

/** The page as it is to be come back to. */
const currentAddress = (): URL => {
  const url = new URL(withoutLanding(location.href))
  if (hasTelegramData(url.hash)) url.hash = ''
  return url
}

/**
 * Leaves the page for a provider, by way of the server, which sends the browser back here. A page that may remember
 * nothing asks for the token, the form of older clients: the server's cookie on its own origin, or the app's `legacyLanding`,
 * stands in for the memory.
 */
export const startRedirectLogin = (session: Session, kind: CallKind, provider: RedirectProvider): void => {
  const { endpoint, appId, options } = session
  const back = currentAddress()
  const nonce = rememberIntent(session, kind, { provider, page: back.href })
  if (nonce === undefined && kind === 'bind')
    throw new Error('This browser does not let the page remember what is to be bound')
  if (nonce !== undefined) back.searchParams.set(INTENT_PARAMETER, nonce)
  const query = new URLSearchParams({
    endpoint: endpoint || location.origin,
    redirectUrl: back.href,
    response_mode: nonce === undefined ? 'token' : (options.responseMode ?? 'code'),
  })
  location.assign(`${endpoint}/auth/${encodeURIComponent(appId)}/${provider}/oauth?${query}`)
}
