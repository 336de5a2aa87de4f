import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { BRAND_BACKGROUND } from '../../client/src/contract/facts/brand.ts'

const css = readFileSync(new URL('../src/tokens.css', import.meta.url), 'utf8')

/** The six digits of a token in a theme. */
const colour = (token: string, theme: 'light' | 'dark'): string => {
  const [, value = ''] = new RegExp(`--ui-${token}: ([^;]+);`).exec(css) ?? []
  const found = value.match(/#[0-9a-f]{6}|(?<=var\(--ui-)[a-z-]+/g) ?? []
  const one = theme === 'dark' ? found.at(-1) : found[0]
  if (!one) throw new Error(`No colour --ui-${token}`)
  return one.startsWith('#') ? one : colour(one, theme)
}

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
const luminance = (hex: string): number => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

const contrast = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const grounds = ['ground', 'surface', 'raised', 'sunken', 'hover', 'selected']
const on = (texts: string[], where: string[]) => texts.flatMap((text) => where.map((ground) => [text, ground] as const))

/** Text needs 4.5 (WCAG 2.2, 1.4.3). */
const texts = [
  ...on(['on-tooltip'], ['tooltip']),
  ...on(['text', 'text-soft', 'text-faint', 'link', 'danger-text'], grounds),
  ...on(['text', 'text-soft'], ['pressed', 'raised-hover']),
  ...['success', 'warning', 'danger', 'info'].map((tone) => [`${tone}-text`, `${tone}-ground`] as const),
  ...on(['on-accent'], ['accent', 'accent-hover']),
  ...on(['on-danger'], ['danger', 'danger-hover']),
]
/** Edges of controls, focus rings, dots and lines of charts need 3 (1.4.11). */
const shapes = [
  ...on(['edge', 'focus', 'accent-line'], ['ground', 'surface', 'raised', 'sunken']),
  ...on(['success', 'warning', 'danger', 'info'], ['surface']),
  ...on(['chart-1', 'chart-2', 'chart-3', 'chart-4', 'chart-5', 'chart-6'], ['surface']),
]

describe('where a style sheet is not read, the colours are the same', () => {
  it.each([
    ['localnet/demo', ['light', 'dark']],
    ['player-web', ['dark']],
  ] as const)('the browser around %s has its ground', (page, themes) => {
    const html = readFileSync(new URL(`../../${page}/index.html`, import.meta.url), 'utf8')
    const around = [...html.matchAll(/name="theme-color" content="([^"]+)"/g)].map(([, value]) => value)
    expect(around).toEqual(themes.map((theme) => colour('ground', theme)))
  })

  it.each([
    ['GROUND', 'ground'],
    ['PANEL', 'surface'],
    ['TEXT', 'text'],
    ['SOFT', 'text-soft'],
  ])('the picture of a rank has its %s', (name, token) => {
    const source = readFileSync(
      new URL('../../player-web/src/features/tap/share/draw-card.ts', import.meta.url),
      'utf8',
    )
    expect(new RegExp(`const ${name} = '([^']+)'`).exec(source)?.[1]).toBe(colour(token, 'dark'))
  })

  it('an app’s colour is compared with the lightest ground that the players’ pages have below it', () => {
    expect(BRAND_BACKGROUND).toBe(colour('raised', 'dark'))
  })
})

type Theme = 'light' | 'dark'

const channels = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))

/** `--ui-one` in a share of percent over `--ui-other`. */
const mixed = (one: string, percent: number, other: string, theme: Theme): string => {
  const [over, under] = [channels(colour(one, theme)), channels(colour(other, theme))]
  const parts = over.map((part, at) => Math.round((part * percent + under[at]! * (100 - percent)) / 100))
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/** The ground of a style rule; undefined for one that is transparent or of other colours than the tokens. */
const groundOf = (rule: string, theme: Theme): string | undefined => {
  const [, value = ''] = /background: ([^;]+);/.exec(rule) ?? []
  const [, token] = /^var\(--ui-([a-z-]+)\)$/.exec(value) ?? []
  if (token) return colour(token, theme)
  const mix = /^color-mix\(in srgb, var\(--ui-([a-z-]+)\) (\d+)%, var\(--ui-([a-z-]+)\)\)$/.exec(value)
  return mix ? mixed(mix[1]!, Number(mix[2]), mix[3]!, theme) : undefined
}

const renderer = new URL('../../desktop/src/renderer/', import.meta.url)
const ofConsole = readdirSync(renderer, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.css'))
  .flatMap((name) => readFileSync(new URL(name, renderer), 'utf8').match(/[^{}]+\{[^{}]+\}/g) ?? [])

/** Rules of the console whose text has less than 4.5 to the ground that the same rule gives it. */
const unreadable = (theme: Theme): string[] =>
  ofConsole.filter((rule) => {
    const [, text] = /[\s;]color: var\(--ui-([a-z-]+)\);/.exec(rule) ?? []
    const ground = groundOf(rule, theme)
    return text !== undefined && ground !== undefined && contrast(colour(text, theme), ground) < 4.5
  })

describe.each(['light', 'dark'] as const)('colours of the %s theme', (theme) => {
  it.each(texts)('%s can be read on %s', (text, ground) => {
    expect(contrast(colour(text, theme), colour(ground, theme))).toBeGreaterThanOrEqual(4.5)
  })

  it.each(shapes)('%s can be seen on %s', (shape, ground) => {
    expect(contrast(colour(shape, theme), colour(ground, theme))).toBeGreaterThanOrEqual(3)
  })

  it('texts of the console can be read on the grounds that their rules give them', () =>
    expect(unreadable(theme)).toEqual([]))
})
