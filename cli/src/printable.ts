/**
 * Characters that a terminal interprets or hides: control characters (C0, DEL, C1), line and paragraph separators, lone
 * surrogates, and format characters such as the bidirectional overrides. The two joiners are excluded: emoji and
 * several scripts need them, and they do not move the cursor.
 */
const unprintable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/gu

const escapes: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

const escape = (character: string): string => {
  const code = character.codePointAt(0)!
  return escapes[character] ?? (code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`)
}

/** Escapes the characters of a text that a terminal would interpret. */
export const printable = (text: string): string => text.replace(unprintable, escape)

/** Splits a text into lines and escapes each. */
export const printableLines = (text: string): string[] => text.split(/\r?\n/).map(printable)

/** Escapes JSON for a terminal without changing its value: JSON.stringify leaves C1 and format characters. */
export const printableJson = (json: string): string =>
  json.replace(unprintable, (character) =>
    character === '\n'
      ? character
      : character
          .split('')
          .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
          .join(''),
  )
