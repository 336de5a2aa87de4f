import type { Bridge } from './bridge.ts'
import { colorOf, isDark, type Color } from './colors.ts'
import { fieldsOf, type HostConnection } from './host-connection.ts'
import { createStore } from './store.ts'
import { isAtLeast } from './version.ts'

/** Colours of the Telegram app, by Telegram's names (`bg_color`, `text_color` …); any may be absent. */
export interface Theme {
  colorScheme: 'light' | 'dark'
  params: Readonly<Partial<Record<string, Color>>>
}

/** How much of each side of the screen Telegram or the device covers, in CSS pixels. */
export interface Insets {
  top: number
  right: number
  bottom: number
  left: number
}

/**
 * Visible height in CSS pixels; the stable one does not change while the app is dragged. Undefined until Telegram sends
 * it.
 */
export interface Viewport {
  height?: number
  stableHeight?: number
  isExpanded: boolean
}

/** The root element's style, which gets the CSS variables. */
export type RootStyle = Pick<CSSStyleDeclaration, 'setProperty'>

/** Some versions send colours as numbers. */
const themeColor = (value: unknown): Color | undefined =>
  colorOf(typeof value === 'number' ? `#${(value & 0xffffff).toString(16).padStart(6, '0')}` : value)

/** Parses Telegram's theme parameters; invalid colours are dropped. */
export const themeOf = (params: unknown): Theme => {
  const colors = Object.entries(fieldsOf(params)).map(([key, value]) => [key, themeColor(value)] as const)
  const known = Object.fromEntries(colors.filter(([, color]) => color !== undefined)) as Theme['params']
  return { colorScheme: known['bg_color'] && isDark(known['bg_color']) ? 'dark' : 'light', params: known }
}

const launchTheme = (json: string | undefined): Theme => {
  try {
    return themeOf(JSON.parse(json ?? '{}'))
  } catch {
    return themeOf({})
  }
}

const pixels = (value: unknown): number => (typeof value === 'number' && value > 0 && value < 10_000 ? value : 0)

/** Parses Telegram's insets; invalid ones are 0. */
export const insetsOf = (data: unknown): Insets => {
  const { top, right, bottom, left } = fieldsOf(data)
  return { top: pixels(top), right: pixels(right), bottom: pixels(bottom), left: pixels(left) }
}

const sides = ['top', 'right', 'bottom', 'left'] as const

const watchTheme = (connection: Bridge, launchJson: string | undefined) => {
  const theme = createStore(launchTheme(launchJson))
  const stop = connection.listen('theme_changed', (data) => {
    const params = fieldsOf(data)['theme_params']
    if (typeof params === 'object' && params !== null) theme.set(themeOf(params))
  })
  connection.post('web_app_request_theme')
  return { theme, stop }
}

/** The insets of the device plus those of Telegram's buttons (tma.js#695). Telegram sends both since version 8.0. */
const watchInsets = (connection: HostConnection, style: RootStyle) => {
  const insets = createStore(insetsOf({}))
  const received = { device: insetsOf({}), telegram: insetsOf({}) }
  const write = () => {
    const { device, telegram } = received
    const sum = Object.fromEntries(sides.map((side) => [side, device[side] + telegram[side]])) as unknown as Insets
    for (const side of sides) style.setProperty(`--host-inset-${side}`, `${sum[side]}px`)
    insets.set(sum)
  }
  const receive = (key: keyof typeof received) => (data: unknown) => {
    received[key] = insetsOf(data)
    write()
  }
  const stops = [
    connection.listen('safe_area_changed', receive('device')),
    connection.listen('content_safe_area_changed', receive('telegram')),
  ]
  write()
  if (isAtLeast(connection.version, '8.0')) {
    connection.post('web_app_request_safe_area')
    connection.post('web_app_request_content_safe_area')
  }
  return { insets, stop: () => stops.forEach((stop) => stop()) }
}

const watchViewport = (connection: Bridge, style: RootStyle) => {
  const viewport = createStore<Viewport>({ isExpanded: false })
  const stop = connection.listen('viewport_changed', (data) => {
    const { height: sent, is_state_stable: isStable, is_expanded: isExpanded } = fieldsOf(data)
    const height = pixels(sent)
    if (height === 0) return
    const stableHeight = isStable === false ? viewport.get().stableHeight : height
    style.setProperty('--host-viewport-height', `${height}px`)
    if (stableHeight !== undefined) style.setProperty('--host-viewport-stable-height', `${stableHeight}px`)
    viewport.set({ height, stableHeight, isExpanded: isExpanded === true })
  })
  connection.post('web_app_request_viewport')
  return { viewport, stop }
}

/**
 * Theme, insets and visible height, as the host sends them. Insets are written to the CSS variables `--host-inset-top`,
 * `-right`, `-bottom` and `-left`, heights to `--host-viewport-height` and `--host-viewport-stable-height`.
 */
export const watchAppearance = (connection: HostConnection, theme: string | undefined, style: RootStyle) => {
  const watched = [
    watchTheme(connection, theme),
    watchInsets(connection, style),
    watchViewport(connection, style),
  ] as const
  const [{ theme: current }, { insets }, { viewport }] = watched
  return { theme: current, insets, viewport, stop: () => watched.forEach(({ stop }) => stop()) }
}
