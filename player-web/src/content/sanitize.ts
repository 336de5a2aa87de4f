import { isInternalPath, safeHref } from '../lib/safe-link.ts'
import { replaceInvisible } from '../lib/invisible.ts'

/**
 * Checks values of a content service before pages use them, since the editors of the content may not be the operators
 * of the page.
 */

type Fields = Readonly<Record<string, unknown>>

/** An object's own fields; undefined for an array or any other value. */
export const asFields = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined

/** An own data property of an object or array; undefined for inherited properties and getters. */
export const ownValue = (value: object, key: PropertyKey): unknown =>
  Object.getOwnPropertyDescriptor(value, key)?.value as unknown

/** A field of an object; undefined for any other value. */
export const ownField = (value: unknown, key: string): unknown => {
  const fields = asFields(value)
  return fields && ownValue(fields, key)
}

/** Cuts a text to a number of characters without splitting a surrogate pair. */
const cut = (text: string, maxLength: number): string => text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '')

/** One line of visible text, without invisible characters and those that change the reading direction. */
export const lineOf = (value: unknown, maxLength: number): string | undefined => {
  if (typeof value !== 'string') return undefined
  const seen = replaceInvisible(cut(value, 4 * maxLength).replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' '), () => '')
  return cut(seen.trim(), maxLength).trim() || undefined
}

/** Text of several lines. */
export const textOf = (value: unknown, maxLength: number): string | undefined => {
  if (typeof value !== 'string') return undefined
  const seen = replaceInvisible(cut(value, 2 * maxLength), () => '', '[^\\P{Cc}\\n]')
  return cut(seen.trim(), maxLength).trim() || undefined
}

/** `#rrggbb`, or the default: no other CSS colour is accepted. */
export const colorOf = (value: unknown, defaultColor: string): string =>
  typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value) ? value : defaultColor

const MAX_LINK = 2048

/** A link in content: a path of this app, or an http or https address in normal form. */
export const linkOf = (value: unknown): string | undefined => {
  if (typeof value !== 'string' || value.length > MAX_LINK) return undefined
  const link = value.trim()
  if (/[\p{Cc}\\\s]/u.test(link)) return undefined
  if (isInternalPath(link)) return link
  return /^https?:\/\//i.test(link) ? safeHref(link) : undefined
}

/**
 * The address of a picture: `{url}` in Strapi 5, `{data: {attributes: {url}}}` in 4. A path is resolved against the
 * service.
 */
export const mediaOf = (value: unknown, base: string): string | undefined => {
  const data = ownField(value, 'data')
  const url = ownField(value, 'url') ?? ownField(ownField(data, 'attributes') ?? data, 'url')
  return typeof url === 'string' && url.length <= MAX_LINK ? safeHref(url, base) : undefined
}
