/**
 * Whether Telegram opened this page, and what it said as it did. Without dependencies: browsers elsewhere ask this too,
 * and must not load the bridge to learn that they need none.
 * https://core.telegram.org/bots/webapps
 */

/** What Telegram tells a page as it opens it. Nothing of it is proven; only the server can check the init data. */
export interface Launch {
  /** Who the player is, signed, as text; what `login-telegram` takes as `data`. */
  initData?: string
  /** `X` of `https://t.me/bot/app?startapp=X`. */
  startParam?: string
  /** Version of the interface, such as `8.0`. */
  version?: string
  /** `android`, `ios`, `tdesktop`, `macos`, `weba`, `webk` and others. */
  platform?: string
  /** JSON of the theme's colours. */
  theme?: string
  /** Whether the bot has inline mode. */
  hasInline: boolean
}

/** The parts of a window that this reads and writes. */
export type LaunchPage = Pick<Window, 'location' | 'history' | 'sessionStorage' | 'parent' | 'self'> & {
  TelegramWebviewProxy?: unknown
  external?: object
}

type Params = Record<string, string>

/** Where Telegram's own script keeps them, in the same form: either finds what the other has kept. */
const KEY = '__telegram__initParams'

const decoded = (value: string): string => new URLSearchParams(`v=${value}`).get('v') ?? ''

/** Telegram's keys in a hash, which may stand after a page's own content: `#top?tgWebAppData=…`. */
const paramsIn = (hash: string): Params =>
  Object.fromEntries(
    [...hash.matchAll(/[#?&](tgWebApp\w*)=([^&]*)/g)].map(([, key, value]) => [key!, decoded(value!)] as const),
  )

/** A hash without Telegram's keys; all else of it stays. */
export const cleanHash = (hash: string): string => {
  if (!/[#?&]tgWebApp\w*=/.test(hash)) return hash
  const rest = hash.replaceAll(/([#?&])tgWebApp\w*=[^&]*/g, '$1')
  return rest.replaceAll(/([#?&])&+/g, '$1').replace(/[#?&]+$/, '')
}

const keep = (page: LaunchPage, params: Params): void => {
  try {
    page.sessionStorage.setItem(KEY, JSON.stringify(params))
  } catch {
    // Blocked or full: this load goes on with what it has read, and only a reload would miss it.
  }
}

const kept = (page: LaunchPage): Params => {
  try {
    const value: unknown = JSON.parse(page.sessionStorage.getItem(KEY) ?? '{}')
    const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
    return Object.fromEntries(entries.filter(([key, text]) => key.startsWith('tgWebApp') && typeof text === 'string'))
  } catch {
    return {}
  }
}

/** Mobile versions lose the start parameter in one place or the other (Telegram-Mini-Apps/issues#75): three are asked. */
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
 * Whether anybody is there whom the bridge could reach: Telegram's apps put a proxy into the window before any script
 * (older ones `external.notify`), Telegram Web a frame around the page. An address alone proves nothing: anyone can write
 * their own init data into a link, and whoever follows it would be signed in as them.
 */
const canHaveHost = (page: LaunchPage): boolean =>
  Boolean(page.TelegramWebviewProxy) || page.parent !== page.self || 'notify' in (page.external ?? {})

/**
 * Takes what Telegram put into the address, and takes it out of there: init data is a login, and must travel neither to
 * a provider nor into a shared link. A later load of the page finds it in sessionStorage (Android reloads web views at
 * will). Undefined outside Telegram.
 */
export const consumeLaunch = (page: LaunchPage): Launch | undefined => {
  const { hash, pathname, search } = page.location
  const told = paramsIn(hash)
  const isTold = Object.keys(told).length > 0
  if (isTold) page.history.replaceState(page.history.state, '', pathname + search + cleanHash(hash))
  if (!canHaveHost(page)) return undefined
  if (isTold) {
    keep(page, told)
    return launchOf(told, search)
  }
  const earlier = kept(page)
  const isKnown = Object.keys(earlier).length > 0
  return isKnown || page.TelegramWebviewProxy ? launchOf(earlier, search) : undefined
}

let taken: { launch: Launch | undefined } | undefined

/** What Telegram told this page; the first call takes it out of the address. Undefined outside Telegram. */
export const launch = (): Launch | undefined => {
  if (typeof window === 'undefined') return undefined
  taken ??= { launch: consumeLaunch(window) }
  return taken.launch
}

/**
 * Whether Telegram opened this page: its proxy is in the window, or a frame is around the page and its parameters were
 * in the address of this or an earlier load. (`Telegram.WebView` proves nothing: its script makes one in any browser.)
 */
export const isTelegram = (): boolean => launch() !== undefined

/** Init data as text, also after the address was cleaned; undefined outside Telegram. */
export const initData = (): string | undefined => launch()?.initData
