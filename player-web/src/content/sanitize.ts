import { isInternalPath, safeHref } from '../lib/safe-link.ts'
import { replaceInvisible } from '../lib/invisible.ts'

/**
 * Values of a content service as pages may use them. Whoever edits the content is not who runs the page: nothing of it is
 * used before it is checked.
 */

type Fields = Readonly<Record<string, unknown>>

/** An object's own fields; an array or anything else is none. */
export const asFields = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined

/** What an object or array has of its own under a key, never what a prototype has; a getter is not run. */
export const ownValue = (value: object, key: PropertyKey): unknown =>
  Object.getOwnPropertyDescriptor(value, key)?.value as unknown

/** A field of an object; undefined of all else. */
export const ownField = (value: unknown, key: string): unknown => {
  const fields = asFields(value)
  return fields && ownValue(fields, key)
}

/** At most so many characters, none of them half. */
const cut = (text: string, most: number): string => text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')

/** One line that shows what it is: what cannot be seen, or turns the direction of reading, is left out. */
export const lineOf = (value: unknown, most: number): string | undefined => {
  if (typeof value !== 'string') return undefined
  const seen = replaceInvisible(cut(value, 4 * most).replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' '), () => '')
  return cut(seen.trim(), most).trim() || undefined
}

/** Text of several lines. */
export const textOf = (value: unknown, most: number): string | undefined => {
  if (typeof value !== 'string') return undefined
  const seen = replaceInvisible(cut(value, 2 * most), () => '', '[^\\P{Cc}\\n]')
  return cut(seen.trim(), most).trim() || undefined
}

/** `#rrggbb` and nothing else: whatever else a colour may be in CSS stays out of it. */
export const colorOf = (value: unknown, otherwise: string): string =>
  typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value) ? value : otherwise

const MAX_LINK = 2048

/** Where content may lead: a page of this app, as a path, or an http or https address, in its normal form. */
export const linkOf = (value: unknown): string | undefined => {
  if (typeof value !== 'string' || value.length > MAX_LINK) return undefined
  const link = value.trim()
  if (/[\p{Cc}\\\s]/u.test(link)) return undefined
  if (isInternalPath(link)) return link
  return /^https?:\/\//i.test(link) ? safeHref(link) : undefined
}

/** The address of a picture, `{url}` in Strapi 5 and `{data: {attributes: {url}}}` in 4; a path is the service's own. */
export const mediaOf = (value: unknown, base: string): string | undefined => {
  const data = ownField(value, 'data')
  const url = ownField(value, 'url') ?? ownField(ownField(data, 'attributes') ?? data, 'url')
  return typeof url === 'string' && url.length <= MAX_LINK ? safeHref(url, base) : undefined
}
