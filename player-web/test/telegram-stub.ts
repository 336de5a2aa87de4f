import type { Page } from 'playwright-core'

/** What the page sent to Telegram, in order. */
export interface TelegramEvent {
  type: string
  data: unknown
}

/** Which event, with what data, answers a method at once. */
export type TelegramAnswers = Record<string, [event: string, data: unknown]>

const theme = { bg_color: '#17212b', text_color: '#f5f5f5', button_color: '#5288c1', button_text_color: '#ffffff' }

/** Answers in the shapes that Telegram for Android 8.0 gives, as if its header covered 46 pixels of a full screen. */
export const answers: TelegramAnswers = {
  web_app_request_theme: ['theme_changed', { theme_params: theme }],
  web_app_request_viewport: ['viewport_changed', { height: 640, width: 390, is_expanded: true, is_state_stable: true }],
  web_app_request_safe_area: ['safe_area_changed', { top: 24, right: 0, bottom: 16, left: 0 }],
  web_app_request_content_safe_area: ['content_safe_area_changed', { top: 46, right: 0, bottom: 0, left: 0 }],
}

interface StubbedWindow {
  telegramStub: { events: TelegramEvent[]; fire: (event: string, data?: unknown) => void }
  TelegramWebviewProxy: { postEvent: (type: string, data?: string) => void }
  Telegram?: { WebView?: { receiveEvent?: (event: string, data?: unknown) => void } }
}

/** Runs in the page, before its scripts: all that it uses must stand inside it. */
const install = (answers: TelegramAnswers) => {
  const page = globalThis as unknown as StubbedWindow
  const events: TelegramEvent[] = []
  const fire = (event: string, data?: unknown) => page.Telegram?.WebView?.receiveEvent?.(event, data)
  page.telegramStub = { events, fire }
  page.TelegramWebviewProxy = {
    postEvent: (type, data) => {
      events.push({ type, data: data === undefined ? undefined : (JSON.parse(data) as unknown) })
      const answer = answers[type]
      if (answer) setTimeout(() => fire(...answer), 0)
    },
  }
}

/**
 * Telegram for Android around a page, as a script for `page.addInitScript`: takes what the page posts, and answers some
 * of it. Open the page at `telegramHash(…)`, or it will take itself for one without a launch.
 */
export const telegramStub = (given: TelegramAnswers = answers): string =>
  `(${install.toString()})(${JSON.stringify(given)})`

/** All that the page sent so far. */
export const telegramEvents = (page: Page): Promise<TelegramEvent[]> =>
  page.evaluate(() => (globalThis as unknown as StubbedWindow).telegramStub.events)

/** What the page sent of one method. */
export const telegramEventsOf = async (page: Page, type: string): Promise<unknown[]> =>
  (await telegramEvents(page)).filter((event) => event.type === type).map(({ data }) => data)

/** Resolves once the page has sent a method so often. */
export const telegramEvent = (page: Page, type: string, times = 1): Promise<unknown> =>
  page.waitForFunction(
    ([type, times]) =>
      (globalThis as unknown as StubbedWindow).telegramStub.events.filter((event) => event.type === type).length >=
      times,
    [type, times] as const,
  )

/** Lets Telegram say something: `fireTelegram(page, 'back_button_pressed')`. */
export const fireTelegram = (page: Page, event: string, data?: unknown): Promise<void> =>
  page.evaluate(([event, data]) => (globalThis as unknown as StubbedWindow).telegramStub.fire(event, data), [
    event,
    data,
  ] as const)

export interface TelegramLaunch {
  /** Init data as text, such as `localnet` signs; none for a page that was opened without a user. */
  initData?: string
  version?: string
  platform?: string
  theme?: Record<string, string>
  startParam?: string
  hasInline?: boolean
}

/** The hash with which Telegram opens a page, in its order. */
export const telegramHash = ({
  initData = '',
  version = '8.0',
  platform = 'android',
  theme: params = theme,
  startParam,
  hasInline = false,
}: TelegramLaunch = {}): string => {
  const fields = {
    tgWebAppData: initData,
    tgWebAppVersion: version,
    tgWebAppPlatform: platform,
    ...(hasInline && { tgWebAppBotInline: '1' }),
    ...(startParam !== undefined && { tgWebAppStartParam: startParam }),
    tgWebAppThemeParams: JSON.stringify(params),
  }
  const pairs = Object.entries(fields).map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
  return `#${pairs.join('&')}`
}
