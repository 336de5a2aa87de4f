import type { Launch } from './detect.ts'
import { HostError } from './errors.ts'
import type { HostConnection } from './host-connection.ts'
import { telegramPath, webLink } from './links.ts'
import { botData, inlineQuery, type ChatType } from './rules.ts'
import { isAtLeast } from './version.ts'

/** How the page itself goes elsewhere, where Telegram is too old to be asked. */
export interface PageNavigation {
  /** Opens an address beside the page. */
  open: (url: string) => void
  /** Leaves for an address; Telegram's own it catches. */
  go: (url: string) => void
}

/** Links, and what is handed to chats. All throw HostErrors before anything is sent. */
export const createLinks = (connection: HostConnection, launch: Launch, navigation: PageNavigation) => ({
  /** Opens an http or https link in a browser. Telegram does so only soon after a tap. */
  openLink: (link: string, { tryInstantView = false } = {}): void => {
    const { href } = webLink(link)
    const params = tryInstantView && isAtLeast(connection.version, '6.4') ? { try_instant_view: true } : {}
    if (!connection.knows('web_app_open_link') || !connection.post('web_app_open_link', { url: href, ...params }))
      navigation.open(href)
  },
  /** Opens a t.me link inside Telegram. On some iOS versions the mini-app is left behind (Telegram-Mini-Apps/issues#48). */
  openTelegramLink: (link: string): void => {
    const path = telegramPath(link)
    if (!connection.knows('web_app_open_tg_link') || !connection.post('web_app_open_tg_link', { path_full: path }))
      navigation.go(`https://t.me${path}`)
  },
  /** Sends text to the bot and closes the app; Telegram takes it only of apps opened by a keyboard button. */
  sendData: (data: string): void => connection.send('web_app_data_send', { data: botData(data) }),
  /** Puts the bot's name and a query into a chat: this one, or one that the player chooses among `types`. */
  switchInlineQuery: (query = '', types: readonly ChatType[] = []): void => {
    connection.demand('web_app_switch_inline_query')
    if (!launch.hasInline) throw new HostError('WebAppInlineModeDisabled')
    connection.send('web_app_switch_inline_query', inlineQuery(query, types))
  },
})
