import type { EventName } from '@tma.js/bridge'
import type { Color } from './colors.ts'
import type { HostConnection } from './host-connection.ts'
import type { Theme } from './appearance.ts'
import { mainButtonParams, type MainButtonParams } from './rules.ts'
import type { Readable } from './store.ts'

/** Height of the main button, in CSS pixels: what a page must leave free where Telegram draws it over the page. */
export const MAIN_BUTTON_HEIGHT = 48
/** Its text until one is set. */
export const MAIN_BUTTON_TEXT = 'CONTINUE'
const MAIN_BUTTON_COLOR = '#2481cc'
const MAIN_BUTTON_TEXT_COLOR = '#ffffff'

const onEvent = (connection: HostConnection, event: EventName) => (pressed: () => void) =>
  connection.listen(event, () => pressed())

/** The arrow in Telegram's header. Unknown before 6.1: then it stays away, and a warning says so. */
export const createBackButton = (connection: HostConnection) => {
  let isVisible = false
  const turn = (to: boolean) => {
    if (!connection.knows('web_app_setup_back_button') || to === isVisible) return
    isVisible = to
    connection.post('web_app_setup_back_button', { is_visible: to })
  }
  return {
    show: () => turn(true),
    hide: () => turn(false),
    /** Returns how to stop that. */
    onClick: onEvent(connection, 'back_button_pressed'),
  }
}

interface MainButton {
  text: string
  color?: Color
  textColor?: Color
  isVisible: boolean
  isActive: boolean
  hasProgress: boolean
}

const messageOf = (button: MainButton, { params }: Theme) =>
  button.isVisible
    ? ({
        is_visible: true,
        text: button.text,
        color: button.color ?? params['button_color'] ?? MAIN_BUTTON_COLOR,
        text_color: button.textColor ?? params['button_text_color'] ?? MAIN_BUTTON_TEXT_COLOR,
        is_active: button.isActive,
        is_progress_visible: button.hasProgress,
      } as const)
    : { is_visible: false }

/** The large button below the page. Colours are the theme's until they are set. */
export const createMainButton = (connection: HostConnection, theme: Readable<Theme>) => {
  const button: MainButton = { text: MAIN_BUTTON_TEXT, isVisible: false, isActive: true, hasProgress: false }
  let sent = JSON.stringify(messageOf(button, theme.get()))
  const post = () => {
    const message = messageOf(button, theme.get())
    if (JSON.stringify(message) === sent) return
    sent = JSON.stringify(message)
    connection.post('web_app_setup_main_button', message)
  }
  const change = (to: Partial<MainButton>) => {
    Object.assign(button, to)
    post()
  }
  return {
    /** Text, colours, whether it can be pressed. Throws WebAppMainButtonParamInvalid, and changes nothing then. */
    setParams: (params: MainButtonParams) => {
      const given = Object.entries(mainButtonParams(params)).filter(([, value]) => value !== undefined)
      change(Object.fromEntries(given))
    },
    show: () => change({ isVisible: true }),
    hide: () => change({ isVisible: false }),
    /** A spinner instead of the text; the button cannot be pressed, unless `keepsActive`. */
    showProgress: (keepsActive = false) => change({ hasProgress: true, isActive: keepsActive }),
    hideProgress: () => change({ hasProgress: false, isActive: true }),
    /** Returns how to stop that. */
    onClick: onEvent(connection, 'main_button_pressed'),
    /** The theme's new colours, where none were set. */
    repaint: post,
  }
}
