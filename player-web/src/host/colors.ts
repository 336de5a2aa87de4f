/** `#rrggbb` in lower case, as sent to Telegram. */
export type Color = `#${string}`

const hexOf = (parts: string[]): Color | undefined => {
  const numbers = parts.map(Number)
  if (numbers.some((part) => part > 255)) return undefined
  return `#${numbers.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/**
 * Parses the colours that Telegram's script accepts: `#rgb`, `#rrggbb`, `rgb(r, g, b)` and `rgba(r, g, b, a)`, whose
 * alpha is dropped. Undefined for anything else.
 */
export const colorOf = (text: unknown): Color | undefined => {
  if (typeof text !== 'string') return undefined
  const color = text.trim().toLowerCase()
  if (/^#[\da-f]{6}$/.test(color)) return color as Color
  if (/^#[\da-f]{3}$/.test(color)) return color.replaceAll(/[\da-f]/g, '$&$&') as Color
  const parts = /^rgba?\((\d{1,3}),\s*(\d{1,3}),\s*(\d{1,3})(?:,\s*\d*\.?\d*)?\)$/.exec(color)
  return parts ? hexOf(parts.slice(1)) : undefined
}

/**
 * Whether text on this colour should be light: its perceived brightness is below 120 of 255, as in Telegram's script.
 */
export const isDark = (color: Color): boolean => {
  const [red, green, blue] = [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16)) as [
    number,
    number,
    number,
  ]
  return Math.sqrt(0.299 * red ** 2 + 0.587 * green ** 2 + 0.114 * blue ** 2) < 120
}
