import { ownField, ownValue } from '../../../content/sanitize.ts'

const isByte = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 255

/**
 * The bytes in a field of a payload, at least one and at most `most`; undefined for any other value. The length is
 * checked first: a sparse array may have a length of four billion.
 */
export const bytesIn = (payload: unknown, field: string, most: number): Uint8Array<ArrayBuffer> | undefined => {
  const list = ownField(payload, field)
  if (!Array.isArray(list) || list.length === 0 || list.length > most) return undefined
  const bytes = new Uint8Array(list.length)
  for (let index = 0; index < bytes.length; index += 1) {
    const value = ownValue(list, index)
    if (!isByte(value)) return undefined
    bytes[index] = value
  }
  return bytes
}

/** In base64, as the server takes transactions. */
export const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))

/** Throws for invalid base64. */
export const fromBase64 = (text: string): number[] => Array.from(atob(text), (character) => character.charCodeAt(0))

/** The text with this UTF-8 encoding, with a byte order mark if it has one; undefined for invalid UTF-8. */
export const textIn = (bytes: Uint8Array<ArrayBuffer>): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
