import type { Color } from './colors.ts'
import type { HostConnection } from './host-connection.ts'
import type { Theme } from './appearance.ts'
import { bottomBarColor, colorOrKey, impactStyle, notificationType, type Impact, type Notification } from './rules.ts'
import type { Readable } from './store.ts'
import { isAtLeast } from './version.ts'

/** Short vibrations. Silent before 6.1; impacts are silent on some Androids (Telegram-Mini-Apps/issues#28). */
export const createHaptics = (connection: HostConnection) => {
  const play = (params: Parameters<typeof connection.post<'web_app_trigger_haptic_feedback'>>[1]) => {
    if (connection.knows('web_app_trigger_haptic_feedback')) connection.post('web_app_trigger_haptic_feedback', params)
  }
  return {
    impact: (style: Impact) => play({ type: 'impact', impact_style: impactStyle(style) }),
    notification: (type: Notification) => play({ type: 'notification', notification_type: notificationType(type) }),
    selectionChanged: () => play({ type: 'selection_change' }),
  }
}

const isKey = <K extends string>(color: Color | K): color is K => !color.startsWith('#')

/** Colours around the page. They stay as they are on versions that cannot change them. */
export const createColors = (connection: HostConnection, theme: Readable<Theme>) => ({
  /** A colour, or a key of the theme's; throws WebAppHeaderColorInvalid. Before 6.9 only the theme's own can be set. */
  setHeaderColor: (given: string): void => {
    const color = colorOrKey(given, 'WebAppHeaderColorInvalid')
    if (!connection.knows('web_app_set_header_color')) return
    const { params } = theme.get()
    const isFree = isAtLeast(connection.version, '6.9')
    const key = (['bg_color', 'secondary_bg_color'] as const).find((key) => params[key] === color)
    if (isKey(color)) connection.post('web_app_set_header_color', { color_key: color })
    else if (isFree) connection.post('web_app_set_header_color', { color })
    else if (key) connection.post('web_app_set_header_color', { color_key: key })
    else connection.warn(`A header of its own colour needs version 6.9, this is ${connection.version}`)
  },
  /** A colour, or a key of the theme's, where the theme has it; throws WebAppBackgroundColorInvalid. */
  setBackgroundColor: (given: string): void => {
    const color = colorOrKey(given, 'WebAppBackgroundColorInvalid')
    if (!connection.knows('web_app_set_background_color')) return
    const sent = isKey(color) ? theme.get().params[color] : color
    if (sent) connection.post('web_app_set_background_color', { color: sent })
    else connection.warn(`The theme has no ${color}`)
  },
  /** The bar below the page, where Telegram's buttons are: a colour, or a key, where the theme has it; throws WebAppBottomBarColorInvalid. */
  setBottomBarColor: (given: string): void => {
    const color = bottomBarColor(given)
    if (!connection.knows('web_app_set_bottom_bar_color')) return
    const sent = isKey(color) ? theme.get().params[color] : color
    if (sent) connection.post('web_app_set_bottom_bar_color', { color: sent })
    else connection.warn(`The theme has no ${color}`)
  },
})

/** Ways to leave that a game must not be left by accidentally. */
export const createGuards = (connection: HostConnection) => {
  const confirmation = (need: boolean) => () => {
    if (connection.knows('web_app_setup_closing_behavior'))
      connection.post('web_app_setup_closing_behavior', { need_confirmation: need })
  }
  const swipes = (allow: boolean) => () => {
    if (connection.knows('web_app_setup_swipe_behavior'))
      connection.post('web_app_setup_swipe_behavior', { allow_vertical_swipe: allow })
  }
  return {
    enableClosingConfirmation: confirmation(true),
    disableClosingConfirmation: confirmation(false),
    enableVerticalSwipes: swipes(true),
    disableVerticalSwipes: swipes(false),
  }
}
