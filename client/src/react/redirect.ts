import type { RedirectMethod } from '../contract/providers.ts'
import type { CallKind } from './submit-proof.ts'
import { INTENT_PARAMETER, storeIntent } from './intent.ts'
import { withoutRedirectResponse } from './redirect-response.ts'
import type { Session } from './session.ts'
import { hasTelegramData } from './telegram.ts'

/** The page's address to return to, without credentials of earlier logins. */
const currentAddress = (): URL => {
  const url = new URL(withoutRedirectResponse(location.href))
  if (hasTelegramData(url.hash)) url.hash = ''
  return url
}

/** A navigation carries no token: the session asks beforehand, and what comes back is bound in it alone. */
const bindTicket = async ({ client }: Session, provider: RedirectMethod): Promise<{ ticket: string }> => {
  const { ticket } = await client.account.redirectTicket({ provider, purpose: 'bind' })
  return { ticket }
}

/**
 * Starts a redirect login through the server, which redirects the browser back to this page. If `sessionStorage` is
 * blocked, requests a token, the legacy form, which needs the server's cookie on its own origin or the app's `legacyLanding`.
 * `connection`: the key of an OpenID connection of the app.
 */
export const startRedirectLogin = async (
  session: Session,
  kind: CallKind,
  provider: RedirectMethod,
  connection?: string,
): Promise<void> => {
  const { endpoint, appId, options } = session
  const back = currentAddress()
  const nonce = storeIntent(session, kind, { provider, page: back.href })
  if (nonce === undefined && kind === 'bind')
    throw new Error('This browser blocks the storage that binding an account needs')
  if (nonce !== undefined) back.searchParams.set(INTENT_PARAMETER, nonce)
  const ticket = kind === 'bind' ? await bindTicket(session, provider) : {}
  const query = new URLSearchParams({
    ...ticket,
    ...(connection === undefined ? {} : { connection }),
    endpoint: endpoint || location.origin,
    redirectUrl: back.href,
    response_mode: nonce === undefined ? 'token' : (options.responseMode ?? 'code'),
  })
  location.assign(`${endpoint}/auth/${encodeURIComponent(appId)}/${provider}/oauth?${query}`)
}
