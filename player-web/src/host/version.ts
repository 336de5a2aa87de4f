import { compareVersions } from '@tma.js/bridge'

/** The version of a host that does not name one: the first, with the fewest features. */
export const FIRST_VERSION = '6.0'

/** The first version in which Telegram's own script sends a method. Methods not listed are in all versions. */
const since = {
  web_app_open_link: '6.1',
  web_app_open_tg_link: '6.1',
  web_app_open_invoice: '6.1',
  web_app_setup_back_button: '6.1',
  web_app_set_background_color: '6.1',
  web_app_set_header_color: '6.1',
  web_app_trigger_haptic_feedback: '6.1',
  web_app_open_popup: '6.2',
  web_app_setup_closing_behavior: '6.2',
  web_app_open_scan_qr_popup: '6.4',
  web_app_close_scan_qr_popup: '6.4',
  web_app_read_text_from_clipboard: '6.4',
  web_app_switch_inline_query: '6.6',
  web_app_invoke_custom_method: '6.9',
  web_app_request_phone: '6.9',
  web_app_request_write_access: '6.9',
  web_app_setup_swipe_behavior: '7.7',
  web_app_set_bottom_bar_color: '7.10',
  web_app_request_safe_area: '8.0',
  web_app_request_content_safe_area: '8.0',
} as const
export type VersionedMethod = keyof typeof since

export const versionSince = (method: VersionedMethod): string => since[method]

export const isAtLeast = (version: string, wanted: string): boolean => compareVersions(version, wanted) >= 0

/** The version that the host named; the first version where that is invalid. */
export const versionOf = (named: string | undefined): string =>
  named !== undefined && /^\d{1,4}(\.\d{1,4})*$/.test(named) ? named : FIRST_VERSION
