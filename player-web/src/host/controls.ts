import type { Color } from './colors.ts'
import type { HostConnection } from './host-connection.ts'
import type { Theme } from './appearance.ts'
import {
  bottomBarColor,
  colorOrKey,
  impactStyle,
  notificationType,
  type Impact,
  type Notification,
} from './validate-params.ts'
import type { Readable } from './store.ts'
import { isAtLeast } from './version.ts'

/** Short vibrations. None before version 6.1; some Android devices ignore impacts (Telegram-Mini-Apps/issues#28). */
export const createHaptics = (connection: HostConnection) => {
  const play = (params: Parameters<typeof connection.post<'web_app_trigger_haptic_feedback'>>[1]) => {
    if (connection.supports('web_app_trigger_haptic_feedback'))
      connection.post('web_app_trigger_haptic_feedback', params)
  }
  return {
    impact: (style: Impact) => play({ type: 'impact', impact_style: impactStyle(style) }),
    notification: (type: Notification) => play({ type: 'notification', notification_type: notificationType(type) }),
    selectionChanged: () => play({ type: 'selection_change' }),
  }
}

const isKey = <K extends string>(color: Color | K): color is K => !color.startsWith('#')

/** Colours of Telegram's bars and background. Versions that cannot change them only warn. */
export const createColors = (connection: HostConnection, theme: Readable<Theme>) => ({
  /**
   * A colour or a key of the theme; throws WebAppHeaderColorInvalid. Before 6.9 only colours of the theme can be set.
   */
  setHeaderColor: (given: string): void => {
    const color = colorOrKey(given, 'WebAppHeaderColorInvalid')
    if (!connection.supports('web_app_set_header_color')) return
    const { params } = theme.get()
    const takesAnyColor = isAtLeast(connection.version, '6.9')
    const key = (['bg_color', 'secondary_bg_color'] as const).find((key) => params[key] === color)
    if (isKey(color)) connection.post('web_app_set_header_color', { color_key: color })
    else if (takesAnyColor) connection.post('web_app_set_header_color', { color })
    else if (key) connection.post('web_app_set_header_color', { color_key: key })
    else connection.warn(`A header colour outside the theme needs version 6.9, this is ${connection.version}`)
  },
  /** A colour, or a key that the theme has; throws WebAppBackgroundColorInvalid. */
  setBackgroundColor: (given: string): void => {
    const color = colorOrKey(given, 'WebAppBackgroundColorInvalid')
    if (!connection.supports('web_app_set_background_color')) return
    const sent = isKey(color) ? theme.get().params[color] : color
    if (sent) connection.post('web_app_set_background_color', { color: sent })
    else connection.warn(`The theme has no ${color}`)
  },
  /**
   * Of the bar with Telegram's buttons below the page: a colour, or a key that the theme has; throws
   * WebAppBottomBarColorInvalid.
   */
  setBottomBarColor: (given: string): void => {
    const color = bottomBarColor(given)
    if (!connection.supports('web_app_set_bottom_bar_color')) return
    const sent = isKey(color) ? theme.get().params[color] : color
    if (sent) connection.post('web_app_set_bottom_bar_color', { color: sent })
    else connection.warn(`The theme has no ${color}`)
  },
})

/**
 * Keeps a player from closing the app by accident: a confirmation on close, and vertical swipes that do not close it.
 */
export const createGuards = (connection: HostConnection) => {
  const confirmation = (need: boolean) => () => {
    if (connection.supports('web_app_setup_closing_behavior'))
      connection.post('web_app_setup_closing_behavior', { need_confirmation: need })
  }
  const swipes = (allow: boolean) => () => {
    if (connection.supports('web_app_setup_swipe_behavior'))
      connection.post('web_app_setup_swipe_behavior', { allow_vertical_swipe: allow })
  }
  return {
    enableClosingConfirmation: confirmation(true),
    disableClosingConfirmation: confirmation(false),
    enableVerticalSwipes: swipes(true),
    disableVerticalSwipes: swipes(false),
  }
}
