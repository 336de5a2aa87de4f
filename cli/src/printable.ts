/**
 * What a terminal acts on or hides instead of showing: control characters (C0, DEL, C1), line and paragraph
 * separators, half surrogates, and format characters such as the bidirectional overrides. The two joiners stay: emoji
 * and several scripts need them, and they move nothing.
 */
const unprintable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/gu

const escapes: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

const escape = (character: string): string => {
  const code = character.codePointAt(0)!
  return escapes[character] ?? (code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`)
}

/** Text from a server or a file, made harmless for a terminal: what would drive it is shown as an escape. */
export const printable = (text: string): string => text.replace(unprintable, escape)

/** The same for a text that may have several lines. */
export const printableLines = (text: string): string[] => text.split(/\r?\n/).map(printable)

/** JSON of the same value, in which nothing can drive a terminal either: JSON.stringify leaves C1 and format characters. */
export const printableJson = (json: string): string =>
  json.replace(unprintable, (character) =>
    character === '\n'
      ? character
      : character
          .split('')
          .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
          .join(''),
  )
