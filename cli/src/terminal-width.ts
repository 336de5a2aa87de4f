import stringWidth from 'string-width'

const ascii = /^[\x20-\x7e]*$/

/** Columns that a text takes in a terminal; wide East Asian characters and emoji take two. */
export const widthOf = (text: string): number => (ascii.test(text) ? text.length : stringWidth(text))

/** Fills up with spaces to a width in columns. */
export const pad = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - widthOf(text)))

/** Cuts to a width in columns, between graphemes, and marks the cut. */
export const clip = (text: string, width: number): string => {
  if (widthOf(text) <= width) return text
  let kept = ''
  let used = 0
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    used += widthOf(segment)
    if (used > width - 1) break
    kept += segment
  }
  return `${kept}…`
}

/** Breaks a text between its words. */
export const wrapWords = (text: string, width: number): string[] => {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line !== undefined && widthOf(line) + 1 + widthOf(word) <= width) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines
}
