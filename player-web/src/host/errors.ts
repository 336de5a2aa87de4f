/**
 * Errors of Telegram's interface, with the names that Telegram's own script throws (telegram-web-app.js; spec section
 * 8). Bug reports use these names.
 */
const messages = {
  WebAppMethodUnsupported: 'this version of Telegram cannot do that',
  WebAppMainButtonParamInvalid: 'the main button needs a text of 1 to 64 characters and valid colours',
  WebAppPopupParamInvalid:
    'a popup needs a message of 1 to 256 characters, a title of at most 64, and 1 to 3 buttons of known types',
  WebAppPopupOpened: 'another popup is open',
  WebAppScanQrPopupParamInvalid: 'the text over the scanner may have at most 64 characters',
  WebAppScanQrPopupOpened: 'the scanner is open already',
  WebAppDataInvalid: 'data for the bot must have 1 to 4096 bytes',
  WebAppInlineModeDisabled: 'the bot has no inline mode, or the launch parameters do not name it',
  WebAppInlineQueryInvalid: 'an inline query may have at most 256 characters',
  WebAppInlineChooseChatTypesInvalid: 'chat types must be a list',
  WebAppInlineChooseChatTypeInvalid: 'a chat type is one of users, bots, groups, channels',
  WebAppTgUrlInvalid: 'the link must be http or https, and of the host t.me where Telegram opens it itself',
  WebAppInvoiceUrlInvalid: 'an invoice link has the form https://t.me/$slug or https://t.me/invoice/slug',
  WebAppInvoiceOpened: 'an invoice is open already',
  WebAppHapticImpactStyleInvalid: 'an impact is one of light, medium, heavy, rigid, soft',
  WebAppHapticNotificationTypeInvalid: 'a notification is one of error, success, warning',
  WebAppHeaderColorInvalid: 'the header takes a colour, or bg_color or secondary_bg_color',
  WebAppBackgroundColorInvalid: 'the background takes a colour, or bg_color or secondary_bg_color',
  WebAppBottomBarColorInvalid:
    'the bottom bar takes a colour, or a key of the theme: bg_color, secondary_bg_color, bottom_bar_bg_color',
  WebAppWriteAccessRequested: 'the player is being asked already',
  WebAppContactRequested: 'the player is being asked already',
} as const
export type HostErrorCode = keyof typeof messages

/** Thrown before anything is sent to Telegram. `code` and `name` are Telegram's name of the error. */
export class HostError extends Error {
  readonly code: HostErrorCode

  constructor(code: HostErrorCode, detail?: string) {
    super(detail ? `${messages[code]}: ${detail}` : messages[code])
    this.name = code
    this.code = code
  }
}
