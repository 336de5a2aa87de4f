import type { Launch } from './detect.ts'
import { HostError } from './errors.ts'
import type { HostConnection } from './host-connection.ts'
import { telegramPath, webLink } from './links.ts'
import { botData, inlineQuery, type ChatType } from './validate-params.ts'
import { isAtLeast } from './version.ts'

/** How the page itself opens links where Telegram is too old to do it. */
export interface PageNavigation {
  /** Opens an address in a new tab. */
  open: (url: string) => void
  /** Navigates this page to an address; Telegram intercepts t.me links. */
  go: (url: string) => void
}

/** Opens links and passes text to chats. All methods throw HostErrors before anything is sent. */
export const createLinks = (connection: HostConnection, launch: Launch, navigation: PageNavigation) => ({
  /** Opens an http or https link in a browser. Telegram does so only within moments of a tap. */
  openLink: (link: string, { tryInstantView = false } = {}): void => {
    const { href } = webLink(link)
    const params = tryInstantView && isAtLeast(connection.version, '6.4') ? { try_instant_view: true } : {}
    if (!connection.supports('web_app_open_link') || !connection.post('web_app_open_link', { url: href, ...params }))
      navigation.open(href)
  },
  /**
   * Opens a t.me link inside Telegram. On some iOS versions this leaves the mini-app (Telegram-Mini-Apps/issues#48).
   */
  openTelegramLink: (link: string): void => {
    const path = telegramPath(link)
    if (!connection.supports('web_app_open_tg_link') || !connection.post('web_app_open_tg_link', { path_full: path }))
      navigation.go(`https://t.me${path}`)
  },
  /** Sends text to the bot and closes the app. Telegram accepts it only from apps that a keyboard button opened. */
  sendData: (data: string): void => connection.send('web_app_data_send', { data: botData(data) }),
  /** Inserts the bot's name and a query into this chat, or into a chat of `types` that the player chooses. */
  switchInlineQuery: (query = '', types: readonly ChatType[] = []): void => {
    connection.requireSupport('web_app_switch_inline_query')
    if (!launch.hasInline) throw new HostError('WebAppInlineModeDisabled')
    connection.send('web_app_switch_inline_query', inlineQuery(query, types))
  },
})
