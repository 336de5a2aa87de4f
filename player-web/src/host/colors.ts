/** `#rrggbb` in lower case: the one form in which colours are sent to Telegram. */
export type Color = `#${string}`

const hexOf = (parts: string[]): Color | undefined => {
  const numbers = parts.map(Number)
  if (numbers.some((part) => part > 255)) return undefined
  return `#${numbers.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/**
 * A colour in the one form, from `#rgb`, `#rrggbb`, `rgb(r, g, b)` or `rgba(r, g, b, a)` (whose alpha is dropped): what
 * Telegram's script takes. Undefined where it is none.
 */
export const colorOf = (text: unknown): Color | undefined => {
  if (typeof text !== 'string') return undefined
  const color = text.trim().toLowerCase()
  if (/^#[\da-f]{6}$/.test(color)) return color as Color
  if (/^#[\da-f]{3}$/.test(color)) return color.replaceAll(/[\da-f]/g, '$&$&') as Color
  const parts = /^rgba?\((\d{1,3}),\s*(\d{1,3}),\s*(\d{1,3})(?:,\s*\d*\.?\d*)?\)$/.exec(color)
  return parts ? hexOf(parts.slice(1)) : undefined
}

/** Whether text on this colour should be light: perceived brightness below 120 of 255, the script's own bound. */
export const isDark = (color: Color): boolean => {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as [
    number,
    number,
    number,
  ]
  return Math.sqrt(0.299 * red ** 2 + 0.587 * green ** 2 + 0.114 * blue ** 2) < 120
}
