import type { Color } from './colors.ts'
import type { Line } from './line.ts'
import type { Theme } from './look.ts'
import { bottomBarColor, colorOrKey, impactStyle, notificationType, type Impact, type Notification } from './rules.ts'
import type { Readable } from './store.ts'
import { isAtLeast } from './version.ts'

/** Short vibrations. Silent before 6.1; impacts are silent on some Androids (Telegram-Mini-Apps/issues#28). */
export const createHaptics = (line: Line) => {
  const play = (params: Parameters<typeof line.post<'web_app_trigger_haptic_feedback'>>[1]) => {
    if (line.knows('web_app_trigger_haptic_feedback')) line.post('web_app_trigger_haptic_feedback', params)
  }
  return {
    impact: (style: Impact) => play({ type: 'impact', impact_style: impactStyle(style) }),
    notification: (type: Notification) => play({ type: 'notification', notification_type: notificationType(type) }),
    selectionChanged: () => play({ type: 'selection_change' }),
  }
}

const isKey = <K extends string>(color: Color | K): color is K => !color.startsWith('#')

/** Colours around the page. They stay as they are on versions that cannot change them. */
export const createColors = (line: Line, theme: Readable<Theme>) => ({
  /** A colour, or a key of the theme's; throws WebAppHeaderColorInvalid. Before 6.9 only the theme's own can be set. */
  setHeaderColor: (given: string): void => {
    const color = colorOrKey(given, 'WebAppHeaderColorInvalid')
    if (!line.knows('web_app_set_header_color')) return
    const { params } = theme.get()
    const isFree = isAtLeast(line.version, '6.9')
    const key = (['bg_color', 'secondary_bg_color'] as const).find((key) => params[key] === color)
    if (isKey(color)) line.post('web_app_set_header_color', { color_key: color })
    else if (isFree) line.post('web_app_set_header_color', { color })
    else if (key) line.post('web_app_set_header_color', { color_key: key })
    else line.warn(`A header of its own colour needs version 6.9, this is ${line.version}`)
  },
  /** A colour, or a key of the theme's, where the theme has it; throws WebAppBackgroundColorInvalid. */
  setBackgroundColor: (given: string): void => {
    const color = colorOrKey(given, 'WebAppBackgroundColorInvalid')
    if (!line.knows('web_app_set_background_color')) return
    const sent = isKey(color) ? theme.get().params[color] : color
    if (sent) line.post('web_app_set_background_color', { color: sent })
    else line.warn(`The theme has no ${color}`)
  },
  /** The bar below the page, where Telegram's buttons are: a colour, or a key, where the theme has it; throws WebAppBottomBarColorInvalid. */
  setBottomBarColor: (given: string): void => {
    const color = bottomBarColor(given)
    if (!line.knows('web_app_set_bottom_bar_color')) return
    const sent = isKey(color) ? theme.get().params[color] : color
    if (sent) line.post('web_app_set_bottom_bar_color', { color: sent })
    else line.warn(`The theme has no ${color}`)
  },
})

/** Ways to leave that a game must not be left by accidentally. */
export const createGuards = (line: Line) => {
  const confirmation = (need: boolean) => () => {
    if (line.knows('web_app_setup_closing_behavior'))
      line.post('web_app_setup_closing_behavior', { need_confirmation: need })
  }
  const swipes = (allow: boolean) => () => {
    if (line.knows('web_app_setup_swipe_behavior'))
      line.post('web_app_setup_swipe_behavior', { allow_vertical_swipe: allow })
  }
  return {
    enableClosingConfirmation: confirmation(true),
    disableClosingConfirmation: confirmation(false),
    enableVerticalSwipes: swipes(true),
    disableVerticalSwipes: swipes(false),
  }
}
