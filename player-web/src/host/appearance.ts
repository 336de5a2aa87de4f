import type { Bridge } from './bridge.ts'
import { colorOf, isDark, type Color } from './colors.ts'
import { fieldsOf, type HostConnection } from './host-connection.ts'
import { createStore } from './store.ts'
import { isAtLeast } from './version.ts'

/** Colours of the player's Telegram, by Telegram's names (`bg_color`, `text_color` …); any may be absent. */
export interface Theme {
  colorScheme: 'light' | 'dark'
  params: Readonly<Partial<Record<string, Color>>>
}

/** Sides of the screen that Telegram or the device covers, in CSS pixels. */
export interface Insets {
  top: number
  right: number
  bottom: number
  left: number
}

/** Height that is visible, in CSS pixels; the stable one ignores a panel that is being dragged. Undefined until told. */
export interface Viewport {
  height?: number
  stableHeight?: number
  isExpanded: boolean
}

/** Where CSS variables go: the root element's style. */
export type RootStyle = Pick<CSSStyleDeclaration, 'setProperty'>

/** Some versions send numbers instead of text. */
const themeColor = (value: unknown): Color | undefined =>
  colorOf(typeof value === 'number' ? `#${(value & 0xffffff).toString(16).padStart(6, '0')}` : value)

export const themeOf = (params: unknown): Theme => {
  const colors = Object.entries(fieldsOf(params)).map(([key, value]) => [key, themeColor(value)] as const)
  const known = Object.fromEntries(colors.filter(([, color]) => color !== undefined)) as Theme['params']
  return { colorScheme: known['bg_color'] && isDark(known['bg_color']) ? 'dark' : 'light', params: known }
}

const themeInLaunch = (json: string | undefined): Theme => {
  try {
    return themeOf(JSON.parse(json ?? '{}'))
  } catch {
    return themeOf({})
  }
}

const pixels = (value: unknown): number => (typeof value === 'number' && value > 0 && value < 10_000 ? value : 0)

export const insetsOf = (data: unknown): Insets => {
  const { top, right, bottom, left } = fieldsOf(data)
  return { top: pixels(top), right: pixels(right), bottom: pixels(bottom), left: pixels(left) }
}

const sides = ['top', 'right', 'bottom', 'left'] as const

const watchTheme = (connection: Bridge, told: string | undefined) => {
  const theme = createStore(themeInLaunch(told))
  const stop = connection.listen('theme_changed', (data) => {
    const params = fieldsOf(data)['theme_params']
    if (typeof params === 'object' && params !== null) theme.set(themeOf(params))
  })
  connection.post('web_app_request_theme')
  return { theme, stop }
}

/** What the device covers and what Telegram's own buttons cover add up (tma.js#695). Both are told since 8.0. */
const watchInsets = (connection: HostConnection, style: RootStyle) => {
  const insets = createStore(insetsOf({}))
  const told = { device: insetsOf({}), telegram: insetsOf({}) }
  const write = () => {
    const { device, telegram } = told
    const sum = Object.fromEntries(sides.map((side) => [side, device[side] + telegram[side]])) as unknown as Insets
    for (const side of sides) style.setProperty(`--host-inset-${side}`, `${sum[side]}px`)
    insets.set(sum)
  }
  const take = (key: keyof typeof told) => (data: unknown) => {
    told[key] = insetsOf(data)
    write()
  }
  const stops = [
    connection.listen('safe_area_changed', take('device')),
    connection.listen('content_safe_area_changed', take('telegram')),
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
    const { height: told, is_state_stable: isStable, is_expanded: isExpanded } = fieldsOf(data)
    const height = pixels(told)
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
 * Theme, covered sides and visible height, as the host tells them. Sides are written to `--host-inset-top`, `-right`,
 * `-bottom` and `-left`; heights to `--host-viewport-height` and `--host-viewport-stable-height` once they are told.
 */
export const watchAppearance = (connection: HostConnection, theme: string | undefined, style: RootStyle) => {
  const looks = [
    watchTheme(connection, theme),
    watchInsets(connection, style),
    watchViewport(connection, style),
  ] as const
  const [{ theme: themes }, { insets }, { viewport }] = looks
  return { theme: themes, insets, viewport, stop: () => looks.forEach(({ stop }) => stop()) }
}
