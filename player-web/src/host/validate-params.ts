import { colorOf, type Color } from './colors.ts'
import { HostError, type HostErrorCode } from './errors.ts'

/**
 * Validates parameters of Telegram's interface before anything is sent (spec section 5, telegram-web-app.js). Each
 * function returns what is sent, or throws the HostError of Telegram's name for the error. Lengths are in UTF-16 units,
 * as in Telegram's script, except where bytes are named.
 */

// With an explicit type, the compiler knows that a call never returns.
const refuse: (code: HostErrorCode, detail?: string) => never = (code, detail) => {
  throw new HostError(code, detail)
}

export interface MainButtonParams {
  text?: string
  color?: string
  textColor?: string
  isActive?: boolean
}

const optionalColor = (color: string | undefined): Color | undefined =>
  color === undefined ? undefined : (colorOf(color) ?? refuse('WebAppMainButtonParamInvalid', 'colour'))

/** Trims the text, which has 1 to 64 characters, and normalizes colours. Absent fields stay unchanged. */
export const mainButtonParams = ({ text, color, textColor, isActive }: MainButtonParams) => {
  const trimmed = text?.trim()
  if (trimmed === '') refuse('WebAppMainButtonParamInvalid', 'text is required')
  if (trimmed !== undefined && trimmed.length > 64) refuse('WebAppMainButtonParamInvalid', 'text is too long')
  return { text: trimmed, color: optionalColor(color), textColor: optionalColor(textColor), isActive }
}

export type PopupButtonType = 'ok' | 'close' | 'cancel' | 'default' | 'destructive'
export interface PopupButton {
  /** What showPopup resolves to when this button is pressed; at most 64 characters. */
  id?: string
  /** `ok`, `close` and `cancel` have Telegram's own translated texts. */
  type?: PopupButtonType
  /** 1 to 64 characters, required for `default` and `destructive`. */
  text?: string
}
export interface PopupParams {
  title?: string
  message: string
  /** 1 to 3; a single `close` button where absent. */
  buttons?: PopupButton[]
}

const popupButton = ({ id = '', type = 'default', text = '' }: PopupButton) => {
  if (id.length > 64) refuse('WebAppPopupParamInvalid', 'a button id is too long')
  if (type === 'ok' || type === 'close' || type === 'cancel') return { id, type }
  if (type !== 'default' && type !== 'destructive') refuse('WebAppPopupParamInvalid', 'a button type is unknown')
  const trimmed = text.trim()
  if (trimmed === '') refuse('WebAppPopupParamInvalid', `a button of type ${type} needs a text`)
  if (trimmed.length > 64) refuse('WebAppPopupParamInvalid', 'a button text is too long')
  return { id, type, text: trimmed }
}

/** A message of 1 to 256 characters, a title of at most 64, and 1 to 3 buttons. */
export const popupParams = ({ title = '', message, buttons = [{ type: 'close' }] }: PopupParams) => {
  const sent = { title: title.trim(), message: message.trim(), buttons: buttons.map(popupButton) }
  if (sent.title.length > 64) refuse('WebAppPopupParamInvalid', 'the title is too long')
  if (sent.message === '') refuse('WebAppPopupParamInvalid', 'a message is required')
  if (sent.message.length > 256) refuse('WebAppPopupParamInvalid', 'the message is too long')
  if (sent.buttons.length < 1 || sent.buttons.length > 3) refuse('WebAppPopupParamInvalid', '1 to 3 buttons')
  return sent
}

/** Text for the bot: 1 to 4096 bytes of UTF-8. */
export const botData = (data: string): string => {
  const { length } = new TextEncoder().encode(data)
  return length >= 1 && length <= 4096 ? data : refuse('WebAppDataInvalid', `it has ${length} bytes`)
}

const chatTypes = ['users', 'bots', 'groups', 'channels'] as const
export type ChatType = (typeof chatTypes)[number]

/**
 * A query of at most 256 characters, and the chat types to choose from, each once; none for the chat that opened the
 * app.
 */
export const inlineQuery = (query: string, types: readonly ChatType[]) => {
  if (query.length > 256) refuse('WebAppInlineQueryInvalid')
  if (!Array.isArray(types)) refuse('WebAppInlineChooseChatTypesInvalid')
  const unknown = types.find((type) => !chatTypes.includes(type))
  if (unknown !== undefined) refuse('WebAppInlineChooseChatTypeInvalid', unknown)
  return { query, chat_types: [...new Set(types)] }
}

/** The text above the scanner: at most 64 characters, or none. */
export const scanText = (text = ''): { text?: string } => {
  const trimmed = text.trim()
  if (trimmed.length > 64) refuse('WebAppScanQrPopupParamInvalid')
  return trimmed === '' ? {} : { text: trimmed }
}

const impacts = ['light', 'medium', 'heavy', 'rigid', 'soft'] as const
export type Impact = (typeof impacts)[number]
export const impactStyle = (style: Impact): Impact =>
  impacts.includes(style) ? style : refuse('WebAppHapticImpactStyleInvalid', style)

const notifications = ['error', 'success', 'warning'] as const
export type Notification = (typeof notifications)[number]
export const notificationType = (type: Notification): Notification =>
  notifications.includes(type) ? type : refuse('WebAppHapticNotificationTypeInvalid', type)

export type ColorKey = 'bg_color' | 'secondary_bg_color'
export type BottomBarColorKey = ColorKey | 'bottom_bar_bg_color'

/** A colour, normalized, or a key of the theme. */
export const colorOrKey = (
  color: string,
  code: 'WebAppHeaderColorInvalid' | 'WebAppBackgroundColorInvalid',
): Color | ColorKey => {
  if (color === 'bg_color' || color === 'secondary_bg_color') return color
  return colorOf(color) ?? refuse(code, color)
}

/** The same for the bar below the page, which has one more key. */
export const bottomBarColor = (color: string): Color | BottomBarColorKey => {
  if (color === 'bg_color' || color === 'secondary_bg_color' || color === 'bottom_bar_bg_color') return color
  return colorOf(color) ?? refuse('WebAppBottomBarColorInvalid', color)
}
