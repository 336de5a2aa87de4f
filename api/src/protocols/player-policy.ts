import type { Settings } from '../env.ts'
import { pageHeaders } from './page-headers.ts'

/**
 * Telegram Web displays mini-apps in a frame; its other clients use a web view.
 * https://core.telegram.org/bots/webapps
 */
const telegramWeb = ['https://web.telegram.org', 'https://webk.telegram.org', 'https://webz.telegram.org']

/** https://developers.google.com/tag-platform/security/guides/csp */
const gtag = {
  script: ['https://www.googletagmanager.com'],
  connect: ['https://*.google-analytics.com', 'https://*.analytics.google.com', 'https://*.googletagmanager.com'],
}

/** The other origins among addresses; paths of this server and unset addresses have none. */
const originsOf = (addresses: (string | null)[]): string[] => [
  ...new Set(addresses.filter((address) => address?.startsWith('http')).map((address) => new URL(address!).origin)),
]

type PageSettings = Pick<Settings, 'production' | 'player'>

/**
 * The content security policy of the players' page, from the settings. Scripts and styles are files of this server.
 * Pictures may come from any origin, as avatars and logos do. Frames may too, because the page decides by the
 * operator's list which dapp it frames, and a developer's dapps are on loopback.
 */
export const pagePolicy = ({ production, player }: PageSettings, frames: readonly string[] = telegramWeb): string => {
  const { apiUrl, content, solana, analytics } = player
  const isCounted = analytics.kind === 'gtag'
  const called = originsOf([apiUrl, content.url, content.stagingUrl, solana.rpcUrl])
  const directives = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...(isCounted ? gtag.script : [])],
    'style-src': ["'self'"],
    'connect-src': ["'self'", ...called, ...(isCounted ? gtag.connect : [])],
    'img-src': ["'self'", 'data:', 'blob:', 'https:', ...(production ? [] : ['http:'])],
    'frame-src': ['https:', 'http://localhost:*', 'http://127.0.0.1:*'],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': frames,
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')
}

/**
 * The headers of the page and its files. No X-Frame-Options: it cannot name a host, and browsers follow
 * frame-ancestors. The opener policy lets popups keep their opener: with `same-origin` a framed dapp's sign-in window
 * could not report back to it. https://html.spec.whatwg.org/multipage/browsers.html#cross-origin-opener-policies
 */
export const playerHeaders = (settings: PageSettings): Record<string, string> => ({
  ...pageHeaders,
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'content-security-policy': pagePolicy(settings),
})

/** The same for the page that logs users in for other programs and asks for their consent: nobody may frame it. */
export const consentHeaders = (settings: PageSettings): Record<string, string> => ({
  ...playerHeaders(settings),
  'content-security-policy': pagePolicy(settings, ["'none'"]),
  'x-frame-options': 'DENY',
})
