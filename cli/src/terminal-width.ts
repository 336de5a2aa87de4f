import stringWidth from 'string-width'

/** One column each: ASCII, Latin, Greek and Cyrillic letters, punctuation and signs of currencies; without marks that combine. */
const narrow =
  '\\x20-\\x7e\\xa1-\\xac\\xae-\\u02ff\\u0370-\\u0377\\u037a-\\u037f\\u0384-\\u0482\\u048a-\\u052f\\u2010-\\u2027\\u2030-\\u205e\\u20a0-\\u20bf'
/** Two columns each: kana, unified ideographs, Hangul syllables. */
const wide = '\\u3041-\\u3096\\u30a1-\\u30fa\\u4e00-\\u9fff\\uac00-\\ud7a3'
const simple = new RegExp(`^[${narrow}${wide}]*$`)
const wideCharacters = new RegExp(`[${wide}]`, 'g')

/**
 * The width of a text in terminal columns; wide East Asian characters and emoji have two. Texts of characters that stand alone are
 * counted here: what counts graphemes takes 50 ms to load.
 */
export const widthOf = (text: string): number =>
  simple.test(text) ? text.length + (text.match(wideCharacters)?.length ?? 0) : stringWidth(text)

/** Pads with spaces to a width in columns. */
export const pad = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - widthOf(text)))

/** Truncates to a width in columns, between graphemes, and appends an ellipsis. */
export const clip = (text: string, width: number): string => {
  if (widthOf(text) <= width) return text
  let clipped = ''
  let used = 0
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    used += widthOf(segment)
    if (used > width - 1) break
    clipped += segment
  }
  return `${clipped}…`
}

const BEGINNING = 8
const END = 4

/** Leaves out the middle of an id: its beginning and end tell it from others. */
export const shorten = (id: string): string =>
  id.length > BEGINNING + END + 1 ? `${id.slice(0, BEGINNING)}…${id.slice(-END)}` : id
