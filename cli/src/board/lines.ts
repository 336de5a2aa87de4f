import { printable } from '../printable.ts'
import { clip, widthOf } from '../terminal-width.ts'

/** What a piece of text means. Without colours all but the words looks the same. */
export type Tone = 'plain' | 'strong' | 'faint' | 'good' | 'warn' | 'bad' | 'accent'

/** Text that a terminal can show: control characters are escaped. Only `span` makes one. */
export interface Span {
  readonly text: string
  readonly tone: Tone
}

/** One line of the screen. */
export type Line = readonly Span[]

/** A piece of text, whose control characters are escaped. */
export const span = (text: string, tone: Tone = 'plain'): Span => ({ text: printable(text), tone })

/** A line of one piece. */
export const line = (text: string, tone: Tone = 'plain'): Line => [span(text, tone)]

export const blank: Line = []

export const lineWidth = (spans: Line): number => spans.reduce((sum, { text }) => sum + widthOf(text), 0)

export const lineText = (spans: Line): string => spans.map(({ text }) => text).join('')

/** Cuts a line to a width in columns; an ellipsis stands for what is cut. */
export const fitLine = (spans: Line, width: number): Line => {
  if (lineWidth(spans) <= width) return spans
  const fitted: Span[] = []
  let left = width
  for (const each of spans) {
    const used = widthOf(each.text)
    // Of a piece that fills the line to its end, the last column becomes the ellipsis.
    const text = used < left ? each.text : clip(`${each.text} `, left)
    fitted.push({ ...each, text })
    left -= widthOf(text)
    if (used !== widthOf(text) || left <= 0) break
  }
  return fitted
}

const spaces = (count: number): Span => span(' '.repeat(Math.max(0, count)))

/** Fits a line and fills it with spaces to a width in columns. */
export const padLine = (spans: Line, width: number): Line => {
  const fitted = fitLine(spans, width)
  const missing = width - lineWidth(fitted)
  return missing > 0 ? [...fitted, spaces(missing)] : fitted
}

/** One text at the left and one at the right of a line; the left one is cut where both do not fit. */
export const ends = (left: Line, right: Line, width: number): Line => {
  const room = width - lineWidth(right)
  return room < 2 ? fitLine(right, width) : [...padLine(fitLine(left, room - 1), room), ...right]
}

const GAP = 2

/** Blocks of lines beside each other, each in a column of its width. */
export const beside = (blocks: readonly { lines: readonly Line[]; width: number }[]): Line[] => {
  const height = Math.max(0, ...blocks.map(({ lines }) => lines.length))
  return Array.from({ length: height }, (_, row) =>
    blocks.flatMap(({ lines, width }, index) => {
      const isLast = index === blocks.length - 1
      const text = lines[row] ?? blank
      return isLast ? fitLine(text, width) : [...padLine(text, width), spaces(GAP)]
    }),
  )
}

/** The widths of so many columns of one size beside each other. */
export const columnWidths = (width: number, count: number): number[] => {
  const each = Math.floor((width - GAP * (count - 1)) / count)
  return Array.from({ length: count }, (_, index) => (index === count - 1 ? width - (each + GAP) * (count - 1) : each))
}

/** Puts pieces on as few lines as they need, with dots between them. A piece that is too long is cut. */
export const flow = (pieces: readonly Line[], width: number): Line[] => {
  const dot = span(' · ', 'faint')
  const lines: Line[] = []
  for (const piece of pieces) {
    const last = lines.at(-1)
    if (last !== undefined && lineWidth(last) + lineWidth(piece) + 3 <= width)
      lines[lines.length - 1] = [...last, dot, ...piece]
    else lines.push(fitLine(piece, width))
  }
  return lines
}

/** Breaks a sentence between its words. */
export const wrapLine = (text: string, width: number, tone: Tone): Line[] => {
  const lines: string[] = []
  for (const word of printable(text).split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && widthOf(last) + 1 + widthOf(word) <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines.map((each) => fitLine(line(each, tone), width))
}
