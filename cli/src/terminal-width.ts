import stringWidth from 'string-width'

const ascii = /^[\x20-\x7e]*$/

/** The width of a text in terminal columns; wide East Asian characters and emoji have two. */
export const widthOf = (text: string): number => (ascii.test(text) ? text.length : stringWidth(text))

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
