import type { EventName } from '@tma.js/bridge'
import type { Color } from './colors.ts'
import type { HostConnection } from './host-connection.ts'
import type { Theme } from './appearance.ts'
import { mainButtonParams, type MainButtonParams } from './validate-params.ts'
import type { Readable } from './store.ts'

/** Text of the main button until one is set. */
const MAIN_BUTTON_TEXT = 'CONTINUE'
const MAIN_BUTTON_COLOR = '#2481cc'
const MAIN_BUTTON_TEXT_COLOR = '#ffffff'

const onEvent = (connection: HostConnection, event: EventName) => (listener: () => void) =>
  connection.listen(event, () => listener())

/** The back arrow in Telegram's header. Before version 6.1 there is none, and calls only warn. */
export const createBackButton = (connection: HostConnection) => {
  let isVisible = false
  const setVisible = (wanted: boolean) => {
    if (!connection.supports('web_app_setup_back_button') || wanted === isVisible) return
    isVisible = wanted
    connection.post('web_app_setup_back_button', { is_visible: wanted })
  }
  return {
    show: () => setVisible(true),
    hide: () => setVisible(false),
    /** Adds a listener; returns a function that removes it. */
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
  let lastSent = JSON.stringify(messageOf(button, theme.get()))
  const post = () => {
    const message = messageOf(button, theme.get())
    if (JSON.stringify(message) === lastSent) return
    lastSent = JSON.stringify(message)
    connection.post('web_app_setup_main_button', message)
  }
  const change = (changes: Partial<MainButton>) => {
    Object.assign(button, changes)
    post()
  }
  return {
    /**
     * Sets text, colours and whether it can be pressed. Throws WebAppMainButtonParamInvalid and then changes nothing.
     */
    setParams: (params: MainButtonParams) => {
      const given = Object.entries(mainButtonParams(params)).filter(([, value]) => value !== undefined)
      change(Object.fromEntries(given))
    },
    show: () => change({ isVisible: true }),
    hide: () => change({ isVisible: false }),
    /** Shows a spinner instead of the text. The button cannot be pressed, unless `keepsActive`. */
    showProgress: (keepsActive = false) => change({ hasProgress: true, isActive: keepsActive }),
    hideProgress: () => change({ hasProgress: false, isActive: true }),
    /** Adds a listener; returns a function that removes it. */
    onClick: onEvent(connection, 'main_button_pressed'),
    /** Applies a changed theme: its colours are used where none were set. */
    repaint: post,
  }
}
