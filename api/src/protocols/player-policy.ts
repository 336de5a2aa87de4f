import type { Settings } from '../env.ts'
import { pageHeaders } from './page-headers.ts'

/**
 * Telegram Web shows mini-apps in a frame; its other clients have a browser of their own.
 * https://core.telegram.org/bots/webapps
 */
const telegramWeb = ['https://web.telegram.org', 'https://webk.telegram.org', 'https://webz.telegram.org']

/** https://developers.google.com/tag-platform/security/guides/csp */
const gtag = {
  script: ['https://www.googletagmanager.com'],
  connect: ['https://*.google-analytics.com', 'https://*.analytics.google.com', 'https://*.googletagmanager.com'],
}

/** Of what is called at another origin than the page's; paths of this server and what is not set have none. */
const originsOf = (addresses: (string | null)[]): string[] => [
  ...new Set(addresses.filter((address) => address?.startsWith('http')).map((address) => new URL(address!).origin)),
]

type PageSettings = Pick<Settings, 'production' | 'player'>

/**
 * What the players' page may load, call and show, from the settings. Scripts and styles are files of this server. Pictures
 * come from anywhere, since avatars and logos do; so do frames, since the page itself decides by the operator's list which
 * dapp it frames, and those of a developer are on loopback.
 */
export const pagePolicy = ({ production, player }: PageSettings): string => {
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
    'frame-ancestors': telegramWeb,
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')
}

/**
 * What the page and its files are sent with. No X-Frame-Options: it can name no host, and frame-ancestors is what browsers
 * obey. The opener policy lets popups keep their opener: with `same-origin` a framed dapp's sign-in window could not report
 * back to it. https://html.spec.whatwg.org/multipage/browsers.html#cross-origin-opener-policies
 */
export const playerHeaders = (settings: PageSettings): Record<string, string> => ({
  ...pageHeaders,
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'content-security-policy': pagePolicy(settings),
})
