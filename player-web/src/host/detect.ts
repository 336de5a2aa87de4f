/**
 * Whether Telegram opened this page, and with which launch parameters. This file has no dependencies: it runs in every
 * browser, and outside Telegram the bridge must not be downloaded.
 * https://core.telegram.org/bots/webapps
 */

/** Telegram's launch parameters. None of them is trusted here; only the server can verify the init data. */
export interface Launch {
  /** Init data as signed text: the `data` of `login-telegram`. */
  initData?: string
  /** `X` of `https://t.me/bot/app?startapp=X`. */
  startParam?: string
  /** Version of the mini-app interface (Bot API), such as `8.0`. */
  version?: string
  /** `android`, `ios`, `tdesktop`, `macos`, `weba`, `webk` and others. */
  platform?: string
  /** JSON of the theme's colours. */
  theme?: string
  /** Whether the bot has inline mode. */
  hasInline: boolean
}

/** The parts of a window that this file uses. */
export type LaunchPage = Pick<Window, 'location' | 'history' | 'sessionStorage' | 'parent' | 'self'> & {
  TelegramWebviewProxy?: unknown
  external?: object
}

type Params = Record<string, string>

/** The storage key and format of Telegram's own script (telegram-web-app.js): each reads what the other stored. */
const KEY = '__telegram__initParams'

const decode = (value: string): string => new URLSearchParams(`v=${value}`).get('v') ?? ''

/** Telegram's parameters in a hash. They may follow the page's own content: `#top?tgWebAppData=…`. */
const parseHash = (hash: string): Params =>
  Object.fromEntries(
    [...hash.matchAll(/[#?&](tgWebApp\w*)=([^&]*)/g)].map(([, key, value]) => [key!, decode(value!)] as const),
  )

/** A hash without Telegram's parameters. */
export const cleanHash = (hash: string): string => {
  if (!/[#?&]tgWebApp\w*=/.test(hash)) return hash
  const rest = hash.replaceAll(/([#?&])tgWebApp\w*=[^&]*/g, '$1')
  return rest.replaceAll(/([#?&])&+/g, '$1').replace(/[#?&]+$/, '')
}

const storeParams = (page: LaunchPage, params: Params): void => {
  try {
    page.sessionStorage.setItem(KEY, JSON.stringify(params))
  } catch {
    // The storage is blocked or full: this page works, but a reload does not find the parameters.
  }
}

const storedParams = (page: LaunchPage): Params => {
  try {
    const value: unknown = JSON.parse(page.sessionStorage.getItem(KEY) ?? '{}')
    const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
    return Object.fromEntries(entries.filter(([key, text]) => key.startsWith('tgWebApp') && typeof text === 'string'))
  } catch {
    return {}
  }
}

/**
 * The start parameter from the first of three places that has it: some mobile versions omit it
 * (Telegram-Mini-Apps/issues#75).
 */
const startParamOf = (params: Params, query: string): string | undefined =>
  new URLSearchParams(params['tgWebAppData']).get('start_param') ||
  params['tgWebAppStartParam'] ||
  new URLSearchParams(query).get('tgWebAppStartParam') ||
  undefined

const launchOf = (params: Params, query: string): Launch => ({
  initData: params['tgWebAppData'] || undefined,
  startParam: startParamOf(params, query),
  version: params['tgWebAppVersion'] || undefined,
  platform: params['tgWebAppPlatform'] || undefined,
  theme: params['tgWebAppThemeParams'] || undefined,
  hasInline: ['1', 'true'].includes(params['tgWebAppBotInline'] ?? ''),
})

/**
 * Whether the bridge can reach a Telegram: Telegram's apps put a proxy into the window before any script runs (older
 * ones `external.notify`), and Telegram Web frames the page. The address alone is not enough: an attacker can put their
 * own init data into a link, and whoever follows it would be logged in as the attacker (login CSRF).
 */
const canHaveHost = (page: LaunchPage): boolean =>
  Boolean(page.TelegramWebviewProxy) || page.parent !== page.self || 'notify' in (page.external ?? {})

/**
 * Reads the launch parameters from the address and removes them from it: init data is a credential, and must reach
 * neither a provider nor a shared link. A reload reads them from sessionStorage (Android reloads web views at any
 * time). Undefined outside Telegram.
 */
export const consumeLaunch = (page: LaunchPage): Launch | undefined => {
  const { hash, pathname, search } = page.location
  const received = parseHash(hash)
  const hasParams = Object.keys(received).length > 0
  if (hasParams) page.history.replaceState(page.history.state, '', pathname + search + cleanHash(hash))
  if (!canHaveHost(page)) return undefined
  if (hasParams) {
    storeParams(page, received)
    return launchOf(received, search)
  }
  const stored = storedParams(page)
  const isReload = Object.keys(stored).length > 0
  return isReload || page.TelegramWebviewProxy ? launchOf(stored, search) : undefined
}

let cached: { launch: Launch | undefined } | undefined

/** The launch parameters of this page. The first call removes them from the address. Undefined outside Telegram. */
export const launch = (): Launch | undefined => {
  if (typeof window === 'undefined') return undefined
  cached ??= { launch: consumeLaunch(window) }
  return cached.launch
}

/**
 * Whether Telegram opened this page: its proxy is in the window, or the page is framed and this or an earlier load had
 * launch parameters. (`Telegram.WebView` is no sign of it: Telegram's script creates it in any browser.)
 */
export const isTelegram = (): boolean => launch() !== undefined

/** Init data as signed text; undefined outside Telegram. */
export const initData = (): string | undefined => launch()?.initData
