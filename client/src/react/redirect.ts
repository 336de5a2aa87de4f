import type { RedirectProvider } from '../contract/providers.ts'
import type { Kind } from './deliver.ts'
import { rememberBind, withoutLanding } from './landing.ts'
import type { Session } from './session.ts'
import { hasTelegramData } from './telegram.ts'

/** The page as it is to be come back to. */
const currentAddress = (): URL => {
  const url = new URL(withoutLanding(location.href))
  if (hasTelegramData(url.hash)) url.hash = ''
  return url
}

/** Leaves the page for a provider, by way of the server, which sends the browser back here. */
export const leaveFor = (session: Session, kind: Kind, provider: RedirectProvider): void => {
  const { endpoint, appId, options } = session
  const back = currentAddress()
  if (kind === 'bind') back.searchParams.set('auth_bind', rememberBind(session, provider))
  const query = new URLSearchParams({
    endpoint: endpoint || location.origin,
    redirectUrl: back.href,
    response_mode: options.responseMode ?? 'code',
  })
  location.assign(`${endpoint}/auth/${encodeURIComponent(appId)}/${provider}/oauth?${query}`)
}
